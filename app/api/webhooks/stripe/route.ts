import { env } from "@/lib/core/env";
import { otherMethods } from "@/lib/http/other-methods";
import { webhook } from "@/lib/http/webhook";
import { storeEvents } from "@/lib/inbox/group-commit";
import { ourBilling } from "@/lib/providers/billing/registry";
import { readStripeWebhook, type StripeEvent } from "@/lib/providers/billing/stripe/webhook";

export const POST = webhook({
  provider: "stripe",
  badSignatureStatus: 400,
  receive: async (raw, headers) => {
    const event = readStripeWebhook(raw, headers.get("stripe-signature"), env().STRIPE_WEBHOOK_SECRET);
    if (!event) return "bad-signature";
    const { id: eventId, type: action, occurredAt, payload } = event;
    const organisationId = await customerOf(event);
    // Everything about one customer is one subject: however many events come, the truth is read once.
    const subject = `customers:${organisationId ?? "none"}`;
    const row = { eventId, organisationId, subject, action, occurredAt, payload };
    return { stored: await storeEvents("STRIPE", [row]) };
  },
});

/** Disputes are rare and name a payment only. If Stripe does not tell whose it is now, it sends the event again. */
async function customerOf({ stripeCustomerId, paymentId }: StripeEvent): Promise<string | null> {
  return stripeCustomerId ?? (paymentId ? await ourBilling().payerOf(paymentId) : null);
}

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
