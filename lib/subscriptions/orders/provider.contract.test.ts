import { afterAll, afterEach, describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { AppError } from "@/lib/core/web/errors";
import { readEntitlement } from "@/lib/subscriptions/contract/access";
import { saveBillingContact } from "@/lib/subscriptions/contract/provider";
import { refreshContract } from "@/lib/subscriptions/sync/provider";
import { BILLING, CARD, fillForm, order } from "@/prisma/seed/subscribe";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { TestSandbox } from "@/test/sandbox";
import { IBAN, NO_METHOD, prospect, subscriber } from "@/test/subscriber";
import { openOrder, openUpgrade } from "./provider";

// Time limit for an answer that never arrives.
process.env.PROVIDER_TIMEOUT_MS = "1500";
const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

interface StripeLedger {
  stripe: {
    subscriptions: { id: string; customer: string; status: string; prices: string[] }[];
    invoices: { subscription: string; status: string; totalCents: number; paidCents: number }[];
  };
}
const subscriptionsOf = async (customerId: string) => {
  const { stripeCustomerId } = await db.contract.findUniqueOrThrow({ where: { customerId } });
  const { stripe } = await sandbox.desk<StripeLedger>("/ledger");
  return stripe.subscriptions.filter((one) => one.customer === stripeCustomerId);
};
const contractOf = (customerId: string) => db.contract.findUniqueOrThrow({ where: { customerId } });
const refusal = async (run: Promise<unknown>) => {
  const error = await run.then(() => undefined).catch((thrown: unknown) => thrown);
  return error instanceof AppError ? error.code : error;
};

test("billing details need no phone number, and one can be removed", async () => {
  const supplier = await prospect();
  for (const phone of ["+493415550100", ""])
    await saveBillingContact(supplier.customerId, { ...BILLING, phone }, "de", supplier.actor);
  const stored = await db.billingContact.findUniqueOrThrow({ where: { customerId: supplier.customerId } });
  expect(stored.phone).toBe("");
  const other = await seedSupplier({ contract: "none" });
  await saveBillingContact(other.customerId, { ...BILLING, phone: "" }, "de", other.actor);
  expect((await contractOf(other.customerId)).stripeCustomerId).toMatch(/^cus_/);
});

test("a VAT id is replaced although the answer to its removal got lost", async () => {
  const supplier = await prospect();
  const save = (vatId: string) => saveBillingContact(supplier.customerId, { ...BILLING, vatId }, "de", supplier.actor);
  await save("DE123456789");
  // Stripe's client repeats the call, and gets the answer that there is no such id.
  const fault = { provider: "stripe", kind: "timeout-after", match: { method: "DELETE" }, times: 1 };
  await sandbox.desk("/faults", fault);
  await save("DE987654321");
  const { stripeCustomerId } = await contractOf(supplier.customerId);
  const removals = await sandbox.requests("stripe", `/v1/customers/${stripeCustomerId}/tax_ids/`);
  expect(removals.map(({ status }) => status)).toEqual([null, 404]);
});

test("a VAT id goes to Stripe by its kind, and one of another country is refused before the call", async () => {
  const supplier = await prospect();
  const save = (vatId: string, country: string) =>
    saveBillingContact(supplier.customerId, { ...BILLING, vatId, country }, "de", supplier.actor);
  for (const [vatId, country] of [
    ["CHE123456789MWST", "CH"],
    ["123456789MVA", "NO"],
    ["GB123456789", "GB"],
    ["LI12345", "LI"],
    ["DE123456789", "DE"],
  ] as const)
    await save(vatId, country);
  const { stripeCustomerId } = await contractOf(supplier.customerId);
  const sent = await sandbox.requests("stripe", `/v1/customers/${stripeCustomerId}/tax_ids`);
  const made = sent.filter(({ method, path }) => method === "POST" && path.endsWith("/tax_ids"));
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await refusal(save("ATU12345678", "DE"))).toBe("vat_id_country");
  expect(await refusal(save("CHE123456789MWST", "DE"))).toBe("vat_id_country");
  expect(await refusal(save("12", "DE"))).toBe("vat_id_invalid");
  expect(await sandbox.requests("stripe", `/v1/customers/${stripeCustomerId}/tax_ids`)).toHaveLength(sent.length);
});

