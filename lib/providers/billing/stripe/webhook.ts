import Stripe from "stripe";

export interface StripeEvent {
  id: string;
  type: string;
  occurredAt: Date;
  /** Whom it is about; null for what concerns no customer. */
  stripeCustomerId: string | null;
  payload: unknown;
}

/**
 * The event of a genuine webhook, or undefined if the signature is missing, wrong or older than five minutes.
 *
 * @param raw the bytes as they came: the signature is over them
 */
export function readStripeWebhook(raw: Buffer, signature: string | null, secret: string): StripeEvent | undefined {
  if (!signature) return undefined;
  let event: Stripe.Event;
  try {
    event = Stripe.webhooks.constructEvent(raw, signature, secret);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
    throw error;
  }
  const { id, type, created, data } = event;
  const about = data.object as { object?: string; id?: string; customer?: string | { id: string } | null };
  const holder = about.object === "customer" ? about.id : about.customer;
  const stripeCustomerId = (typeof holder === "object" ? holder?.id : holder) ?? null;
  return { id, type, occurredAt: new Date(created * 1000), stripeCustomerId, payload: event };
}
