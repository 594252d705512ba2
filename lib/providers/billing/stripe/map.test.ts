import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import type { PlanPrice } from "../port";
import {
  instant,
  LOOKUP_KEYS,
  mapCoupon,
  mapInvoice,
  mapPaymentMethod,
  mapPlannedChange,
  mapPrice,
  mapSubscription,
} from "./map";

/** Casts an answer that has only the fields we read; the client's types are far wider. */
const as = <T>(row: object) => row as unknown as T;
const DAY = 86_400;
const START = 1_788_220_800;
const at = (days: number) => new Date((START + days * DAY) * 1_000);

const PRICE = {
  id: "price_1",
  lookup_key: "standard_monthly",
  unit_amount: 1_390,
  currency: "eur",
  recurring: { interval: "month", interval_count: 1 },
};
const BASIC: PlanPrice = { priceId: "price_1", type: "basic", base: "monthly", cents: 1_390 };

describe("a price at Stripe", () => {
  test.each([
    ["standard_monthly", "month", "basic", "monthly"],
    ["standard_yearly", "year", "basic", "yearly"],
    ["premium_monthly", "month", "premium", "monthly"],
    ["premium_yearly", "year", "premium", "yearly"],
  ])("under the lookup key %s is that of a plan", (lookup_key, interval, type, base) => {
    const row = { ...PRICE, lookup_key, recurring: { interval, interval_count: 1 } };
    expect(mapPrice(as<Stripe.Price>(row))).toEqual({ priceId: "price_1", type, base, cents: 1_390 });
    expect(Object.keys(LOOKUP_KEYS)).toContain(lookup_key);
  });

  test.each([
    ["under no key", { lookup_key: null }],
    ["under a key of somebody else", { lookup_key: "support_hourly" }],
    ["without a fixed amount", { unit_amount: null }],
    ["in another currency", { currency: "chf" }],
    ["that is paid once", { recurring: null }],
    ["for another interval than its key says", { recurring: { interval: "year", interval_count: 1 } }],
    ["for every other month", { recurring: { interval: "month", interval_count: 2 } }],
  ])("%s belongs to none of our plans", (_what, change) => {
    expect(mapPrice(as<Stripe.Price>({ ...PRICE, ...change }))).toBeUndefined();
  });

  test("of zero is a price", () => {
    expect(mapPrice(as<Stripe.Price>({ ...PRICE, unit_amount: 0 }))).toEqual({ ...BASIC, cents: 0 });
  });
});

test.each([
  [1_788_220_800, new Date("2026-09-01T00:00:00Z")],
  [0, new Date(0)],
  [null, null],
  [undefined, null],
])("the instant of %s is %s", (seconds, expected) => {
  expect(instant(seconds)).toEqual(expected);
});

