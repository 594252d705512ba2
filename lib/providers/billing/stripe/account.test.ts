import { describe, expect, test } from "vitest";
import { payerOf, readAccount } from "./account";
import type { StripeCaller } from "./client";

/** The objects at Stripe, with the fields that we read. */
interface There {
  customer?: object;
  subscriptions?: object[];
  payments?: object[];
  disputes?: object[];
  saved?: object[];
}

/** A fake Stripe client for one customer, whose answers have only the fields that we read. */
function callerOf({ customer, subscriptions = [], payments = [], disputes = [], saved = [] }: There): StripeCaller {
  const listed = (data: object[]) => ({ list: async () => ({ data }) });
  const client = {
    customers: {
      retrieve: async () => customer ?? { invoice_settings: { default_payment_method: null } },
      listPaymentMethods: async () => ({ data: saved }),
    },
    subscriptions: listed(subscriptions),
    paymentIntents: { ...listed(payments), retrieve: async () => payments[0] },
    disputes: listed(disputes),
    prices: listed([]),
  };
  return { call: (run: (given: unknown) => Promise<unknown>) => run(client) } as unknown as StripeCaller;
}

const read = (there: There) => readAccount(callerOf(there), "cus_1");

function subscription(id: string, status: string, more: object = {}) {
  const isOver = status === "canceled" || status === "incomplete_expired";
  return {
    ...{ id, status, created: 1, start_date: 1, trial_start: null, ended_at: isOver ? 2 : null, cancel_at: null },
    ...{ discounts: [], items: { data: [] }, schedule: null, default_payment_method: null, pause_collection: null },
    ...more,
  };
}

describe("the choice of the current subscription", () => {
  test.each([
    ["is in force, before a newer one that is not", ["old:active:1", "new:incomplete:2", "other:unpaid:3"], "old"],
    ["is the newer of two in force", ["old:active:1", "new:past_due:2"], "new"],
    ["is unpaid, before a newer order that waits for its first payment", ["old:unpaid:1", "new:incomplete:2"], "old"],
    ["is an order that waits, before what has ended", ["old:canceled:3", "new:incomplete:2"], "new"],
    ["is what ran last, before a newer order that came to nothing", ["a:canceled:1", "b:incomplete_expired:2"], "a"],
    [
      "is the newest that came to nothing, if nothing ever ran",
      ["a:incomplete_expired:1", "b:incomplete_expired:2"],
      "b",
    ],
    ["is none where there is none", [], undefined],
  ])("the current subscription %s", async (_what, all, expected) => {
    const subscriptions = all.map((text) => {
      const [id = "", status = "", created] = text.split(":");
      return subscription(id, status, { created: Number(created) });
    });
    expect((await read({ subscriptions })).subscription?.id).toBe(expected);
  });

  test("all subscriptions that have not ended are reported, and whether one of any age had a trial", async () => {
    const all = [
      subscription("a", "active"),
      subscription("b", "unpaid"),
      subscription("c", "canceled", { trial_start: 1 }),
    ];
    expect(await read({ subscriptions: all })).toMatchObject({ unended: ["a", "b"], hasHadTrial: true });
    expect(await read({ subscriptions: all.slice(0, 2) })).toMatchObject({ hasHadTrial: false });
  });
});

describe("the payment method of a supplier", () => {
  const card = (id: string, created: number) => ({
    ...{ id, created, card: { brand: "visa", last4: id, exp_month: 1, exp_year: 2_030 } },
  });
  const [OWN, GENERAL, SAVED] = [card("own", 5), card("general", 5), card("saved", 9)];
  const customerWith = (method: object | null) => ({ invoice_settings: { default_payment_method: method } });

  test.each([
    ["by the subscription's own, before the customer's", "active", OWN, GENERAL, "own"],
    ["by the customer's, where the subscription has none", "active", null, GENERAL, "general"],
    ["by nothing that was only saved, while one runs", "active", null, null, undefined],
    ["by the customer's, once the subscription has ended", "canceled", OWN, GENERAL, "general"],
    ["by what was saved, before an order", "canceled", OWN, null, "saved"],
  ])("a supplier pays %s", async (_how, status, own, general, expected) => {
    const subscriptions = [subscription("a", status, { default_payment_method: own })];
    const account = await read({ subscriptions, customer: customerWith(general), saved: [SAVED] });
    expect(account.paymentMethod?.last4).toBe(expected);
  });

  test("is unknown for a customer who was deleted", async () => {
    expect(await read({ customer: { deleted: true }, saved: [SAVED] })).toMatchObject({
      ...{ paymentMethod: null, newerMethodId: null, subscription: null },
    });
  });

  test.each([
    ["the customer's, as new as the subscription's own or newer", "active", OWN, card("general", 5), "general"],
    ["none, if the subscription's own is newer", "active", OWN, card("general", 4), null],
    ["none, if it is the same", "active", OWN, card("own", 9), null],
    ["the customer's, where the subscription names none", "active", null, GENERAL, "general"],
    ["none for an order that waits for its first payment", "incomplete", null, GENERAL, null],
    ["none for what has ended", "canceled", OWN, card("general", 9), null],
    ["none, if the customer has none", "active", OWN, null, null],
  ])("the method to be charged from now on is %s", async (_what, status, own, general, expected) => {
    const subscriptions = [subscription("a", status, { default_payment_method: own })];
    expect((await read({ subscriptions, customer: customerWith(general) })).newerMethodId).toBe(expected);
  });
});

describe("the newest successful payment", () => {
  const paid = (created: number, disputed: boolean) => ({
    ...{ created, latest_charge: { id: `ch_${created}`, status: "succeeded", disputed } },
  });
  const failed = { created: 9, latest_charge: { id: "ch_9", status: "failed", disputed: false } };

  test.each([
    ["is there", [paid(1, false)], [], false],
    ["was taken back", [paid(1, true)], ["lost"], true],
    ["was taken back, and the dispute is open", [paid(1, true)], ["needs_response"], true],
    ["was credited again when the dispute was won", [paid(1, true)], ["won"], false],
    ["was asked about, and stayed", [paid(1, true)], ["warning_closed"], false],
    ["was disputed twice, and won once", [paid(1, true)], ["won", "under_review"], true],
    ["is disputed in a way that is new to us", [paid(1, true)], ["brand_new"], true],
    ["is disputed, and nothing tells how", [paid(1, true)], [], true],
    ["heals what was taken back before", [paid(1, true), paid(2, false)], ["lost"], false],
    ["was never taken: what failed after it heals nothing", [paid(1, true), failed], ["lost"], true],
    ["was none yet", [failed, { created: 3, latest_charge: null }], [], false],
  ])("the newest payment %s", async (_what, payments, statuses, isReversed) => {
    const disputes = statuses.map((status) => ({ status }));
    expect((await read({ payments, disputes })).isReversed).toBe(isReversed);
  });
});

test.each([
  ["cus_1", "cus_1"],
  [{ id: "cus_2" }, "cus_2"],
  [null, null],
])("payerOf reads a payment of %j as one of customer %s", async (customer, expected) => {
  expect(await payerOf(callerOf({ payments: [{ customer }] }), "pi_1")).toBe(expected);
});
