import { ProviderError } from "@/lib/core/web/provider-error";
import type { StripeCaller } from "./client";

/**
 * Changes the plan at the end of the paid period. Creates a schedule that repeats the current phase, continues with the
 * new price, and then releases the subscription. If an earlier call was interrupted, the schedule that it attached is
 * filled.
 *
 * A phase without discounts has the customer's, and the subscription's own are removed at once (types of `stripe`
 * 23.1.0, `SubscriptionScheduleUpdateParams.Phase.discounts`). Therefore they are named by their own ids, which keeps
 * their end dates. The id of a coupon would start a new discount.
 */
export async function switchAtPeriodEnd(caller: StripeCaller, subscriptionId: string, priceId: string, key: string) {
  const { schedule: attached, discounts } = await caller.call((stripe) =>
    stripe.subscriptions.retrieve(subscriptionId, { expand: ["discounts"] }),
  );
  const schedule = await caller.call((stripe) =>
    attached
      ? stripe.subscriptionSchedules.retrieve(idOf(attached))
      : stripe.subscriptionSchedules.create(
          { from_subscription: subscriptionId },
          { idempotencyKey: `${key}:schedule` },
        ),
  );
  const [running] = schedule.phases;
  const price = running?.items[0]?.price;
  if (!running || !price) throw new ProviderError("refused", "Stripe: subscription schedule without a running phase");
  const { start_date, end_date } = running;
  const phases = [
    // The first phase must repeat the current one.
    { items: [{ price: idOf(price), quantity: 1 }], start_date, end_date, ...named(discounts) },
    {
      items: [{ price: priceId, quantity: 1 }],
      duration: { interval: "month" as const, interval_count: 1 },
      ...named(discounts.filter((one) => typeof one === "string" || one.end === null || one.end > end_date)),
    },
  ];
  await caller.call((stripe) =>
    stripe.subscriptionSchedules.update(
      schedule.id,
      { end_behavior: "release", phases },
      { idempotencyKey: `${key}:phases` },
    ),
  );
}

function idOf(one: string | { id: string }): string {
  return typeof one === "string" ? one : one.id;
}

function named(discounts: (string | { id: string })[]) {
  return discounts.length > 0 ? { discounts: discounts.map((one) => ({ discount: idOf(one) })) } : {};
}

/** Cancels a planned change. A schedule that has ended in the meantime is not an error. */
export async function dropPlannedChange(caller: StripeCaller, scheduleId: string, key: string): Promise<void> {
  try {
    await caller.call((stripe) => stripe.subscriptionSchedules.release(scheduleId, {}, { idempotencyKey: key }));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
    const schedule = await caller.call((stripe) => stripe.subscriptionSchedules.retrieve(scheduleId));
    if (schedule.status === "active" || schedule.status === "not_started") throw error;
  }
}

/** Ends a subscription at once. One that has already ended (404) is not an error. */
export async function cancelNow(caller: StripeCaller, subscription: string): Promise<void> {
  try {
    await caller.call((stripe) => stripe.subscriptions.cancel(subscription, { invoice_now: false, prorate: false }));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "not_found") throw error;
  }
}

/**
 * Pays open invoices, the oldest first. A decline (402) or an invoice settled in the meantime (400) is left to Stripe's
 * own retries. New invoices of an `unpaid` subscription stay drafts, and it becomes active only when the newest one is
 * paid (docs.stripe.com/billing/subscriptions/overview, "Unpaid subscriptions"). Therefore the newest draft is
 * finalised first. Earlier drafts belong to periods without access, and nobody is charged for those.
 */
export async function payOpenInvoices(caller: StripeCaller, subscription: string): Promise<void> {
  const { status, pause_collection, latest_invoice } = await caller.call((stripe) =>
    stripe.subscriptions.retrieve(subscription, { expand: ["latest_invoice"] }),
  );
  const newest = typeof latest_invoice === "object" ? latest_invoice : null;
  if (status === "unpaid" && !pause_collection && newest?.id && newest.status === "draft")
    await finalise(caller, newest.id);
  const { data } = await caller.call((stripe) => stripe.invoices.list({ subscription, status: "open", limit: 20 }));
  for (const { id } of data.toReversed()) {
    try {
      if (id) await caller.call((stripe) => stripe.invoices.pay(id));
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
    }
  }
}

/** Finalises an invoice without automatic collection. One that was finalised in the meantime (400) is not an error. */
async function finalise(caller: StripeCaller, invoice: string): Promise<void> {
  try {
    await caller.call((stripe) => stripe.invoices.finalizeInvoice(invoice, { auto_advance: false }));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
  }
}

const HELD = { einzug: "held-by-pause" };

/**
 * Voids the drafts that a pause has held. Those have `auto_advance` off, while a regular draft has it on. A draft of a
 * subscription cannot be deleted, only finalised and voided. It is tagged first, so that a run after an interruption
 * finds those already finalised.
 */
export async function dropHeldInvoices(caller: StripeCaller, subscription: string): Promise<void> {
  const list = (status: "draft" | "open") =>
    caller.call((stripe) => stripe.invoices.list({ subscription, status, limit: 100 }));
  for (const invoice of (await list("draft")).data) {
    const { id } = invoice;
    if (!id || invoice.auto_advance !== false) continue;
    await caller.call((stripe) => stripe.invoices.update(id, { metadata: HELD }));
    await caller.call((stripe) => stripe.invoices.finalizeInvoice(id, { auto_advance: false }));
  }
  for (const { id, metadata } of (await list("open")).data)
    if (id && metadata?.einzug === HELD.einzug) await caller.call((stripe) => stripe.invoices.voidInvoice(id));
}
