import { randomBytes } from "node:crypto";
import { countTry } from "@/lib/auth/limits/limits";
import { customerIdOfMembership } from "@/lib/auth/scope";
import type { Session } from "@/lib/auth/sessions/session";
import { isEqual, sha256 } from "@/lib/core/crypto";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { ApiKeyScope, Role } from "@/lib/core/prisma/enums";
import { crossTenant, keepToSupplier, withinSupplier } from "@/lib/core/tenants/tenant-scope";

/** The last use of a key is stored at most this often. */
const USED_EVERY_MS = 5 * 60_000;

/** The id finds the row, and the secret proves the key. Both sides of the last underscore are letters and digits. */
const KEY = /^einzug_(key_[0-9a-z]{26})_([0-9a-f]{64})$/;

/**
 * The role with which a key of each scope acts. A read key may make the calls of people who only look. A write key may make
 * those of owners, because only owners make keys. Calls that refuse keys say so in their declaration.
 */
const ROLE_OF: Record<ApiKeyScope, Role> = { read: "read_only", write: "owner" };

export interface NewKey {
  id: string;
  /** The whole key. It is shown once and not stored. */
  text: string;
  secretHash: string;
}

/** Returns a new key with 256 random bits. A slow hash is not needed: nobody can guess such a secret. */
export function newKey(): NewKey {
  const id = newId("apiKey");
  const secret = randomBytes(32).toString("hex");
  return { id, text: `einzug_${id}_${secret}`, secretHash: sha256(secret) };
}

/** True if a bearer token has the form of our keys. */
export function isKeyText(bearer: string): boolean {
  return KEY.test(bearer);
}

/**
 * Returns the session of a request that carries an API key: its owner's, with the rights of the key's scope. It has no
 * fresh proof, so calls that need one refuse it. Undefined if the key is unknown, revoked or wrong, or if the person who
 * made it is no longer an owner.
 *
 * @throws AppError `too_many_requests`
 */
export async function sessionOfKey(bearer: string): Promise<Session | undefined> {
  const [, id = "", secret = ""] = KEY.exec(bearer) ?? [];
  if (!id) return undefined;
  // The key has proved no supplier yet, so its row is read cross-tenant.
  const key = await crossTenant(() =>
    db.apiKey.findUnique({
      where: { id },
      include: { membership: { include: { user: { select: { emailProvenAt: true } } } } },
    }),
  );
  // Compared for unknown ids, too, so that the answer takes the same time.
  const isProven = isEqual(key?.secretHash ?? sha256(""), sha256(secret));
  if (!key || !isProven || key.membership.role !== "owner") return undefined;
  await countTry("apiKey", id);
  const now = new Date();
  if (now.getTime() - (key.lastUsedAt?.getTime() ?? 0) > USED_EVERY_MS)
    await withinSupplier(key.customerId, () => db.apiKey.updateMany({ where: { id }, data: { lastUsedAt: now } }));
  keepToSupplier(key.customerId);
  return {
    ...{ sessionId: id, customerId: customerIdOfMembership(key.membership), userId: key.madeById, userName: key.name },
    ...{ role: ROLE_OF[key.scope], provedAt: null, by: "key" },
    isAddressProven: key.membership.user.emailProvenAt !== null,
  };
}
