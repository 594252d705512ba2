import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/web/errors";
import { performCancelAction } from "@/lib/subscriptions/cancel/provider";
import { readEntitlement } from "@/lib/subscriptions/contract/access";
import { choosePlan } from "@/lib/subscriptions/contract/mutations";
import { endContract } from "@/lib/subscriptions/contract/provider";
import { openOrder, openPortal } from "@/lib/subscriptions/orders/provider";
import { CARD, fillForm } from "@/prisma/seed/subscribe";
import { TestSandbox } from "@/test/sandbox";
import { NO_METHOD, prospect, subscriber } from "@/test/subscriber";
import { refreshContract } from "./provider";

/**
 * Subscriptions that have not ended at Stripe but are not in force: they block a new order, and end with the account.
 */
const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

type Supplier = Awaited<ReturnType<typeof prospect>>;
type Subscriber = Awaited<ReturnType<typeof subscriber>>;
interface Ledger {
  stripe: {
    subscriptions: { id: string; customer: string; status: string }[];
    invoices: { subscription: string; status: string; totalCents: number; paidCents: number }[];
  };
}

const contractOf = (one: Supplier) => db.contract.findUniqueOrThrow({ where: { customerId: one.customerId } });
const stripeIdOf = async (one: Supplier) => (await contractOf(one)).stripeCustomerId ?? "";
const statusesOf = async (one: Supplier) => {
  const customer = await stripeIdOf(one);
  const { stripe } = await sandbox.desk<Ledger>("/ledger");
  return stripe.subscriptions.filter((each) => each.customer === customer).map(({ status }) => status);
};
const invoicesOf = async (one: Subscriber) => {
  const { stripe } = await sandbox.desk<Ledger>("/ledger");
  return stripe.invoices.filter((invoice) => invoice.subscription === one.subscriptionId);
};
const play = (one: Subscriber, what: string) => sandbox.desk(`/stripe/subscriptions/${one.subscriptionId}/${what}`, {});

/** Posts a change that an operator makes in Stripe's dashboard. */
async function atStripe(path: string, fields: Record<string, string> = {}): Promise<{ id: string }> {
  const { STRIPE_API_URL: url, STRIPE_SECRET_KEY: key } = env();
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams(fields).toString();
  const answer = await fetch(`${url}/v1/${path}`, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { id: string };
}

/** Creates another subscription by hand. */
async function addSubscription(one: Supplier, card: string, price: string): Promise<void> {
  const customer = await stripeIdOf(one);
  const { id } = await atStripe(`payment_methods/${card}/attach`, { customer });
  await atStripe("subscriptions", { customer, "items[0][price]": price, default_payment_method: id });
}

async function unpaid(one: Subscriber): Promise<Subscriber> {
  await play(one, "end-trial");
  for (let failures = 1; failures <= 4; failures += 1) await play(one, "fail-payment");
  await refreshContract(one.customerId);
  expect(await contractOf(one)).toMatchObject({ status: "unpaid" });
  return one;
}

async function giveCard(one: Supplier, card_number: string): Promise<void> {
  const portal = await openPortal(one.customerId, "payment_method", "/app/subscription", "de");
  await fillForm(portal, { action: "method", ...CARD, card_number });
  await refreshContract(one.customerId);
}

const refusal = async (run: Promise<unknown>) => {
  const error = await run.then(() => undefined).catch((thrown: unknown) => thrown);
  return error instanceof AppError ? error.code : error;
};

async function expectNoOrder(one: Supplier): Promise<void> {
  const isOpened = ({ method, path }: { method: string; path: string }) =>
    method === "POST" && path.endsWith("sessions");
  const opened = async () => (await sandbox.requests("stripe", "/v1/checkout/sessions")).filter(isOpened).length;
  const [before, statuses] = [await opened(), await statusesOf(one)];
  // A page from before the failed payment still offers the plans.
  await choosePlan(one.customerId, { type: "premium", base: "monthly" });
  expect(await refusal(openOrder(one.customerId, {}, "de", one.actor))).toBe("subscription_not_ended");
  expect(await opened()).toBe(before);
  expect(await statusesOf(one)).toEqual(statuses);
}

describe("a new order is refused while a subscription", () => {
  test("is unpaid", async () => {
    const one = await unpaid(await subscriber());
    await expectNoOrder(one);
  });

  test("is paused at Stripe", async () => {
    const one = await subscriber();
    await play(one, "end-trial");
    await atStripe(`subscriptions/${one.subscriptionId}/pause`);
    await refreshContract(one.customerId);
    expect(await readEntitlement(one.customerId)).toMatchObject({ lock: "paused" });
    await expectNoOrder(one);
  });

  test("awaits its first payment, and is possible once that has lapsed", async () => {
    const one = await prospect();
    await addSubscription(one, "pm_card_chargeCustomerFail", await basicPrice());
    await refreshContract(one.customerId);
    expect(await readEntitlement(one.customerId)).toMatchObject({ lock: "incomplete" });
    await expectNoOrder(one);
    await sandbox.passDays(1);
    expect(await openOrder(one.customerId, {}, "de", one.actor)).toContain("http");
    expect(await statusesOf(one)).toEqual(["incomplete_expired"]);
  });
});

async function basicPrice(): Promise<string> {
  const { priceId } = await contractOf(await subscriber());
  return priceId ?? "";
}

describe("a supplier that owes a payment can continue or cancel", () => {
  test("by another card, which pays the open amount at once", async () => {
    const one = await unpaid(await subscriber());
    await giveCard(one, "5555555555554444");
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: true, isOverdue: false });
    expect((await invoicesOf(one)).filter(({ status }) => status === "open")).toEqual([]);
  });

  test("by another card, also if the first card was given during the trial", async () => {
    const one = await subscriber({ payment: "later" }, NO_METHOD);
    await giveCard(one, CARD.card_number);
    await unpaid(one);
    await giveCard(one, "5555555555554444");
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: true, isOverdue: false });
  });

  test("months later: the open amount and the current month are paid, but no locked month", async () => {
    const one = await unpaid(await subscriber());
    await sandbox.passDays(65);
    await refreshContract(one.customerId);
    expect((await invoicesOf(one)).map(({ status }) => status)).toEqual(["paid", "paid", "open", "draft", "draft"]);
    await giveCard(one, "5555555555554444");
    expect((await invoicesOf(one)).map(({ status }) => status)).toEqual(["paid", "paid", "paid", "draft", "paid"]);
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: true, isOverdue: false });
  });

  test("by cancelling, after which a new order is possible at the end of the period", async () => {
    const one = await unpaid(await subscriber());
    await performCancelAction(one.customerId, { reasonId: "other", actionId: "cancel", metadata: {} }, one.actor);
    await expectNoOrder(one);
    await sandbox.passDays(32);
    expect(await openOrder(one.customerId, {}, "de", one.actor)).toContain("http");
    expect(await statusesOf(one)).toEqual(["canceled"]);
  });
});

