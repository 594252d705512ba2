import { ProviderError } from "@/lib/core/provider-error";
import type { StripeCaller } from "./client";

/**
 * A change of plan when the paid period is over: a schedule that begins as the subscription stands and goes on with
 * the new price, then lets the subscription go. Cut off in the middle it is taken up again: the schedule that is
 * attached already is the one that is filled.
 *
 * A phase that names no discounts has the customer's, and the subscription's own are gone at once (types of `stripe`
 * 23.1.0, `SubscriptionScheduleUpdateParams.Phase.discounts`). They are named by their own ids, which reuses them with the day
 * on which they end; a coupon's id would make new ones that begin anew.
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
  if (!running || !price) throw new ProviderError("refused", "Stripe made a schedule without a phase");
  const { start_date, end_date } = running;
  const phases = [
    // The first phase has to repeat what runs.
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

/** A schedule that has ended meanwhile has nothing left to forget. */
export async function dropPlannedChange(caller: StripeCaller, scheduleId: string, key: string): Promise<void> {
  try {
    await caller.call((stripe) => stripe.subscriptionSchedules.release(scheduleId, {}, { idempotencyKey: key }));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
    const schedule = await caller.call((stripe) => stripe.subscriptionSchedules.retrieve(scheduleId));
    if (schedule.status === "active" || schedule.status === "not_started") throw error;
  }
}

/** One that has ended already answers 404. */
export async function cancelNow(caller: StripeCaller, subscription: string): Promise<void> {
  try {
    await caller.call((stripe) => stripe.subscriptions.cancel(subscription, { invoice_now: false, prorate: false }));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "not_found") throw error;
  }
}

/**
 * Oldest first. A decline (402) or an invoice that was settled meanwhile (400) leaves it to the usual tries. While a
 * subscription is `unpaid` its new invoices stay drafts, and it comes back only when the newest one is paid
 * (docs.stripe.com/billing/subscriptions/overview, "Unpaid subscriptions"): that one is finalised. Drafts before it are of
 * periods in which everything was locked, and nobody is charged for those.
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

/** Not to be tried by itself. One that was finalised meanwhile (400) is as good. */
async function finalise(caller: StripeCaller, invoice: string): Promise<void> {
  try {
    await caller.call((stripe) => stripe.invoices.finalizeInvoice(invoice, { auto_advance: false }));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
  }
}

const HELD = { einzug: "held-by-pause" };

/**
 * Drafts that a pause made are not finalised by themselves (`auto_advance` is off); a period's usual draft is. A draft of
 * a subscription cannot be deleted, only be finalised and voided: it is marked first, so that one which was finalised
 * before this was cut off is found again.
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
