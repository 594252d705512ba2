import { ProviderError } from "@/lib/core/provider-error";
import type { Subscriptions } from "../port";
import type { LexwareClient } from "./client";
import { wireSubscriptions } from "./wire";

/** The events our job needs; each wants a subscription of its own. */
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

/** Subscriptions die with a revoked token and after repeated 404s, so they are checked every day, not only made once. */
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
    // Another process was faster, or an earlier answer was lost: it stands, which is all we want.
    if (!(error instanceof ProviderError && error.kind === "conflict")) throw error;
  }
}
