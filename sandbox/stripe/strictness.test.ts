import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestWorld, type TestWorld } from "./test-world";
import { APP } from "./world";

let world: TestWorld;
beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(async () => {
  const { problems } = world;
  await world.close();
  expect(problems).toEqual([]);
});

const errorOf = async (response: Promise<Response>) => {
  const answer = await response;
  const { error } = (await answer.json()) as { error: Record<string, string> };
  return { status: answer.status, ...error };
};
const post = (path: string, form: Record<string, string>, headers?: Record<string, string>) =>
  errorOf(world.raw("POST", path, form, headers));

describe("callers", () => {
  it("need the key, the version and an existing address", async () => {
    await expect(world.clientWith("sk_test_wrong").customers.list()).rejects.toMatchObject({
      type: "StripeAuthenticationError",
      statusCode: 401,
    });
    expect((await world.raw("GET", "/v1/customers", undefined, { authorization: "" })).status).toBe(401);
    const old = { "stripe-version": "2024-06-20" };
    expect(await errorOf(world.raw("GET", "/v1/customers", undefined, old))).toMatchObject({ status: 400 });
    expect(await errorOf(world.raw("GET", "/v1/plans"))).toMatchObject({ status: 404, type: "invalid_request_error" });
    const good = await world.raw("GET", "/v1/customers");
    expect(good.headers.get("request-id")).toMatch(/^req_/);
    expect(good.headers.get("stripe-version")).toBe(APP.apiVersion);
  });

  it("are limited", async () => {
    const slow = await startTestWorld({ requestsPerSecond: 2 });
    const calls = Array.from({ length: 6 }, () => slow.stripe.products.list());
    const results = await Promise.allSettled(calls);
    await slow.close();
    const refused = results.find((one) => one.status === "rejected");
    expect(refused).toMatchObject({ reason: { type: "StripeRateLimitError" } });
  });
});

describe("parameters", () => {
  it("that are unknown, removed, missing or of another type are refused by name", async () => {
    expect(await post("/v1/customers", { nickname: "x" })).toMatchObject({
      code: "parameter_unknown",
      param: "nickname",
    });
    expect(await post("/v1/customers", { "address[town]": "x" })).toMatchObject({ param: "address[town]" });
    expect(await post("/v1/customers", { email: "" })).toMatchObject({ code: "parameter_invalid_empty" });
    expect(await post("/v1/customers", { email: "nobody" })).toMatchObject({ code: "email_invalid" });
    expect(await post("/v1/subscriptions", {})).toMatchObject({ code: "parameter_missing", param: "customer" });
    for (const removed of ["coupon", "promotion_code", "prorate"])
      expect(await post("/v1/subscriptions", { customer: "x", [removed]: "1" })).toMatchObject({
        code: "parameter_unknown",
      });
    const sub = { "items[0][price]": "x", trial_period_days: "soon" };
    expect(await post("/v1/subscriptions", sub)).toMatchObject({ code: "parameter_invalid_integer" });
    expect(await post("/v1/subscriptions", { cancel_at_period_end: "yes" })).toMatchObject({
      param: "cancel_at_period_end",
    });
    expect(await post("/v1/subscriptions", { proration_behavior: "perhaps" })).toMatchObject({
      param: "proration_behavior",
    });
    expect(await post("/v1/subscriptions", { items: "x" })).toMatchObject({ code: "parameter_invalid_array" });
    const json = world.raw("POST", "/v1/customers", undefined, { "content-type": "application/json" });
    expect((await json).status).toBe(200);
  });

  it("that the twin does not implement are refused, not ignored", async () => {
    const customer = await world.stripe.customers.create();
    const more = { customer: customer.id, application_fee_percent: "3" };
    expect(await post("/v1/subscriptions", more)).toMatchObject({ code: "parameter_not_played" });
  });

  it("with an unknown id are answered with 400, unknown ids in the path with 404", async () => {
    await expect(world.stripe.customers.retrieve("cus_none")).rejects.toMatchObject({
      statusCode: 404,
      code: "resource_missing",
    });
    expect(await post("/v1/subscriptions", { customer: "cus_none" })).toMatchObject({ status: 400, param: "customer" });
  });
});

describe("repeated calls", () => {
  it("with one idempotency key are executed once", async () => {
    const key = { idempotencyKey: "cus:7" };
    const first = await world.stripe.customers.create({ name: "Eins" }, key);
    const second = await world.stripe.customers.create({ name: "Eins" }, key);
    expect(second.id).toBe(first.id);
    const again = await world.raw("POST", "/v1/customers", { name: "Eins" }, { "idempotency-key": "cus:7" });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    await expect(world.stripe.customers.create({ name: "Zwei" }, key)).rejects.toMatchObject({
      type: "StripeIdempotencyError",
      statusCode: 400,
    });
    const other = { idempotencyKey: "cus:8" };
    await expect(world.stripe.customers.create({ email: "x" }, other)).rejects.toThrow();
    expect((await world.stripe.customers.create({ email: "x@y.example" }, other)).email).toBe("x@y.example");
  });

  it("succeed after an error: the client's own retry is executed", async () => {
    world.kit.faults.add({ provider: "stripe", kind: "status-500", times: 1, match: { path: "/v1/customers" } });
    const made = await world.stripe.customers.create({ name: "Nochmal" });
    expect(made.name).toBe("Nochmal");
    expect(
      world.kit.log
        .list("stripe")
        .slice(-2)
        .map((call) => call.status),
    ).toEqual([500, 200]);
    world.kit.faults.add({ provider: "stripe", kind: "status-429", times: 1 });
    await expect(world.stripe.customers.list()).rejects.toMatchObject({ type: "StripeRateLimitError" });
  });
});

