import { ProviderError } from "@/lib/core/web/provider-error";
import { wireSubscriptions } from "@/lib/providers/accounting/lexware/books/wire";
import type { LexwareClient } from "@/lib/providers/accounting/lexware/client";
import type { Subscriptions } from "@/lib/providers/accounting/port";

/** The events that our job needs, one subscription each. */
export const EVENT_TYPES = [
  "invoice.created",
  "invoice.changed",
  "invoice.deleted",
  "invoice.status.changed",
  "down-payment-invoice.created",
  "down-payment-invoice.changed",
  "down-payment-invoice.status.changed",
  "voucher.created",
  "voucher.changed",
  "voucher.status.changed",
  "payment.changed",
  "contact.changed",
  "token.revoked",
] as const;

/**
 * Creates webhook subscriptions. Lexware deletes them with a revoked token and after repeated 404s, so a job checks
 * them daily.
 */
export function lexwareSubscriptions(client: LexwareClient): Subscriptions {
  return {
    ensure: async (callbackUrl) => {
      const { content } = await client.read(wireSubscriptions, { path: "/v1/event-subscriptions" });
      const existing = new Set(content.filter((row) => row.callbackUrl === callbackUrl).map((row) => row.eventType));
      const missing = EVENT_TYPES.filter((type) => !existing.has(type));
      for (const eventType of missing) await subscribe(client, eventType, callbackUrl);
      return missing.length;
    },
  };
}

async function subscribe(client: LexwareClient, eventType: string, callbackUrl: string): Promise<void> {
  try {
    await client.send({ method: "POST", path: "/v1/event-subscriptions", body: { eventType, callbackUrl } });
  } catch (error) {
    // Another process created it first, or an earlier answer was lost. Either way the subscription exists.
    if (!(error instanceof ProviderError && error.kind === "conflict")) throw error;
  }
}
