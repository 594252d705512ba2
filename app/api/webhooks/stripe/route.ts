import { env } from "@/lib/core/env";
import { webhook } from "@/lib/http/webhook";
import { storeEvents } from "@/lib/inbox/group-commit";
import { readStripeWebhook } from "@/lib/providers/billing/stripe/webhook";

export const POST = webhook({
  provider: "stripe",
  badSignatureStatus: 400,
  receive: async (raw, headers) => {
    const event = readStripeWebhook(raw, headers.get("stripe-signature"), env().STRIPE_WEBHOOK_SECRET);
    if (!event) return "bad-signature";
    const { id: eventId, type: action, occurredAt, stripeCustomerId, payload } = event;
    // Everything about one customer is one subject: however many events come, the truth is read once.
    const subject = `customers:${stripeCustomerId ?? "none"}`;
    const row = { eventId, organisationId: stripeCustomerId, subject, action, occurredAt, payload };
    return { stored: await storeEvents("STRIPE", [row]) };
  },
});
