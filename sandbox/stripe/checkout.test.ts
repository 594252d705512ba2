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

const CARD = { method: "card", card_number: "4242 4242 4242 4242", exp_month: "12", exp_year: "34", cvc: "123" };
const WHO = { email: "f.brandt@lindenhof.example", name: "Werkstatt Lindenhof GmbH" };

async function open(more: object = {}) {
  const price = await world.price("standard_monthly");
  return world.stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price, quantity: 1 }],
    success_url: "http://127.0.0.1/done?s={CHECKOUT_SESSION_ID}",
    cancel_url: "http://127.0.0.1/abo",
    client_reference_id: "tenant_7",
    locale: "de",
    ...more,
  });
}
const submit = (id: string, form: Record<string, string>) =>
  world.raw("POST", `/c/pay/${id}`, { action: "subscribe", ...form });

describe("checkout", () => {
  it("creates a subscription, a paid invoice and signed events from the page", async () => {
    const session = await open();
    expect(session).toMatchObject({ status: "open", payment_status: "unpaid", amount_total: 1390, subscription: null });
    const page = await (await world.raw("GET", `/c/pay/${session.id}`)).text();
    expect(page).toContain("Abonnieren");
    expect(page).not.toContain("<script");
    const done = await submit(session.id, { ...WHO, ...CARD });
    expect([done.status, done.headers.get("location")]).toEqual([303, `http://127.0.0.1/done?s=${session.id}`]);
    const after = await world.stripe.checkout.sessions.retrieve(session.id, {
      expand: ["subscription.latest_invoice.payments", "line_items", "customer"],
    });
    expect(after).toMatchObject({ status: "complete", payment_status: "paid", url: null });
    expect(after.subscription).toMatchObject({ status: "active", latest_invoice: { status: "paid", total: 1390 } });
    expect(after.customer).toMatchObject({ email: WHO.email, name: WHO.name, preferred_locales: ["de"] });
    const types = (await world.events("checkout.session.completed")).map((event) => event.type);
    expect(types).toEqual(
      expect.arrayContaining([
        "customer.created",
        "payment_method.attached",
        "invoice.paid",
        "customer.subscription.created",
      ]),
    );
    expect((await submit(session.id, { ...WHO, ...CARD })).status).toBe(410);
  });

  it("starts a trial without a payment method and asks for none", async () => {
    const session = await open({
      payment_method_collection: "if_required",
      subscription_data: {
        trial_period_days: 14,
        trial_settings: { end_behavior: { missing_payment_method: "cancel" } },
        metadata: { tenant: "7" },
      },
    });
    await submit(session.id, { ...WHO, method: "none" });
    const after = await world.stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription"] });
    expect(after.payment_status).toBe("no_payment_required");
    expect(after.subscription).toMatchObject({ status: "trialing", metadata: { tenant: "7" } });
    await world.move(15);
    const id = String((after.subscription as { id: string }).id);
    expect((await world.stripe.subscriptions.retrieve(id)).status).toBe("canceled");
  });

  it("refuses bad cards, asks the bank for authentication and accepts promotion codes", async () => {
    const session = await open({ allow_promotion_codes: true, consent_collection: { terms_of_service: "required" } });
    expect((await submit(session.id, { ...WHO, ...CARD })).status).toBe(422);
    const declined = await submit(session.id, { ...WHO, ...CARD, terms: "1", card_number: "4000000000000002" });
    expect([declined.status, await declined.text()]).toEqual([422, expect.stringContaining("Your card was declined.")]);
    await world.raw("POST", `/c/pay/${session.id}`, { action: "apply-code", code: "sommer50" });
    const asked = await submit(session.id, { ...WHO, ...CARD, terms: "1", card_number: "4000002500003155" });
    expect(await asked.text()).toContain("Ihre Bank bittet um Bestätigung");
    const done = await world.raw("POST", `/c/pay/${session.id}/authenticate`, { decision: "confirm" });
    expect(done.status).toBe(303);
    const after = await world.stripe.checkout.sessions.retrieve(session.id);
    expect(after).toMatchObject({ amount_total: 695, consent: { terms_of_service: "accepted" } });
    expect(after.total_details?.amount_discount).toBe(695);
  });

  it("accepts a debit at once and gets its result days later", async () => {
    const session = await open();
    const debit = { method: "sepa_debit", iban: "DE62 3704 0044 0532 0130 01", holder: "Franka Brandt" };
    await submit(session.id, { ...WHO, ...debit });
    const after = await world.stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription"] });
    expect(after).toMatchObject({ payment_status: "unpaid", subscription: { status: "active" } });
    await world.move(16);
    await world.events("checkout.session.async_payment_failed");
    const { id } = after.subscription as { id: string };
    expect((await world.stripe.subscriptions.retrieve(id)).status).toBe("past_due");
  });

  it("enforces the rules of a session", async () => {
    const customer = await world.stripe.customers.create({ email: "a@b.example" });
    const refused = async (more: object) => expect(open(more)).rejects;
    await (await refused({ ui_mode: "hosted" })).toMatchObject({ param: "ui_mode" });
    await (await refused({ payment_method_types: ["card"] })).toMatchObject({ code: "parameter_unknown" });
    await (await refused({ customer: customer.id, customer_email: "x@y.example" })).toMatchObject({
      param: "customer",
    });
    await (await refused({ customer: customer.id, tax_id_collection: { enabled: true } })).toMatchObject({
      param: "customer_update[name]",
    });
    await (await refused({ allow_promotion_codes: true, discounts: [{ coupon: "SOMMER50" }] })).toMatchObject({
      param: "discounts",
    });
    const session = await open();
    expect((await world.stripe.checkout.sessions.expire(session.id)).status).toBe("expired");
    expect((await world.raw("GET", `/c/pay/${session.id}`)).status).toBe(410);
  });
});
