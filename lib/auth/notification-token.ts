import { isEqual, sign } from "@/lib/core/crypto";
import { db } from "@/lib/core/database/db";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import type { CustomerId } from "./scope";

/** Kinds of mail that a link in the mail turns off. */
export type Leavable = "preview" | "digest";

/** The content of such a link. Its signature proves that we sent such mail about this supplier to this person. */
export interface NotificationScope {
  customerId: CustomerId;
  userId: string;
  kind: Leavable;
}

const PURPOSE = "notification-link";
const USER_PREFIX = "usr_";
const KINDS: Record<string, Leavable> = { p: "preview", d: "digest" };
/** 66 bits of the signature. A link with a guessed one would only turn a mail off, and the whole link fits one line. */
const SIGNATURE_LENGTH = 11;

/**
 * Returns the token in the link that turns off a kind of mail (RFC 8058). It is derived, not stored, and permits
 * nothing else. Anybody who has the mail can use it without signing in, and it does not expire.
 */
export function notificationToken(scope: NotificationScope): string {
  const letter = Object.keys(KINDS).find((key) => KINDS[key] === scope.kind);
  return `${letter}${scope.userId.slice(USER_PREFIX.length)}${signatureOf(scope)}`;
}

/**
 * Returns the content of a token, or undefined if we did not sign it, or the person has left the supplier's account. The
 * token names the person; for which supplier it was signed is found by the person's memberships, read cross-tenant.
 */
export async function readNotificationToken(token: string): Promise<NotificationScope | undefined> {
  if (token.includes(".")) return readLongToken(token);
  const kind = KINDS[token.slice(0, 1)];
  const userId = USER_PREFIX + token.slice(1, -SIGNATURE_LENGTH);
  if (!kind || userId.length === USER_PREFIX.length) return undefined;
  const rows = await crossTenant(() => db.membership.findMany({ where: { userId }, select: { customerId: true } }));
  const scopes = rows.map(({ customerId }) => ({ customerId: customerId as CustomerId, userId, kind }));
  return scopes.find((scope) => isEqual(token.slice(-SIGNATURE_LENGTH), signatureOf(scope)));
}

function signatureOf({ customerId, userId, kind }: NotificationScope): string {
  return sign(PURPOSE, `${customerId}/${userId}/${kind}`).slice(0, SIGNATURE_LENGTH);
}

/** Reads the token of links in mails that were sent before the links became short. */
function readLongToken(token: string): NotificationScope | undefined {
  const [body = "", signature = ""] = token.split(".");
  if (!isEqual(signature, sign(PURPOSE, body))) return undefined;
  const [customerId, userId, kind] = Buffer.from(body, "base64url").toString("utf8").split("/");
  if (!customerId || !userId || (kind !== "preview" && kind !== "digest")) return undefined;
  return { customerId: customerId as CustomerId, userId, kind };
}
