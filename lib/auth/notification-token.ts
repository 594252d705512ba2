import { isEqual, sign } from "@/lib/core/crypto";
import type { CustomerId } from "./scope";

/** Kinds of mails that a link in the mail itself turns off. */
export type Leavable = "preview" | "digest";

/** What such a link proves: that we sent this kind of mail about this supplier to this person. */
export interface NotificationScope {
  customerId: CustomerId;
  userId: string;
  kind: Leavable;
}

/**
 * The token in the link that ends a kind of mail (RFC 8058). Derived, not stored, and good for nothing else: whoever
 * holds the mail may end it, without signing in, as long as it comes.
 */
export function notificationToken({ customerId, userId, kind }: NotificationScope): string {
  const body = Buffer.from(`${customerId}/${userId}/${kind}`).toString("base64url");
  return `${body}.${sign("notification-link", body)}`;
}

/** Undefined if the token was not made by us. */
export function readNotificationToken(token: string): NotificationScope | undefined {
  const [body = "", signature = ""] = token.split(".");
  if (!isEqual(signature, sign("notification-link", body))) return undefined;
  const [customerId, userId, kind] = Buffer.from(body, "base64url").toString("utf8").split("/");
  if (!customerId || !userId || (kind !== "preview" && kind !== "digest")) return undefined;
  return { customerId: customerId as CustomerId, userId, kind };
}
