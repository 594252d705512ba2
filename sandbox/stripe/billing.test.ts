import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestWorld, type TestWorld } from "./test-world";

let world: TestWorld;
beforeEach(async () => {
  world = await startTestWorld();
});
afterEach(async () => {
  const { problems } = world;
  await world.close();
  expect(problems).toEqual([]);
});

async function customer(method: string | null = "pm_card_visa", more: Stripe.CustomerCreateParams = {}) {
  const made = await world.stripe.customers.create({ email: "f@lindenhof.example", name: "Lindenhof", ...more });
  if (!method) return made.id;
  const { id } = await world.stripe.paymentMethods.attach(method, { customer: made.id });
  await world.stripe.customers.update(made.id, { invoice_settings: { default_payment_method: id } });
  return made.id;
}
async function subscribe(key: string, more: Partial<Stripe.SubscriptionCreateParams> = {}, method = "pm_card_visa") {
  const price = await world.price(key);
  return world.stripe.subscriptions.create({ customer: await customer(method), items: [{ price }], ...more });
}
const again = (id: string, expand: string[] = []) => world.stripe.subscriptions.retrieve(id, { expand });
const itemOf = (one: Stripe.Subscription) => one.items.data[0] as Stripe.SubscriptionItem;
const invoicesOf = async (subscription: string) => (await world.stripe.invoices.list({ subscription })).data;

describe("as time passes, a subscription", () => {
  it("is renewed every month, with the events that belong to it", async () => {
    const one = await subscribe("standard_monthly");
    expect(one.status).toBe("active");
    await world.move(32);
    const [second, first] = await invoicesOf(one.id);
    expect([first?.billing_reason, second?.billing_reason]).toEqual(["subscription_create", "subscription_cycle"]);
    expect(second).toMatchObject({ status: "paid", amount_paid: 1390, number: expect.stringMatching(/-0002$/) });
    expect(itemOf(await again(one.id)).current_period_start).toBe(itemOf(one).current_period_end);
    const types = (await world.events("invoice.upcoming")).map((event) => event.type);
    expect(types).toContain("invoice.upcoming");
  });

  it("ends its trial, with a notice three days before", async () => {
    const one = await subscribe("premium_yearly", { trial_period_days: 14 });
    expect(one.status).toBe("trialing");
    expect((await invoicesOf(one.id))[0]).toMatchObject({ status: "paid", total: 0 });
    await world.move(12);
    expect((await world.events("customer.subscription.trial_will_end")).map((event) => event.type)).toContain(
      "customer.subscription.trial_will_end",
    );
    await world.move(4);
    expect((await again(one.id)).status).toBe("active");
    expect((await invoicesOf(one.id))[0]).toMatchObject({ status: "paid", total: 27900 });
  });

  it("retries a failed payment and then becomes unpaid", async () => {
    const one = await subscribe("standard_monthly", { trial_period_days: 1 }, "pm_card_chargeCustomerFail");
    await world.move(3);
    expect((await again(one.id)).status).toBe("past_due");
    await world.move(20);
    expect((await again(one.id)).status).toBe("unpaid");
    const [invoice] = await invoicesOf(one.id);
    expect(invoice).toMatchObject({ status: "open", attempt_count: 4, next_payment_attempt: null });
    const good = await world.stripe.paymentMethods.attach("pm_card_visa", { customer: String(one.customer) });
    await world.stripe.invoices.pay(invoice?.id ?? "", { payment_method: good.id });
    expect((await again(one.id)).status).toBe("active");
  });

  it("expires 23 hours after a first payment that failed", async () => {
    const one = await subscribe("standard_monthly", {}, "pm_card_chargeCustomerFail");
    expect(one.status).toBe("incomplete");
    await world.move(1);
    expect((await again(one.id)).status).toBe("incomplete_expired");
  });

  it("has draft invoices while collection is paused, and resumes automatically", async () => {
    const one = await subscribe("standard_monthly");
    const resumes_at = itemOf(one).current_period_end + 10 * 86_400;
    const paused = await world.stripe.subscriptions.update(one.id, {
      pause_collection: { behavior: "keep_as_draft", resumes_at },
    });
    expect(paused).toMatchObject({ status: "active", pause_collection: { behavior: "keep_as_draft", resumes_at } });
    await world.move(33);
    expect((await invoicesOf(one.id))[0]).toMatchObject({ status: "draft", auto_advance: false });
    await world.move(12);
    expect((await again(one.id)).pause_collection).toBeNull();
    await world.move(25);
    expect((await invoicesOf(one.id)).map((invoice) => invoice.status)).toEqual(["paid", "draft", "paid"]);
  });

  it("is cancelled at once, and unknown to a second cancellation", async () => {
    const one = await subscribe("standard_monthly");
    expect(await world.stripe.subscriptions.cancel(one.id)).toMatchObject({ status: "canceled" });
    const again = world.stripe.subscriptions.cancel(one.id);
    await expect(again).rejects.toMatchObject({ statusCode: 404, code: "resource_missing" });
  });

  it("is cancelled at the end of the period and not before", async () => {
    const one = await subscribe("standard_monthly");
    const set = await world.stripe.subscriptions.update(one.id, {
      cancel_at_period_end: true,
      cancellation_details: { feedback: "too_expensive" },
    });
    expect(set).toMatchObject({ status: "active", cancel_at: itemOf(one).current_period_end });
    await world.move(32);
    expect(await again(one.id)).toMatchObject({
      status: "canceled",
      cancellation_details: { feedback: "too_expensive", reason: "cancellation_requested" },
    });
    expect(await invoicesOf(one.id)).toHaveLength(1);
  });

  it("follows the test clock of its customer", async () => {
    const frozen_time = Math.floor(Date.now() / 1_000);
    const clock = await world.stripe.testHelpers.testClocks.create({ frozen_time });
    const made = await customer("pm_card_visa", { test_clock: clock.id });
    const price = await world.price("standard_monthly");
    const one = await world.stripe.subscriptions.create({ customer: made, items: [{ price }] });
    await world.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: frozen_time + 40 * 86_400 });
    expect(await invoicesOf(one.id)).toHaveLength(2);
    expect(await world.stripe.testHelpers.testClocks.retrieve(clock.id)).toMatchObject({ status: "ready" });
  });
});

