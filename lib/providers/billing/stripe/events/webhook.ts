import Stripe from "stripe";
import { z } from "zod";
import { AppError } from "@/lib/core/web/errors";

export interface StripeEvent {
  id: string;
  type: string;
  occurredAt: Date;
  /** The customer concerned; null if the event concerns or names none. */
  stripeCustomerId: string | null;
  /** The payment concerned, for an event that names it instead of a customer: a dispute. */
  paymentId: string | null;
  payload: unknown;
}

const named = z.union([z.string(), z.object({ id: z.string() })]).nullish();

const wireEvent = z.object({
  id: z.string().min(1),
  type: z.string(),
  created: z.number().int().min(0).max(100_000_000_000),
  data: z.object({
    object: z.object({
      object: z.string().optional(),
      id: z.string().optional(),
      customer: named,
      payment_intent: named,
    }),
  }),
});

/**
 * Returns the event of a genuine webhook; undefined if the signature is missing, wrong or older than five minutes.
 *
 * @param raw the bytes as received, because the signature covers them
 * @throws AppError `invalid_input` if the webhook is genuine but cannot be read
 */
export function readStripeWebhook(raw: Buffer, signature: string | null, secret: string): StripeEvent | undefined {
  if (!signature) return undefined;
  let event: unknown;
  try {
    event = Stripe.webhooks.constructEvent(raw, signature, secret);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
  }
  const parsed = wireEvent.safeParse(event);
  if (!parsed.success) throw new AppError("invalid_input", "The event cannot be read.");
  const { id, type, created, data } = parsed.data;
  const about = data.object;
  const stripeCustomerId = idOf(about.object === "customer" ? about.id : about.customer);
  const paymentId = idOf(about.payment_intent);
  return { id, type, occurredAt: new Date(created * 1000), stripeCustomerId, paymentId, payload: event };
}

function idOf(named: string | { id: string } | null | undefined): string | null {
  return (typeof named === "object" ? named?.id : named) ?? null;
}
