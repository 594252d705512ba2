import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestWorld, type TestWorld } from "./test-world";
import { APP } from "./world";

let world: TestWorld;
beforeEach(async () => {
  world = await startTestWorld({ webhookRetryMs: [30, 30, 30] });
});
afterEach(async () => {
  const { problems } = world;
  await world.close();
  expect(problems).toEqual([]);
});

async function subscribe(method = "pm_card_visa", more: object = {}) {
  const customer = await world.stripe.customers.create({ email: "f@lindenhof.example", name: "Lindenhof" });
  const { id } = await world.stripe.paymentMethods.attach(method, { customer: customer.id });
  await world.stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: id } });
  const price = await world.price("standard_monthly");
  return world.stripe.subscriptions.create({ customer: customer.id, items: [{ price }], ...more });
}

describe("the control panel", () => {
  it("renews, fails, disputes and cancels a subscription", async () => {
    const { id } = await subscribe();
    const renewed = await world.desk(`/stripe/subscriptions/${id}/renew`);
    expect(renewed.body.subscription).toMatchObject({ status: "active" });
    expect((await world.stripe.invoices.list({ subscription: id })).data.map((one) => one.status)).toEqual([
      "paid",
      "paid",
    ]);
    const failed = await world.desk("/stripe/subscriptions/f@lindenhof.example/fail-payment");
    expect(failed.body.subscription?.status).toBe("past_due");
    expect((await world.desk(`/stripe/subscriptions/${id}/dispute`)).status).toBe(200);
    await world.events("charge.dispute.created");
    expect((await world.desk(`/stripe/subscriptions/${id}/win-dispute`)).status).toBe(200);
    const closed = (await world.events("charge.dispute.closed")).find(({ type }) => type === "charge.dispute.closed");
    expect(closed?.data.object).toMatchObject({ object: "dispute", status: "won" });
    expect((await world.desk(`/stripe/subscriptions/${id}/win-dispute`)).status).toBe(422);
    const set = await world.desk(`/stripe/subscriptions/${id}/cancel`, { atPeriodEnd: true });
    expect(set.body.subscription).toMatchObject({ cancel_at_period_end: true });
    expect((await world.desk(`/stripe/subscriptions/${id}/cancel`)).body.subscription?.status).toBe("canceled");
    expect((await world.desk(`/stripe/subscriptions/${id}/renew`)).status).toBe(422);
    expect((await world.desk("/stripe/subscriptions/sub_none/renew")).status).toBe(404);
  });

  it("renews early into the phase that a schedule plans for the end of the period", async () => {
    const one = await subscribe();
    const [from, to] = [await world.price("standard_monthly"), await world.price("standard_yearly")];
    const { id, phases } = await world.stripe.subscriptionSchedules.create({ from_subscription: one.id });
    const { start_date, end_date } = phases[0] ?? { start_date: 0, end_date: 0 };
    await world.stripe.subscriptionSchedules.update(id, {
      end_behavior: "release",
      phases: [
        { items: [{ price: from }], start_date, end_date },
        { items: [{ price: to }], duration: { interval: "year", interval_count: 1 } },
      ],
    });
    await world.desk(`/stripe/subscriptions/${one.id}/renew`);
    const renewed = await world.stripe.subscriptions.retrieve(one.id);
    expect(renewed.items.data[0]?.price.lookup_key).toBe("standard_yearly");
  });

  it("ends a trial, and shows the result in state and ledger", async () => {
    const { id } = await subscribe("pm_card_visa", { trial_period_days: 14 });
    expect((await world.desk(`/stripe/subscriptions/${id}/end-trial`)).body.subscription?.status).toBe("active");
    expect(world.twin.state()).toMatchObject({ secretKey: APP.secretKey, webhookSecret: APP.webhookSecret });
    const ledger = world.twin.ledger() as { charges: object[]; subscriptions: object[] };
    expect(ledger.subscriptions).toMatchObject([{ id, status: "active", prices: ["standard_monthly"] }]);
    expect(ledger.charges).toMatchObject([{ amountCents: 1390, status: "succeeded" }]);
  });
});

