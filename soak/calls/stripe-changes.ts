import { randomUUID } from "node:crypto";
import type { Billing } from "@/lib/providers/billing/port";
import { PATIENT_MS, type Scenario } from "./scenarios";
import { giveOtherCard, LIST, ofSubscriber, type Subscriber } from "./stripe-account";

const COUPON = "BLEIBEN50";
const IN_A_MONTH_MS = 30 * 24 * 3_600_000;

interface WireSubscription {
  status: string;
  discounts: unknown[];
  pause_collection: object | null;
  default_payment_method: string;
  cancel_at_period_end: boolean;
  items: { data: { price: { id: string } }[] };
}
interface WireInvoice {
  status: string;
  billing_reason: string;
}

type Change = (billing: Billing, subscriber: Subscriber, key: string) => Promise<unknown>;

/** Returns a scenario that changes the subscription; its effect is that the new state holds. */
const sets = (method: string, change: Change, holds: (now: WireSubscription) => number | boolean, before?: Change) =>
  ofSubscriber(method, "", async (subscriber) => {
    const { open, read, subscriptionId } = subscriber;
    await before?.(open(PATIENT_MS), subscriber, randomUUID());
    const key = randomUUID();
    return {
      act: (timeoutMs) => change(open(timeoutMs), subscriber, key),
      right: undefined,
      effects: async () => [Number(holds(await read<WireSubscription>(`subscriptions/${subscriptionId}`)))],
    };
  });

const pause: Change = (billing, { subscriptionId }, key) =>
  billing.pause(subscriptionId, new Date(Date.now() + IN_A_MONTH_MS), key);
const leave: Change = (billing, { subscriptionId }, key) => billing.cancelAtPeriodEnd(subscriptionId, "unused", key);

const STATES: Scenario[] = [
  sets(
    "applyCoupon",
    (billing, { subscriptionId }, key) => billing.applyCoupon(subscriptionId, COUPON, key),
    (now) => now.discounts.length,
  ),
  ofSubscriber("pause", "", async ({ open, read, subscriptionId }) => {
    const [until, key] = [new Date(Date.now() + IN_A_MONTH_MS), randomUUID()];
    return {
      act: (timeoutMs) => open(timeoutMs).pause(subscriptionId, until, key),
      right: undefined,
      effects: async () => {
        const { pause_collection } = await read<WireSubscription>(`subscriptions/${subscriptionId}`);
        return [Number(pause_collection !== null)];
      },
    };
  }),
  sets(
    "endPause",
    (billing, { subscriptionId }, key) => billing.endPause(subscriptionId, key),
    (now) => now.pause_collection === null,
    pause,
  ),
  sets("cancelAtPeriodEnd", leave, (now) => now.cancel_at_period_end),
  sets(
    "keep",
    (billing, { subscriptionId }, key) => billing.keep(subscriptionId, key),
    (now) => !now.cancel_at_period_end,
    leave,
  ),
  sets(
    "cancelNow",
    (billing, { subscriptionId }) => billing.cancelNow(subscriptionId),
    (now) => now.status === "canceled",
  ),
  ofSubscriber("useMethod", "", async (subscriber, world) => {
    const { open, read, subscriptionId } = subscriber;
    const [method, key] = [await giveOtherCard(subscriber, world), randomUUID()];
    return {
      act: (timeoutMs) => open(timeoutMs).useMethod(subscriptionId, method, key),
      right: undefined,
      effects: async () => {
        const now = await read<WireSubscription>(`subscriptions/${subscriptionId}`);
        return [Number(now.default_payment_method === method)];
      },
    };
  }),
];

const PLANS: Scenario[] = [
  ofSubscriber("switchNow", "", async ({ open, list, subscriptionId, itemId, prices }) => {
    const key = randomUUID();
    return {
      act: (timeoutMs) => open(timeoutMs).switchNow({ id: subscriptionId, itemId }, prices.premium, key),
      right: undefined,
      // The price difference is billed at once.
      effects: async () => [
        (await list<WireInvoice>("invoices")).filter((one) => one.billing_reason === "subscription_update").length,
      ],
    };
  }),
  ofSubscriber("switchAtPeriodEnd", "", async ({ open, list, subscriptionId, prices }) => {
    const key = randomUUID();
    return {
      act: (timeoutMs) => open(timeoutMs).switchAtPeriodEnd(subscriptionId, prices.premium, key),
      right: undefined,
      effects: async () => [(await list("subscription_schedules")).length],
    };
  }),
  ...[false, true].map((isOver) =>
    ofSubscriber("dropPlannedChange", isOver ? "of one that is over" : "of one that waits", async (subscriber) => {
      const { open, list, subscriptionId, prices } = subscriber;
      await open(PATIENT_MS).switchAtPeriodEnd(subscriptionId, prices.premium, randomUUID());
      const [schedule] = await list<{ id: string }>("subscription_schedules");
      const drop = (timeoutMs: number, key: string) => open(timeoutMs).dropPlannedChange(schedule?.id ?? "", key);
      if (isOver) await drop(PATIENT_MS, randomUUID());
      const key = randomUUID();
      return {
        act: (timeoutMs) => drop(timeoutMs, key),
        right: undefined,
        effects: async () => {
          const all = await list<{ status: string }>("subscription_schedules");
          return [all.filter(({ status }) => status === "released").length];
        },
      };
    }),
  ),
];

const INVOICES: Scenario[] = [
  ofSubscriber(
    "payOpenInvoices",
    "",
    async ({ open, list, play, subscriptionId }) => {
      await play("fail-payment");
      const [invoice] = await list<{ id: string }>("invoices", { status: "open" });
      return {
        act: (timeoutMs) => open(timeoutMs).payOpenInvoices(subscriptionId),
        right: undefined,
        effects: async () => {
          const paid = await list<{ id: string }>("invoices", { status: "paid" });
          return [paid.filter(({ id }) => id === invoice?.id).length];
        },
      };
    },
    LIST,
  ),
  ofSubscriber(
    "dropHeldInvoices",
    "",
    async (subscriber) => {
      const { open, list, play, subscriptionId } = subscriber;
      await pause(open(PATIENT_MS), subscriber, randomUUID());
      await play("renew");
      return {
        act: (timeoutMs) => open(timeoutMs).dropHeldInvoices(subscriptionId),
        right: undefined,
        effects: async () => [(await list("invoices", { status: "void" })).length],
      };
    },
    LIST,
  ),
];

export const STRIPE_CHANGES: Scenario[] = [...STATES, ...PLANS, ...INVOICES];
