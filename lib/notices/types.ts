import type { InlineImage } from "@/lib/providers/mail/port";

/** A mail as it goes to the server. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  replyTo?: string;
  images?: InlineImage[];
  /** Where a mail program ends this kind of mail with one call (RFC 8058). */
  unsubscribeUrl?: string;
}

/** The mails somebody may want about a supplier besides those that an account needs. */
export const NOTIFICATION_KINDS = ["preview", "digest", "alerts"] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
export type NotificationPreferences = Record<NotificationKind, boolean>;
