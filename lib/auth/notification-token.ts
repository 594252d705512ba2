import { isEqual, sign } from "@/lib/core/crypto";
import type { CustomerId } from "./scope";

/** Kinds of mail that a link in the mail turns off. */
export type Leavable = "preview" | "digest";

/** The content of such a link. Its signature proves that we sent such mail about this supplier to this person. */
export interface NotificationScope {
  customerId: CustomerId;
  userId: string;
  kind: Leavable;
}

/**
 * Returns the token in the link that turns off a kind of mail (RFC 8058). It is derived, not stored, and permits
 * nothing else. Anybody who has the mail can use it without signing in, and it does not expire.
 */
export function notificationToken({ customerId, userId, kind }: NotificationScope): string {
  const body = Buffer.from(`${customerId}/${userId}/${kind}`).toString("base64url");
  return `${body}.${sign("notification-link", body)}`;
}

/** Returns the content of a token, or undefined if we did not sign it. */
export function readNotificationToken(token: string): NotificationScope | undefined {
  const [body = "", signature = ""] = token.split(".");
  if (!isEqual(signature, sign("notification-link", body))) return undefined;
  const [customerId, userId, kind] = Buffer.from(body, "base64url").toString("utf8").split("/");
  if (!customerId || !userId || (kind !== "preview" && kind !== "digest")) return undefined;
  return { customerId: customerId as CustomerId, userId, kind };
}
