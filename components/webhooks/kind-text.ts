import type { WebhookKind } from "@/lib/webhooks/types";

/** The names of the kinds' texts: a dot would separate the names of texts. */
const KEYS = {
  "mandate.changed": "kind.mandate_changed",
  "debit.changed": "kind.debit_changed",
  "return.changed": "kind.return_changed",
  "payout.changed": "kind.payout_changed",
  "booking.changed": "kind.booking_changed",
  test: "kind.test",
} as const satisfies Record<WebhookKind | "test", string>;

/** Returns the name of a kind's text; undefined for a kind of a later version. */
export function kindKey(kind: string): (typeof KEYS)[keyof typeof KEYS] | undefined {
  return (KEYS as Partial<Record<string, (typeof KEYS)[keyof typeof KEYS]>>)[kind];
}
