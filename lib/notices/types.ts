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

/** What the supplier has to know; `kind` has its text in messages/ under `notices`. */
export type NoticeKind =
  | "connection_lost"
  | "sign_in_lost"
  | "collection_failed"
  | "collection_returned"
  | "paid_elsewhere"
  | "amount_changed_late"
  | "payer_changed_late"
  | "date_changed_late"
  | "stopped_late"
  | "payout_unproven"
  | "payout_bounced"
  | "booking_refused"
  | "books_unreadable"
  | "books_list_unreadable"
  | "contact_without_email"
  | "mail_unknown"
  | "mail_refused"
  | "duplicate_payment"
  | "debits_left_behind"
  | "subscription_broken"
  | "mandate_lost"
  | "mandate_transferred";

/** What is taken from the payer is not what the invoice says is owed: paid twice, or changed when it was too late. */
export const DIFFERING_KINDS = [
  "paid_elsewhere",
  "amount_changed_late",
  "payer_changed_late",
  "duplicate_payment",
] as const satisfies NoticeKind[];
export type DifferingKind = (typeof DIFFERING_KINDS)[number];
