import { newKey } from "@/lib/auth/keys/api-keys";
import type { CustomerId } from "@/lib/auth/scope";
import { db, type Tx } from "@/lib/core/database/db";
import type { ApiKeyScope } from "@/lib/core/prisma/enums";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { AppError } from "@/lib/core/web/errors";
import { notifyOwners } from "@/lib/outbox/owner-mutations";
import { MAX_API_KEYS } from "./types";

/**
 * Makes an API key and informs the owners, because a key outlives the session of an intruder.
 *
 * @returns the whole key, which cannot be read again
 * @throws AppError `conflict` if there are too many
 */
export async function makeKey(
  customerId: CustomerId,
  input: { name: string; scope: ApiKeyScope },
  actor: Actor,
): Promise<{ id: string; text: string }> {
  const { id, text, secretHash } = newKey();
  const { name, scope } = input;
  await db.$transaction(async (tx) => {
    // Two requests at once must not exceed the limit.
    await tx.$executeRaw`SELECT 1 FROM customers WHERE id = ${customerId} FOR UPDATE`;
    if ((await tx.apiKey.count({ where: { customerId } })) >= MAX_API_KEYS)
      throw new AppError("conflict", `At most ${MAX_API_KEYS} keys.`);
    await tx.apiKey.create({ data: { customerId, id, name, scope, secretHash, madeById: actor.userId } });
    await writeAudit(tx, customerId, actor, { action: "api-key.made", subject: id, detail: { name, scope } });
    await notifyOwners(tx, customerId, { event: "keyMade", actor, values: { key: name } });
  });
  return { id, text };
}

/** Revokes a key: the next call with it is refused. @throws AppError `not_found` */
export async function revokeKey(customerId: CustomerId, id: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const key = await tx.apiKey.findUnique({ where: { customerId_id: { customerId, id } }, select: { name: true } });
    if (!key) throw new AppError("not_found");
    await revoke(tx, customerId, { id, name: key.name }, actor);
  });
}

/** Revokes all keys that a person made. They are nobody's once the person has left or is no longer an owner. */
export async function revokeKeysOf(tx: Tx, customerId: CustomerId, userId: string, actor: Actor): Promise<void> {
  const keys = await tx.apiKey.findMany({ where: { customerId, madeById: userId }, select: { id: true, name: true } });
  for (const key of keys) await revoke(tx, customerId, key, actor);
}

async function revoke(tx: Tx, customerId: CustomerId, key: { id: string; name: string }, actor: Actor): Promise<void> {
  const { id, name } = key;
  const { count } = await tx.apiKey.deleteMany({ where: { customerId, id } });
  if (count > 0) await writeAudit(tx, customerId, actor, { action: "api-key.revoked", subject: id, detail: { name } });
}