describe("webhooks", () => {
  it("are signed over their bytes, with the previous values and the idempotency key of the call", async () => {
    const made = await world.stripe.customers.create({ name: "Eins" }, { idempotencyKey: "k1" });
    await world.stripe.customers.update(made.id, { name: "Zwei" });
    const events = await world.events("customer.updated");
    expect(events[0]).toMatchObject({
      type: "customer.created",
      api_version: APP.apiVersion,
      request: { idempotency_key: "k1" },
    });
    expect(events.at(-1)?.data).toMatchObject({ object: { name: "Zwei" }, previous_attributes: { name: "Eins" } });
    const [first] = world.received;
    expect(() =>
      world.stripe.webhooks.constructEvent(`${first?.raw} `, first?.signature ?? "", APP.webhookSecret),
    ).toThrow("signature");
    const listed = await world.stripe.events.list({ type: "customer.*" });
    expect(listed.data.map((event) => event.type)).toEqual(["customer.updated", "customer.created"]);
  });

  it("are repeated, delayed, reordered, forged or dropped when such a fault is armed", async () => {
    const { faults } = world.kit;
    faults.add({ provider: "stripe", kind: "drop", times: 1 });
    await world.stripe.customers.create({ name: "lost" });
    faults.add({ provider: "stripe", kind: "duplicate", times: 1 });
    const made = await world.stripe.customers.create({ name: "twice" });
    await world.events("customer.created");
    await new Promise((resolve) => setTimeout(resolve, 150));
    const ids = (await world.events("customer.created")).map((event) => event.id);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
    world.received.length = 0;
    faults.add({ provider: "stripe", kind: "reorder", times: 1 });
    await world.stripe.customers.update(made.id, { name: "a" });
    await world.stripe.customers.update(made.id, { name: "b" });
    await new Promise((resolve) => setTimeout(resolve, 700));
    const names = (await world.events("customer.updated")).map((event) => (event.data.object as { name: string }).name);
    expect(names).toEqual(["b", "a"]);
    world.received.length = 0;
    faults.add({ provider: "stripe", kind: "wrong-signature", times: 1 });
    await world.stripe.customers.update(made.id, { name: "c" });
    await expect(world.events("customer.updated")).rejects.toThrow("signature");
  });

  it("reach endpoints created by the API, for the events they selected", async () => {
    const url = `${world.kit.appUrl}/second`;
    const endpoint = await world.stripe.webhookEndpoints.create({ url, enabled_events: ["coupon.created"] });
    expect(endpoint.secret).toMatch(/^whsec_/);
    expect((await world.stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined();
    await world.stripe.coupons.create({ percent_off: 5, duration: "once" });
    await new Promise((resolve) => setTimeout(resolve, 150));
    const secrets = [APP.webhookSecret, endpoint.secret ?? ""];
    const opened = world.received.map(({ raw, signature }) =>
      secrets.filter((secret) => {
        try {
          return world.stripe.webhooks.constructEvent(raw, signature, secret);
        } catch {
          return false;
        }
      }),
    );
    expect(opened.flat().sort()).toEqual([...secrets].sort());
  });
});

describe("the portal", () => {
  it("changes the plan, the payment method and the details, and cancels", async () => {
    const { id, customer } = await subscribe();
    const open = (more: object = {}) =>
      world.stripe.billingPortal.sessions.create({
        customer: String(customer),
        return_url: "http://127.0.0.1/abo",
        locale: "de",
        ...more,
      });
    const session = await open();
    const path = new URL(session.url).pathname;
    const page = await (await world.raw("GET", path)).text();
    expect(page).toContain("Abonnement kündigen");
    expect(page).not.toContain("<script");
    const act = async (form: Record<string, string>) =>
      (await world.raw("POST", path, { subscription: id, ...form })).status;
    expect(await act({ action: "switch", price: await world.price("premium_monthly") })).toBe(303);
    const switched = await world.stripe.subscriptions.retrieve(id);
    expect(switched.items.data[0]?.price.lookup_key).toBe("premium_monthly");
    const card = { method: "card", card_number: "5555555555554444", exp_month: "1", exp_year: "2035", cvc: "1" };
    expect(await act({ action: "method", ...card })).toBe(303);
    expect(await act({ action: "cancel", feedback: "unused" })).toBe(303);
    expect(await world.stripe.subscriptions.retrieve(id)).toMatchObject({
      cancel_at_period_end: true,
      cancellation_details: { feedback: "unused" },
    });
    expect(await act({ action: "keep" })).toBe(303);
    expect(await act({ action: "switch", price: "price_none" })).toBe(422);
    const flow = await open({
      flow_data: {
        type: "subscription_cancel",
        subscription_cancel: { subscription: id },
        after_completion: { type: "redirect", redirect: { return_url: "http://127.0.0.1/ok" } },
      },
    });
    const done = await world.raw("POST", new URL(flow.url).pathname, { action: "cancel", subscription: id });
    expect(done.headers.get("location")).toBe("http://127.0.0.1/ok");
    expect((await world.raw("GET", "/p/session/none")).status).toBe(404);
    expect((await world.stripe.billingPortal.configurations.list({ is_default: true })).data).toHaveLength(1);
  });
});

describe("invoices", () => {
  it("can be opened, paid on their page, voided and written off", async () => {
    const { id, customer } = await subscribe();
    await world.desk(`/stripe/subscriptions/${id}/fail-payment`);
    const [open] = (await world.stripe.invoices.list({ subscription: id, status: "open" })).data;
    const path = new URL(open?.hosted_invoice_url ?? "").pathname;
    expect((await world.raw("GET", path)).status).toBe(200);
    const pdf = await world.raw("GET", new URL(open?.invoice_pdf ?? "").pathname);
    expect([pdf.headers.get("content-type"), (await pdf.text()).slice(0, 5)]).toEqual(["application/pdf", "%PDF-"]);
    const card = { method: "card", card_number: "4242424242424242", exp_month: "1", exp_year: "2035", cvc: "1" };
    expect((await world.raw("POST", path, card)).status).toBe(303);
    expect((await world.stripe.invoices.retrieve(open?.id ?? "")).status).toBe("paid");
    expect((await world.stripe.subscriptions.retrieve(id)).status).toBe("active");
    await world.desk(`/stripe/subscriptions/${id}/fail-payment`);
    const [again] = (await world.stripe.invoices.list({ customer: String(customer), status: "open" })).data;
    expect((await world.stripe.invoices.markUncollectible(again?.id ?? "")).status).toBe("uncollectible");
    expect((await world.stripe.invoices.voidInvoice(again?.id ?? "")).status).toBe("void");
    await expect(world.stripe.invoices.pay(open?.id ?? "")).rejects.toMatchObject({ code: "invoice_already_paid" });
    const payments = await world.stripe.invoicePayments.list({ invoice: open?.id ?? "" });
    expect(payments.data[0]).toMatchObject({ status: "paid", amount_paid: 1390 });
  });
});

it("a restarted twin has the same state from its file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "einzug-stripe-"));
  const file = join(folder, "twin.db");
  const first = await startTestWorld({}, file);
  const customer = await first.stripe.customers.create({ name: "Bleibt" }, { idempotencyKey: "once" });
  // A second process on the same file sees everything that was answered, as after a kill.
  const second = await startTestWorld({}, file);
  expect(await second.stripe.customers.retrieve(customer.id)).toMatchObject({ name: "Bleibt" });
  expect((await second.stripe.customers.create({ name: "Bleibt" }, { idempotencyKey: "once" })).id).toBe(customer.id);
  await second.close();
  await first.close();
  rmSync(folder, { recursive: true, force: true });
});
