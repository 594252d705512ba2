import { type Handler, ReplyError, type Router, type TwinRequest } from "../kit/http";
import { advance, catchUp } from "./billing";
import type { Invoice, Subscription } from "./billing-records";
import { showSubscription } from "./billing-shapes";
import { dispute, winDispute } from "./disputes";
import { fail, finalize } from "./invoice-life";
import { intentOf, settle } from "./payments";
import { changeSubscription, endSubscription, renew } from "./subscription-life";
import { updateSubscription } from "./subscription-update";
import { failureFor } from "./test-methods";
import { now, type World } from "./world";

class DeskError extends Error {
  constructor(
    readonly status: 404 | 422,
    message: string,
  ) {
    super(message);
  }
}

type Work = (world: World, subscription: Subscription, body: Record<string, unknown>) => void;

/** Adds the routes through which the control panel plays time and banks for one subscription. Errors are `{error}`. */
export function deskRoutes(world: World, router: Router): void {
  const acts: Record<string, Work> = {
    renew: renewNow,
    "fail-payment": failPayment,
    "end-trial": endTrial,
    cancel,
    dispute: disputeLatest,
    "win-dispute": winLatest,
  };
  for (const [what, work] of Object.entries(acts))
    router.on("POST", `/stripe/subscriptions/:id/${what}`, guarded(world, work));
}

function guarded(world: World, work: Work): Handler {
  return (request) => {
    try {
      catchUp(world);
      const subscription = subscriptionFor(world, request.params.id ?? "");
      work(world, subscription, bodyOf(request));
      world.kit.store.flush();
      return { status: 200, body: { subscription: showSubscription(world, subscription) } };
    } catch (error) {
      if (error instanceof DeskError) return { status: error.status, body: { error: error.message } };
      if (error instanceof ReplyError) {
        const { error: refused } = error.reply.body as { error: { message: string } };
        return { status: 422, body: { error: refused.message } };
      }
      throw error;
    }
  };
}

function bodyOf(request: TwinRequest): Record<string, unknown> {
  const text = request.raw.toString("utf8").trim();
  if (text === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {
    // Refused below, like every other body that is not an object.
  }
  throw new DeskError(422, "the body must be a JSON object");
}

/** Returns a subscription by its id, or the newest one of the customer with this id or e-mail address. */
function subscriptionFor(world: World, id: string): Subscription {
  const { subscriptions, customers } = world.records;
  const found =
    subscriptions.get(id) ??
    subscriptions
      .filter((one) => one.customer === id || customers.get(one.customer)?.email?.toLowerCase() === id.toLowerCase())
      .at(-1);
  if (!found) throw new DeskError(404, `no subscription ${id}`);
  return found;
}

function refuseEnded({ ended_at, status, id }: Subscription): void {
  if (ended_at !== null) throw new DeskError(422, `${id} is ${status}`);
}

/** Ends the current period now; the rest is what the clock would do. */
function renewEarly(world: World, subscription: Subscription): Invoice | undefined {
  refuseEnded(subscription);
  if (!["active", "past_due", "trialing", "unpaid"].includes(subscription.status))
    throw new DeskError(422, `${subscription.id} is ${subscription.status} and cannot be renewed`);
  const at = now(world, subscription.customer);
  bringForward(world, subscription, at);
  changeSubscription(world, subscription, () => {
    for (const item of subscription.items) item.current_period_end = at;
    subscription.billing_cycle_anchor = at;
    if (subscription.status === "trialing") subscription.trial_end = at;
  });
  return renew(world, subscription, at);
}

/** Moves what a schedule plans for the end of the period to its early end. */
function bringForward(world: World, { schedule: id, items }: Subscription, at: number): void {
  const schedule = world.records.schedules.get(id ?? "");
  const end = items[0]?.current_period_end ?? at;
  if (!schedule) return;
  const moved = (time: number): number => (time >= end ? time - end + at : time);
  const phases = schedule.phases.map((one) => ({
    ...one,
    start_date: moved(one.start_date),
    end_date: moved(one.end_date),
  }));
  world.records.schedules.put(schedule.id, Object.assign(schedule, { phases }));
}

function renewNow(world: World, subscription: Subscription): void {
  const invoice = renewEarly(world, subscription);
  if (invoice?.auto_advance) advance(world, invoice);
}

/** Fails the payment that is open or in progress. If there is none, renews early and fails that payment. */
function failPayment(world: World, subscription: Subscription): void {
  refuseEnded(subscription);
  const latest = world.records.invoices.get(subscription.latest_invoice ?? "");
  const isOpen = latest && (latest.status === "open" || latest.status === "draft");
  const invoice = isOpen ? latest : renewEarly(world, subscription);
  if (!invoice) throw new DeskError(422, `${subscription.id} ended instead of being renewed`);
  finalize(world, invoice);
  if (invoice.status !== "open") throw new DeskError(422, `${invoice.id} asks for no money`);
  const intent = intentOf(world, invoice);
  const failure = failureFor(intent.settlesAt === null ? "insufficient_funds" : "debit");
  Object.assign(invoice, { attempted: true });
  if (intent.settlesAt === null) invoice.attempt_count += 1;
  const outcome = intent.settlesAt === null ? ({ result: "failed", failure } as const) : settle(world, intent, failure);
  fail(world, invoice, outcome);
}

function endTrial(world: World, subscription: Subscription): void {
  if (subscription.status !== "trialing") throw new DeskError(422, `${subscription.id} is not in a trial`);
  renewNow(world, subscription);
}

function cancel(world: World, subscription: Subscription, body: Record<string, unknown>): void {
  refuseEnded(subscription);
  if (body.atPeriodEnd === true || body.atPeriodEnd === "true")
    updateSubscription(world, subscription, { cancel_at_period_end: true });
  else endSubscription(world, subscription, "cancellation_requested");
}

function disputeLatest(world: World, subscription: Subscription): void {
  const paid = world.records.paymentIntents.filter(
    (one) => one.status === "succeeded" && world.records.invoices.get(one.invoice)?.subscription === subscription.id,
  );
  const intent = paid.at(-1);
  if (!intent || !dispute(world, intent)) throw new DeskError(422, `${subscription.id} has no payment to dispute`);
}

function winLatest(world: World, subscription: Subscription): void {
  const invoiceOf = (intent: string) => world.records.paymentIntents.get(intent)?.invoice ?? "";
  const open = world.records.disputes.filter(
    (one) =>
      one.status === "needs_response" &&
      world.records.invoices.get(invoiceOf(one.payment_intent))?.subscription === subscription.id,
  );
  const [latest] = open.slice(-1);
  if (!latest) throw new DeskError(422, `${subscription.id} has no dispute that could be won`);
  winDispute(world, latest);
}
