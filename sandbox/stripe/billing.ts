import type { Invoice, Subscription } from "./billing-records";
import { showSubscription } from "./billing-shapes";
import { expireSession, sessionSettled } from "./checkout-life";
import { emit } from "./events";
import { buildInvoice, periodLines } from "./invoice-build";
import { collect, fail, finalize, settleInvoice } from "./invoice-life";
import { showInvoice } from "./invoice-shapes";
import { settle } from "./payments";
import {
  changeSubscription,
  customerFor,
  discountsAt,
  endSubscription,
  expireIncomplete,
  renew,
} from "./subscription-life";
import { DAY, sharedNow, type World } from "./world";

interface Due {
  at: number;
  work: () => void;
}

const INCOMPLETE_SECONDS = 23 * 3_600;
const NOTICE_DAYS = { trialEnd: 3, renewal: 7 };
const MOST_STEPS = 100_000;

/** Executes everything that is due for customers on the shared clock, in the order of time. */
export function catchUp(world: World): void {
  runUntil(world, sharedNow(world), null);
}

/** @param clock the test clock of the customers, or null for all customers without one */
export function runUntil(world: World, until: number, clock: string | null): void {
  const call = world.call;
  const instant = world.instant;
  // Events of due work have no call as their cause.
  world.call = null;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const next = earliest(world, clock);
    if (!next || next.at > until) break;
    world.instant = next.at;
    next.work();
  }
  world.instant = instant;
  world.call = call;
}

function earliest(world: World, clock: string | null): Due | undefined {
  let first: Due | undefined;
  const consider = (due: Due): void => {
    if (!first || due.at < first.at) first = due;
  };
  const isOurs = (customer: string | null): boolean =>
    (world.records.customers.get(customer ?? "")?.test_clock ?? null) === clock;
  for (const intent of world.records.paymentIntents.all()) {
    const at = intent.settlesAt;
    if (at !== null && isOurs(intent.customer)) consider({ at, work: () => settleDebit(world, intent.id) });
  }
  for (const invoice of world.records.invoices.all())
    if (isOurs(invoice.customer)) for (const due of invoiceDues(world, invoice)) consider(due);
  for (const subscription of world.records.subscriptions.all())
    if (subscription.ended_at === null && isOurs(subscription.customer))
      for (const due of subscriptionDues(world, subscription)) consider(due);
  for (const session of world.records.sessions.all())
    if (session.status === "open" && isOurs(session.customer))
      consider({ at: session.expires_at, work: () => expireSession(world, session) });
  return first;
}

function settleDebit(world: World, id: string): void {
  const intent = world.records.paymentIntents.get(id);
  const invoice = world.records.invoices.get(intent?.invoice ?? "");
  if (!intent || !invoice) return;
  const outcome = settle(world, intent);
  if (outcome.result === "succeeded") settleInvoice(world, invoice);
  else fail(world, invoice, outcome);
  sessionSettled(world, invoice, outcome.result === "succeeded");
}

function invoiceDues(world: World, invoice: Invoice): Due[] {
  const dues: Due[] = [];
  const at = invoice.automatically_finalizes_at;
  if (invoice.status === "draft" && invoice.auto_advance && at !== null)
    dues.push({ at, work: () => advance(world, invoice) });
  if (invoice.status === "open" && invoice.next_payment_attempt !== null)
    dues.push({ at: invoice.next_payment_attempt, work: () => collect(world, invoice) });
  return dues;
}

/** Finalises a draft and collects it, as the vendor does automatically. */
export function advance(world: World, invoice: Invoice): void {
  finalize(world, invoice);
  if (invoice.status === "open" && invoice.collection_method === "charge_automatically") collect(world, invoice);
}

function subscriptionDues(world: World, one: Subscription): Due[] {
  const dues: Due[] = [];
  if (one.status === "incomplete")
    dues.push({ at: one.created + INCOMPLETE_SECONDS, work: () => expireIncomplete(world, one) });
  if (["incomplete", "paused"].includes(one.status)) return dues;
  const resumes = one.pause_collection?.resumes_at ?? null;
  if (resumes !== null)
    dues.push({
      at: resumes,
      work: () =>
        changeSubscription(world, one, () => {
          one.pause_collection = null;
        }),
    });
  const end = Math.min(...one.items.map((item) => item.current_period_end));
  if (one.cancel_at !== null && one.cancel_at <= end)
    dues.push({ at: one.cancel_at, work: () => endSubscription(world, one, "cancellation_requested") });
  else dues.push({ at: end, work: () => renew(world, one, end) });
  return [...dues, ...noticesOf(world, one, end)];
}

function noticesOf(world: World, one: Subscription, end: number): Due[] {
  const { announced } = one;
  const keep = (): unknown => world.records.subscriptions.put(one.id, one);
  if (one.status === "trialing" && announced.trialEnd !== one.trial_end)
    return [
      {
        at: end - NOTICE_DAYS.trialEnd * DAY,
        work: () => {
          announced.trialEnd = one.trial_end;
          keep();
          emit(world, "customer.subscription.trial_will_end", showSubscription(world, one));
        },
      },
    ];
  const ends = one.cancel_at_period_end || one.cancel_at !== null;
  if (announced.renewal === end || ends || one.status === "trialing") return [];
  return [
    {
      at: end - NOTICE_DAYS.renewal * DAY,
      work: () => {
        announced.renewal = end;
        keep();
        emit(world, "invoice.upcoming", upcoming(world, one, end));
      },
    },
  ];
}

/** Returns the announced invoice without an id, because it does not exist yet. */
function upcoming(world: World, one: Subscription, end: number): Record<string, unknown> {
  const invoice = buildInvoice(world, {
    customer: customerFor(world, one),
    subscription: one,
    lines: periodLines(world, one),
    discounts: discountsAt(world, one, end),
    reason: "upcoming",
    at: end,
    period: { start: one.items[0]?.current_period_start ?? end, end },
    automaticTax: one.automatic_tax,
  });
  const { id: _id, ...shown } = showInvoice(world, invoice);
  return { ...shown, next_payment_attempt: end + world.settings.draftSeconds };
}