describe("lists", () => {
  it("are paged in both directions, with ids as cursors", async () => {
    for (let i = 0; i < 5; i += 1)
      await world.stripe.coupons.create({ id: `C${i}`, percent_off: 10, duration: "once" });
    const first = await world.stripe.coupons.list({ limit: 2 });
    expect([first.data.map((one) => one.id), first.has_more]).toEqual([["C4", "C3"], true]);
    const next = await world.stripe.coupons.list({ limit: 2, starting_after: "C3" });
    expect(next.data.map((one) => one.id)).toEqual(["C2", "C1"]);
    const back = await world.stripe.coupons.list({ limit: 2, ending_before: "C1" });
    expect(back.data.map((one) => one.id)).toEqual(["C3", "C2"]);
    const all: string[] = [];
    for await (const coupon of world.stripe.coupons.list({ limit: 3 })) all.push(coupon.id);
    expect(all).toHaveLength(8);
    await expect(world.stripe.coupons.list({ limit: 101 })).rejects.toMatchObject({ param: "limit" });
    await expect(world.stripe.coupons.list({ starting_after: "none" })).rejects.toMatchObject({
      code: "resource_missing",
    });
  });

  it("expand ids on request only", async () => {
    const lookup_keys = ["standard_monthly", "standard_yearly", "premium_monthly", "premium_yearly"];
    const plain = await world.stripe.prices.list({ lookup_keys });
    expect(typeof plain.data[0]?.product).toBe("string");
    const { data } = await world.stripe.prices.list({ lookup_keys, expand: ["data.product"] });
    const seen = Object.fromEntries(data.map((one) => [one.lookup_key, one.unit_amount]));
    expect(seen).toEqual({
      standard_monthly: 1390,
      standard_yearly: 15000,
      premium_monthly: 2590,
      premium_yearly: 27900,
    });
    expect(data[0]?.product).toMatchObject({ object: "product" });
    await expect(world.stripe.prices.list({ expand: ["data.lookup_key"] })).rejects.toMatchObject({ param: "expand" });
  });
});

describe("customers", () => {
  it("have addresses and VAT ids, and lose fields that are cleared", async () => {
    const address = { line1: "Weg 1", city: "Dresden", postal_code: "01067", country: "DE" };
    const made = await world.stripe.customers.create({
      address,
      tax_id_data: [{ type: "eu_vat", value: "DE000000000" }],
    });
    const ids = await world.stripe.customers.listTaxIds(made.id);
    expect(ids.data[0]).toMatchObject({ country: "DE", verification: { status: "verified" } });
    const bad = await world.stripe.customers.createTaxId(made.id, { type: "eu_vat", value: "DE111111111" });
    expect(bad.verification?.status).toBe("unverified");
    for (const [type, value] of [
      ["ch_vat", "CHE-123.456.789 MWST"],
      ["li_vat", "12345"],
      ["gb_vat", "GB123456789"],
      ["no_vat", "123456789MVA"],
    ] as const) {
      expect(await world.stripe.customers.createTaxId(made.id, { type, value })).toMatchObject({ type });
      await expect(world.stripe.customers.createTaxId(made.id, { type, value: "DE123456789" })).rejects.toMatchObject({
        code: "tax_id_invalid",
      });
    }
    await expect(world.stripe.customers.createTaxId(made.id, { type: "eu_vat", value: "DE12" })).rejects.toMatchObject({
      code: "tax_id_invalid",
    });
    await world.stripe.customers.update(made.id, { metadata: { a: "1", b: "2" } });
    const changed = await world.stripe.customers.update(made.id, { address: "", metadata: { a: "" } });
    expect(changed).toMatchObject({ address: null, metadata: { b: "2" } });
    expect(await world.stripe.customers.del(made.id)).toMatchObject({ deleted: true });
    expect(await world.stripe.customers.retrieve(made.id)).toMatchObject({ deleted: true });
    await expect(world.stripe.customers.update(made.id, { name: "x" })).rejects.toMatchObject({ statusCode: 404 });
  });

  it("have payment methods that behave like the vendor's test values", async () => {
    const { id: customer } = await world.stripe.customers.create();
    const attach = (method: string) => world.stripe.paymentMethods.attach(method, { customer });
    expect((await attach("pm_card_visa")).card).toMatchObject({ brand: "visa", last4: "4242" });
    await expect(attach("pm_card_chargeDeclined")).rejects.toMatchObject({
      type: "StripeCardError",
      code: "card_declined",
    });
    const debit = await world.stripe.paymentMethods.create({
      type: "sepa_debit",
      sepa_debit: { iban: "DE89370400440532013000" },
      billing_details: { name: "Lindenhof", email: "a@b.example" },
    });
    const intent = await world.stripe.setupIntents.create({ customer, payment_method: debit.id, confirm: true });
    expect(intent).toMatchObject({ status: "succeeded", mandate: expect.stringMatching(/^mandate_/) });
    const asked = await world.stripe.setupIntents.create({
      customer,
      payment_method: "pm_card_authenticationRequiredOnSetup",
      confirm: true,
    });
    expect(asked.status).toBe("requires_action");
    expect((await world.stripe.customers.listPaymentMethods(customer, { type: "sepa_debit" })).data).toHaveLength(1);
    expect((await world.stripe.paymentMethods.detach(debit.id)).customer).toBeNull();
  });
});