describe("a subscription at Stripe", () => {
  const row = {
    id: "sub_1",
    status: "active",
    start_date: START,
    trial_end: START + 30 * DAY,
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    pause_collection: null,
    discounts: [],
    items: { data: [{ id: "si_1", price: PRICE, current_period_end: START + 60 * DAY }] },
  };
  const map = (change: object = {}) => mapSubscription(as<Stripe.Subscription>({ ...row, ...change }), null);

  test("is mapped to a subscription of the port", () => {
    expect(map()).toEqual({
      id: "sub_1",
      itemId: "si_1",
      status: "active",
      plan: BASIC,
      startedAt: at(0),
      trialEndsAt: at(30),
      periodEndsAt: at(60),
      endsAt: null,
      endedAt: null,
      isPaused: false,
      pausedUntil: null,
      discount: null,
      next: null,
    });
  });

  test.each([
    ["active", "active"],
    ["trialing", "trialing"],
    ["past_due", "past_due"],
    ["unpaid", "unpaid"],
    ["incomplete", "incomplete"],
    ["incomplete_expired", "incomplete_expired"],
    ["paused", "paused"],
    ["canceled", "cancelled"],
    ["brand_new", "unpaid"],
  ])("with the status %s is %s", (status, expected) => {
    expect(map({ status }).status).toBe(expected);
  });

  test.each([
    ["at no time", {}, null, null],
    ["with its period", { cancel_at_period_end: true }, at(60), null],
    ["on a day that is named, before its period", { cancel_at_period_end: true, cancel_at: START + DAY }, at(1), null],
    ["no more: it has", { cancel_at_period_end: true, ended_at: START + 9 * DAY }, null, at(9)],
  ])("ends %s", (_when, change, endsAt, endedAt) => {
    expect(map(change)).toMatchObject({ endsAt, endedAt });
  });

  test.each([
    [null, false, null],
    [{ behavior: "keep_as_draft", resumes_at: START + 90 * DAY }, true, at(90)],
    [{ behavior: "keep_as_draft", resumes_at: null }, true, null],
  ])("with the pause %j is mapped to pause and end of pause", (pause_collection, isPaused, pausedUntil) => {
    expect(map({ pause_collection })).toMatchObject({ isPaused, pausedUntil });
  });

  test("without an item, or with a price that is not ours, has no plan", () => {
    expect(map({ items: { data: [] }, cancel_at_period_end: true })).toMatchObject({
      ...{ itemId: "", plan: undefined, periodEndsAt: null, endsAt: null },
    });
    const foreign = { id: "si_1", price: { ...PRICE, lookup_key: null }, current_period_end: START };
    expect(map({ items: { data: [foreign] } })).toMatchObject({ itemId: "si_1", plan: undefined, periodEndsAt: at(0) });
  });

  const coupon = { id: "BLEIBEN50", percent_off: 50, amount_off: null };
  const discount = { end: START + 365 * DAY, source: { coupon } };
  const mapped = { couponId: "BLEIBEN50", percentOff: 50, amountOffCents: null, endsAt: at(365) };

  test.each([
    ["its first discount", [discount, "di_2"], mapped],
    ["one for ever", [{ ...discount, end: null }], { ...mapped, endsAt: null }],
    [
      "one of an amount",
      [{ ...discount, source: { coupon: { id: "A", percent_off: null, amount_off: 500 } } }],
      {
        ...{ couponId: "A", percentOff: null, amountOffCents: 500, endsAt: at(365) },
      },
    ],
    ["none", [], null],
    ["only the id of one", ["di_1"], null],
    ["one whose coupon is only an id", [{ ...discount, source: { coupon: "BLEIBEN50" } }], null],
    ["one without a coupon", [{ ...discount, source: { coupon: null } }], null],
  ])("has the right discount in the case: %s", (_what, discounts, expected) => {
    expect(map({ discounts }).discount).toEqual(expected);
  });

  test("includes the planned change", () => {
    const price = { priceId: "price_2", type: "premium", base: "monthly", cents: 2_890 } as const;
    const next = { scheduleId: "sched_1", ...price, at: at(60) };
    expect(mapSubscription(as<Stripe.Subscription>(row), next).next).toBe(next);
  });
});

describe("a planned change", () => {
  const PREMIUM: PlanPrice = { priceId: "price_2", type: "premium", base: "monthly", cents: 2_890 };
  const phase = (price: string | { id: string }, from: number, to: number) => ({
    ...{ items: [{ price }], start_date: START + from * DAY, end_date: START + to * DAY },
  });
  const schedule = {
    id: "sched_1",
    status: "active",
    current_phase: { start_date: START, end_date: START + 30 * DAY },
    phases: [phase("price_1", 0, 30), phase("price_2", 30, 60)],
  };
  const map = (change: object = {}) =>
    mapPlannedChange(as<Stripe.SubscriptionSchedule>({ ...schedule, ...change }), [BASIC, PREMIUM]);
  const expected = { scheduleId: "sched_1", ...PREMIUM, at: at(30) };

  test.each([
    ["the phase after the running one", {}],
    ["also when prices come whole", { phases: [phase({ id: "price_1" }, 0, 30), phase({ id: "price_2" }, 30, 60)] }],
    ["and not one that is over", { phases: [phase("price_2", -30, 0), ...schedule.phases] }],
  ])("is %s", (_what, change) => {
    expect(map(change)).toEqual(expected);
  });

  test.each([
    ["of a schedule that is over", { status: "released" }],
    ["of one that has not begun", { status: "not_started" }],
    ["where nothing comes after what runs", { phases: [phase("price_1", 0, 30)] }],
    ["where all phases are over", { phases: [phase("price_1", -60, -30), phase("price_2", -30, 0)] }],
    ["to the price that runs already", { phases: [phase("price_2", 0, 30), phase("price_2", 30, 60)] }],
    ["to a price that is none of ours", { phases: [phase("price_1", 0, 30), phase("price_9", 30, 60)] }],
  ])("is null in the case %s", (_what, change) => {
    expect(map(change)).toBeNull();
  });

  test("is null without a schedule, or with only the id of one", () => {
    expect(mapPlannedChange(null, [BASIC, PREMIUM])).toBeNull();
    expect(mapPlannedChange("sched_1", [BASIC, PREMIUM])).toBeNull();
  });
});

