import { env } from "@/lib/core/env";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { webhook } from "@/lib/http/webhook";
import { storeEvents } from "@/lib/inbox/group-commit";
import { ourBilling } from "@/lib/providers/billing/registry";
import { readStripeWebhook, type StripeEvent } from "@/lib/providers/billing/stripe/events/webhook";

export const POST = webhook({
  provider: "stripe",
  badSignatureStatus: 400,
  receive: async (raw, headers) => {
    const event = readStripeWebhook(raw, headers.get("stripe-signature"), env().STRIPE_WEBHOOK_SECRET);
    if (!event) return "bad-signature";
    const { id: eventId, type: action, occurredAt, payload } = event;
    const organisationId = await customerOf(event);
    // All events about one customer share a subject, so that the job reads the customer once, however many events
    // arrive.
    const subject = `customers:${organisationId ?? "none"}`;
    const row = { eventId, organisationId, subject, action, occurredAt, payload };
    return { stored: await storeEvents("STRIPE", [row]) };
  },
});

/**
 * Returns the Stripe customer of an event. Disputes are rare and name only a payment, so Stripe is asked who paid it.
 * If that call fails, Stripe sends the event again.
 */
async function customerOf({ stripeCustomerId, paymentId }: StripeEvent): Promise<string | null> {
  return stripeCustomerId ?? (paymentId ? await ourBilling().payerOf(paymentId) : null);
}

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
