/** The kinds of events that an endpoint may receive; their texts are `account.webhooks.kind` in messages/. */
export const WEBHOOK_KINDS = [
  "mandate.changed",
  "debit.changed",
  "return.changed",
  "payout.changed",
  "booking.changed",
] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** The event that a person sends to try an endpoint. */
export const TEST_KIND = "test";

export const MAX_ENDPOINTS = 10;
/** After a rotation messages are signed with the former secret, too, for this many hours. */
export const OLD_SECRET_HOURS = 24;