test.each([
  [{ card: { brand: "visa", last4: "4242", exp_month: 8, exp_year: 2_030 } }, ["card", "visa", "4242", 8, 2_030]],
  [{ sepa_debit: { last4: "3000" } }, ["sepa_debit", null, "3000", null, null]],
  [{ sepa_debit: { last4: null } }, ["sepa_debit", null, "", null, null]],
  [{ paypal: {} }, ["other", null, "", null, null]],
])("the payment method %j is mapped to its kind and digits", (method, [kind, brand, last4, expMonth, expYear]) => {
  expect(mapPaymentMethod(as<Stripe.PaymentMethod>(method))).toEqual({ kind, brand, last4, expMonth, expYear });
});

test.each([
  [
    { duration: "once", percent_off: 20 },
    { percentOff: 20, amountOffCents: null, months: null, isForever: false },
  ],
  [
    { duration: "forever", amount_off: 500 },
    { percentOff: null, amountOffCents: 500, months: null, isForever: true },
  ],
  [
    { duration: "repeating", duration_in_months: 12, percent_off: 50, valid: false },
    { percentOff: 50, amountOffCents: null, months: 12, isForever: false, isValid: false },
  ],
])("the coupon %j is mapped to its discount and duration", (change, expected) => {
  const row = { id: "C", valid: true, percent_off: null, amount_off: null, duration_in_months: null, ...change };
  expect(mapCoupon(as<Stripe.Coupon>(row))).toEqual({ id: "C", isValid: true, ...expected });
});

describe("an invoice at Stripe", () => {
  const row = {
    id: "in_1",
    number: "E-0001",
    status: "open",
    status_transitions: { marked_uncollectible_at: null },
    created: START,
    total: 1_654,
    total_excluding_tax: 1_390,
    invoice_pdf: "https://stripe.test/pdf",
    hosted_invoice_url: "https://stripe.test/page",
  };
  const map = (change: object = {}) => mapInvoice(as<Stripe.Invoice>({ ...row, ...change }));

  test("is mapped to an invoice of the port", () => {
    expect(map()).toEqual({
      id: "in_1",
      number: "E-0001",
      status: "open",
      createdAt: at(0),
      totalCents: 1_654,
      netCents: 1_390,
      pdfUrl: "https://stripe.test/pdf",
      pageUrl: "https://stripe.test/page",
    });
  });

  test("that is a draft has neither number nor pages, and without tax its net amount is the gross one", () => {
    const draft = { status: "draft", number: null, invoice_pdf: undefined, hosted_invoice_url: undefined };
    expect(map({ ...draft, total_excluding_tax: null })).toMatchObject({
      ...{ status: "draft", number: null, netCents: 1_654, pdfUrl: null, pageUrl: null },
    });
    expect(map({ total_excluding_tax: 0 }).netCents).toBe(0);
  });

  test.each([
    ["draft", null, "draft"],
    ["open", null, "open"],
    ["paid", null, "paid"],
    ["void", null, "void"],
    // Given up automatically, or marked by a person.
    ["uncollectible", null, "uncollectible"],
    ["uncollectible", START, "marked_uncollectible"],
    // Marked once, but paid later.
    ["paid", START, "paid"],
    [null, null, "draft"],
    ["brand_new", null, "draft"],
  ])("with the status %s (marked at %s) is %s", (status, marked_uncollectible_at, expected) => {
    expect(map({ status, status_transitions: { marked_uncollectible_at } }).status).toBe(expected);
  });
});