describe("an order", () => {
  test("starts with a trial that includes everything of the plan", async () => {
    const supplier = await prospect({ type: "premium", base: "yearly" });
    expect(await readEntitlement(supplier.customerId)).toMatchObject({ isActive: false, lock: "no_contract" });
    const back = await order(supplier, CARD);
    expect(back.pathname).toBe("/app/subscription/return");
    await refreshContract(supplier.customerId);
    expect(await contractOf(supplier.customerId)).toMatchObject({
      status: "trialing",
      planType: "premium",
      planBase: "yearly",
      priceCents: 27_900,
      hasHadTrial: true,
      paymentMethod: { kind: "card", last4: "4242" },
    });
    expect(await readEntitlement(supplier.customerId)).toEqual({ isActive: true, isPremium: true, isOverdue: false });
  });

  test("may be placed without a payment method, and by direct debit", async () => {
    const later = await subscriber({ payment: "later" }, NO_METHOD);
    expect(await contractOf(later.customerId)).toMatchObject({ status: "trialing", paymentMethod: null });
    const debit = await subscriber({ payment: "sepa_debit" }, IBAN);
    expect(await contractOf(debit.customerId)).toMatchObject({
      status: "trialing",
      paymentMethod: { kind: "sepa_debit", last4: "3000" },
    });
  });

  test("is refused while a subscription runs, and opens no page at Stripe", async () => {
    const supplier = await subscriber();
    const before = await sandbox.requests("stripe", "/v1/checkout/sessions");
    expect(await refusal(openOrder(supplier.customerId, {}, "de", supplier.actor))).toBe("subscription_exists");
    const after = await sandbox.requests("stripe", "/v1/checkout/sessions");
    expect(
      after.slice(before.length).filter((call) => call.method === "POST" && call.path.endsWith("sessions")),
    ).toEqual([]);
    expect(await subscriptionsOf(supplier.customerId)).toHaveLength(1);
  });

  test("is refused while a contract agreed outside Stripe runs, and possible after its end", async () => {
    const { customerId, actor } = await prospect();
    const agree = (endsAt: Date | null) =>
      db.contract.update({ where: { customerId }, data: { type: "EXTERNAL", planType: "premium", endsAt } });
    await agree(null);
    expect(await refusal(openOrder(customerId, {}, "de", actor))).toBe("subscription_exists");
    await agree(new Date(0));
    expect(await openOrder(customerId, {}, "de", actor)).toContain("http");
  });

  test("closes the page that was opened before, so that only one can be completed", async () => {
    const supplier = await prospect();
    const first = await openOrder(supplier.customerId, {}, "de", supplier.actor);
    await order(supplier, CARD);
    await expect(fillForm(first, { action: "subscribe", ...CARD })).rejects.toThrow("410");
    expect(await subscriptionsOf(supplier.customerId)).toHaveLength(1);
  });

  test("leaves one open page when several are opened at the same moment", async () => {
    const supplier = await prospect();
    const { customerId, actor } = supplier;
    const results = await Promise.allSettled([
      openOrder(customerId, { base: "monthly" }, "de", actor),
      openOrder(customerId, { base: "monthly" }, "de", actor),
      openOrder(customerId, { base: "yearly" }, "de", actor),
    ]);
    const urls = new Set(results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])));
    const open = [];
    for (const url of urls) if ((await fetch(url)).status === 200) open.push(url);
    expect(open).toHaveLength(1);
  });

  test("is not duplicated by a retry after a lost answer", async () => {
    const supplier = await prospect();
    await sandbox.fault("stripe", "timeout-after", "/v1/checkout/sessions", 1);
    await openOrder(supplier.customerId, {}, "de", supplier.actor).catch(() => undefined);
    await order(supplier, CARD);
    expect(await subscriptionsOf(supplier.customerId)).toHaveLength(1);
  });
});

describe("a change of plan", () => {
  test("to a dearer plan is confirmed and paid on Stripe's page, and starts at once", async () => {
    const supplier = await subscriber();
    await sandbox.desk(`/stripe/subscriptions/${supplier.subscriptionId}/end-trial`, {});
    await refreshContract(supplier.customerId);
    const url = await openUpgrade(supplier.customerId, { type: "premium", base: "monthly" }, "/app/subscription", "de");
    await fillForm(url, { action: "confirm", subscription: supplier.subscriptionId });
    await refreshContract(supplier.customerId);
    expect(await contractOf(supplier.customerId)).toMatchObject({
      status: "active",
      planType: "premium",
      nextType: null,
    });
    expect(await readEntitlement(supplier.customerId)).toMatchObject({ isPremium: true });
  });

  test("to a cheaper plan waits for the end of the paid period", async () => {
    const supplier = await subscriber({ type: "premium" });
    await sandbox.desk(`/stripe/subscriptions/${supplier.subscriptionId}/end-trial`, {});
    await refreshContract(supplier.customerId);
    const url = await openUpgrade(supplier.customerId, { type: "basic", base: "monthly" }, "/app/subscription", "de");
    await fillForm(url, { action: "confirm", subscription: supplier.subscriptionId });
    await refreshContract(supplier.customerId);
    const contract = await contractOf(supplier.customerId);
    expect(contract).toMatchObject({ planType: "premium", nextType: "basic", nextBase: "monthly" });
    expect(contract.nextAt).toEqual(contract.periodEndsAt);
    const mails = await db.mail.findMany({ where: { customerId: supplier.customerId, template: "account" } });
    const announced = mails.map(({ data }) => data).filter((data) => JSON.stringify(data).includes("planWillChange"));
    const values = { plan: "basic", base: "monthly", cents: "1390", at: contract.periodEndsAt?.toISOString() };
    expect(announced).toEqual([expect.objectContaining({ values })]);
    expect(await refusal(openUpgrade(supplier.customerId, { type: "basic", base: "yearly" }, "/", "de"))).toBe(
      "change_pending",
    );
  });
});
