/** An alert waits until no notice has arrived for this long, so that the notices of one sync share a mail. */
export const QUIET_SECONDS = 5;

/** Optional mails about a supplier, in addition to those that an account needs. */
export const NOTIFICATION_KINDS = ["preview", "digest", "alerts"] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
export type NotificationPreferences = Record<NotificationKind, boolean>;

/** Kinds of notices for a supplier; the texts are `notices.<kind>` in messages/. */
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
  | "webhook_disabled"
  | "duplicate_payment"
  | "debits_left_behind"
  | "subscription_broken"
  | "mandate_lost"
  | "mandate_transferred"
  | "records_lost";

/** Kinds for a payment that differs from the invoice: the payer paid twice, or the invoice changed past the cut-off. */
export const DIFFERING_KINDS = [
  "paid_elsewhere",
  "amount_changed_late",
  "payer_changed_late",
  "duplicate_payment",
] as const satisfies NoticeKind[];
export type DifferingKind = (typeof DIFFERING_KINDS)[number];