describe("closing the account", () => {
  test("ends every subscription, not only the one in the contract", async () => {
    const one = await unpaid(await subscriber());
    const { priceId } = await contractOf(one);
    await addSubscription(one, "pm_card_visa", priceId ?? "");
    await addSubscription(one, "pm_card_chargeCustomerFail", priceId ?? "");
    await refreshContract(one.customerId);
    expect(await statusesOf(one)).toEqual(["unpaid", "active", "incomplete"]);
    // The subscription in force counts, even if others were created later.
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: true });
    await endContract(one.customerId);
    expect(await statusesOf(one)).toEqual(["canceled", "canceled", "canceled"]);
    expect(await contractOf(one)).toMatchObject({ status: "cancelled" });
    await endContract(one.customerId);
  });

  test("ends the remaining subscriptions when it is repeated after a failure", async () => {
    const one = await unpaid(await subscriber());
    const { priceId } = await contractOf(one);
    await addSubscription(one, "pm_card_visa", priceId ?? "");
    await sandbox.desk("/faults", {
      ...{ provider: "stripe", kind: "status-500", times: 10 },
      match: { method: "DELETE", path: `/v1/subscriptions/${one.subscriptionId}` },
    });
    await expect(endContract(one.customerId)).rejects.toThrow();
    expect(await statusesOf(one)).toEqual(["unpaid", "canceled"]);
    await sandbox.clearFaults();
    await endContract(one.customerId);
    expect(await statusesOf(one)).toEqual(["canceled", "canceled"]);
  });

  test("ends an old subscription in addition to a contract agreed outside Stripe", async () => {
    const one = await unpaid(await subscriber());
    const agreed = { type: "EXTERNAL", status: null, subscriptionId: null, endsAt: null } as const;
    await db.contract.update({ where: { customerId: one.customerId }, data: agreed });
    await endContract(one.customerId);
    expect(await statusesOf(one)).toEqual(["canceled"]);
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: false });
  });
});

test("all calls to Stripe and all answers match Stripe's types", async () => {
  const { stripe } = (await sandbox.state()) as unknown as { stripe: { mistakes: string[] } };
  expect(stripe.mistakes).toEqual([]);
});