describe("changes of a subscription", () => {
  it("have a preview that equals the later invoice", async () => {
    const one = await subscribe("standard_monthly");
    await world.move(10);
    const items = [{ id: itemOf(one).id, price: await world.price("premium_monthly") }];
    const proration_date = itemOf(one).current_period_start + 10 * 86_400;
    const change = { items, proration_date, proration_behavior: "always_invoice" } as const;
    const preview = await world.stripe.invoices.createPreview({ subscription: one.id, subscription_details: change });
    const after = await world.stripe.subscriptions.update(one.id, { ...change, expand: ["latest_invoice"] });
    const invoice = after.latest_invoice as Stripe.Invoice;
    const seen = (one: Stripe.Invoice) => [one.total, one.lines.data.map((line) => [line.amount, line.description])];
    expect(seen(invoice)).toEqual(seen(preview));
    expect(invoice).toMatchObject({ status: "paid", billing_reason: "subscription_update" });
    expect(invoice.lines.data.map((line) => Math.sign(line.amount))).toEqual([-1, 1]);
  });

  it("bill a new interval at once, and other prorations on the next invoice", async () => {
    const one = await subscribe("standard_monthly");
    const items = [{ id: itemOf(one).id, price: await world.price("standard_yearly") }];
    const yearly = await world.stripe.subscriptions.update(one.id, { items, expand: ["latest_invoice"] });
    expect(yearly.latest_invoice).toMatchObject({ total: 15000 - 1390, status: "paid" });
    const back = [{ id: itemOf(one).id, price: await world.price("premium_yearly") }];
    await world.stripe.subscriptions.update(one.id, { items: back, proration_behavior: "create_prorations" });
    expect(await invoicesOf(one.id)).toHaveLength(2);
    const next = await world.stripe.invoices.createPreview({ subscription: one.id });
    expect(next.lines.data).toHaveLength(3);
  });

  it("wait for the end of the period in a schedule", async () => {
    const one = await subscribe("premium_monthly");
    const schedule = await world.stripe.subscriptionSchedules.create({ from_subscription: one.id });
    const [phase] = schedule.phases;
    await world.stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: "release",
      phases: [
        {
          items: [{ price: itemOf(one).price.id }],
          start_date: phase?.start_date ?? 0,
          end_date: phase?.end_date ?? 0,
        },
        {
          items: [{ price: await world.price("standard_monthly") }],
          duration: { interval: "month", interval_count: 1 },
        },
      ],
    });
    await expect(world.stripe.subscriptions.update(one.id, { cancel_at_period_end: true })).rejects.toThrow("schedule");
    await world.move(32);
    expect((await invoicesOf(one.id))[0]).toMatchObject({ total: 1390, status: "paid" });
    await world.move(32);
    expect((await world.stripe.subscriptionSchedules.retrieve(schedule.id)).status).toBe("released");
    expect((await again(one.id)).schedule).toBeNull();
  });

  describe("in a schedule", () => {
    const begun = async () => {
      const one = await subscribe("premium_monthly", { discounts: [{ coupon: "BLEIBEN50" }] });
      const { id, phases } = await world.stripe.subscriptionSchedules.create({ from_subscription: one.id });
      const { start_date, end_date } = phases[0] ?? { start_date: 0, end_date: 0 };
      const running = { items: [{ price: itemOf(one).price.id }], start_date, end_date };
      const items = [{ price: await world.price("standard_monthly") }];
      const next = { items, duration: { interval: "month" as const, interval_count: 1 } };
      return { one, id, phases, running, next, discount: String(one.discounts[0]) };
    };
    type Phase = Awaited<ReturnType<typeof begun>>["running" | "next"] & { discounts?: object[] };
    const plan = (id: string, ...phases: Phase[]) => world.stripe.subscriptionSchedules.update(id, { phases });

    it("give the subscription only the discounts that the phase names", async () => {
      const { one, id, phases, running, next, discount } = await begun();
      expect(phases[0]?.discounts).toEqual([{ coupon: null, discount, promotion_code: null }]);
      await plan(id, { ...running, discounts: [{ discount }] }, next);
      expect((await again(one.id)).discounts).toEqual([discount]);
      await world.move(32);
      expect((await again(one.id)).discounts).toEqual([]);
      expect((await invoicesOf(one.id))[0]).toMatchObject({ total: 1390 });
    });

    it("turn a coupon into a new discount, and end discounts that the running phase does not name", async () => {
      const { one, id, running, next, discount } = await begun();
      await plan(id, { ...running, discounts: [{ coupon: "BLEIBEN50" }] }, next);
      const [made] = (await again(one.id)).discounts;
      expect(made).not.toBe(discount);
      await expect(plan(id, { ...running, discounts: [{ discount }] }, next)).rejects.toThrow("No such discount");
      const { discount: foreign } = await begun();
      await expect(plan(id, { ...running, discounts: [{ discount: foreign }] }, next)).rejects.toThrow("No such");
      await plan(id, running, next);
      expect((await again(one.id)).discounts).toEqual([]);
    });
  });

  it("apply discounts for as long as they last, and never below zero", async () => {
    const one = await subscribe("standard_monthly", { discounts: [{ promotion_code: await code("SOMMER50") }] });
    expect((await invoicesOf(one.id))[0]).toMatchObject({ subtotal: 1390, total: 695 });
    for (let month = 0; month < 3; month += 1) await world.move(31);
    expect((await invoicesOf(one.id)).map((invoice) => invoice.total)).toEqual([1390, 695, 695, 695]);
    const big = await world.stripe.coupons.create({ amount_off: 5000, currency: "eur", duration: "once" });
    const free = await subscribe("standard_monthly", { discounts: [{ coupon: big.id }, { coupon: "BLEIBEN50" }] });
    expect((await invoicesOf(free.id))[0]).toMatchObject({ total: 0, amount_due: 0, status: "paid" });
    const cleared = await world.stripe.subscriptions.update(free.id, { discounts: "" });
    expect(cleared.discounts).toEqual([]);
  });

  it("pause and resume the whole subscription", async () => {
    const one = await subscribe("standard_monthly");
    expect((await world.stripe.subscriptions.pause(one.id)).status).toBe("paused");
    await world.move(40);
    expect(await invoicesOf(one.id)).toHaveLength(1);
    const resumed = await world.stripe.subscriptions.resume(one.id, { billing_cycle_anchor: { type: "now" } });
    expect(resumed.status).toBe("active");
    expect(await invoicesOf(one.id)).toHaveLength(2);
  });

  it("add the tax of the customer's country on request", async () => {
    const address = { line1: "Weg 1", city: "Wien", postal_code: "1010", country: "AT" };
    const one = await subscribe("standard_monthly");
    const german = await customer("pm_card_visa", { address: { ...address, country: "DE" } });
    const firm = await customer("pm_card_visa", { address, tax_id_data: [{ type: "eu_vat", value: "ATU12345678" }] });
    const price = await world.price("standard_monthly");
    const make = (id: string) =>
      world.stripe.subscriptions.create({
        customer: id,
        items: [{ price }],
        automatic_tax: { enabled: true },
        expand: ["latest_invoice"],
      });
    expect((await make(german)).latest_invoice).toMatchObject({ total: 1654, total_taxes: [{ amount: 264 }] });
    expect((await make(firm)).latest_invoice).toMatchObject({
      total: 1390,
      total_taxes: [{ taxability_reason: "reverse_charge" }],
    });
    await expect(make(String(one.customer))).rejects.toMatchObject({ code: "customer_tax_location_invalid" });
  });
});

async function code(text: string): Promise<string> {
  return (await world.stripe.promotionCodes.list({ code: text, active: true })).data[0]?.id ?? "";
}
