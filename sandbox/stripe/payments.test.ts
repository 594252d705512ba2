import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestWorld, type TestWorld } from "./test-world";

let world: TestWorld;
beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(async () => {
  const { problems } = world;
  await world.close();
  expect(problems).toEqual([]);
});

async function paying(method: string) {
  const { id: customer } = await world.stripe.customers.create({ email: "a@b.example", name: "Lindenhof" });
  const { id } = await world.stripe.paymentMethods.attach(method, { customer });
  return { customer, default_payment_method: id, items: [{ price: await world.price("standard_monthly") }] };
}

it("a debit takes days, succeeds, and may be disputed", async () => {
  const one = await world.stripe.subscriptions.create({
    ...(await paying("pm_disputed_de")),
    expand: ["latest_invoice.payments"],
  });
  expect(one).toMatchObject({ status: "active", latest_invoice: { status: "open", attempted: true } });
  await world.move(15);
  const after = await world.stripe.subscriptions.retrieve(one.id, { expand: ["latest_invoice"] });
  expect(after).toMatchObject({ status: "active", latest_invoice: { status: "paid" } });
  const [intent] = (await world.stripe.paymentIntents.list({ customer: String(one.customer) })).data;
  expect(intent).toMatchObject({ status: "succeeded", amount_received: 1390 });
  const dispute = (await world.events("charge.dispute.created")).find(
    (event) => event.type === "charge.dispute.created",
  );
  expect(dispute?.data.object).toMatchObject({ charge: intent?.latest_charge, reason: "debit_not_authorized" });
  const { data } = await world.stripe.disputes.list({ charge: String(intent?.latest_charge) });
  expect(data).toMatchObject([{ status: "lost", payment_intent: intent?.id }]);
});

it("a declined card ends as the caller's payment behaviour requests", async () => {
  const card = await paying("pm_card_chargeCustomerFail");
  await expect(
    world.stripe.subscriptions.create({ ...card, payment_behavior: "error_if_incomplete" }),
  ).rejects.toMatchObject({ type: "StripeCardError", code: "card_declined" });
  const later = await world.stripe.subscriptions.create({
    ...card,
    payment_behavior: "default_incomplete",
    expand: ["latest_invoice.confirmation_secret"],
  });
  expect(later).toMatchObject({
    status: "incomplete",
    latest_invoice: { confirmation_secret: { type: "payment_intent" } },
  });
  const { customer, items } = card;
  await expect(world.stripe.subscriptions.create({ customer, items })).rejects.toMatchObject({
    code: "resource_missing",
  });
});

it("a subscription can be previewed before it exists", async () => {
  const { customer, items } = await paying("pm_card_visa");
  const preview = await world.stripe.invoices.createPreview({
    customer,
    subscription_details: { items },
    discounts: [{ coupon: "SOMMER50" }],
  });
  expect(preview).toMatchObject({ total: 695, billing_reason: "upcoming" });
  expect((await world.stripe.coupons.retrieve("SOMMER50")).times_redeemed).toBe(0);
});
