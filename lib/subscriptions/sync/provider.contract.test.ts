import fc from "fast-check";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { POST } from "@/app/api/webhooks/stripe/route";
import { db } from "@/lib/core/database/db";
import { drainInbox } from "@/lib/events/jobs";
import { storeEvents } from "@/lib/inbox/group-commit";
import { jobs } from "@/lib/jobs/catalogue";
import { readStripeWebhook } from "@/lib/providers/billing/stripe/events/webhook";
import { readEntitlement } from "@/lib/subscriptions/contract/access";
import { openPortal } from "@/lib/subscriptions/orders/provider";
import { CARD, fillForm, order, placeOrder } from "@/prisma/seed/subscribe";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { TestSandbox } from "@/test/sandbox";
import { FAILING_CARD, IBAN, NO_METHOD, prospect, subscriber } from "@/test/subscriber";
import { refreshContract } from "./provider";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

type Subscriber = Awaited<ReturnType<typeof subscriber>>;
const play = (one: Subscriber, what: string) => sandbox.desk(`/stripe/subscriptions/${one.subscriptionId}/${what}`, {});
const contractOf = (customerId: string) => db.contract.findUniqueOrThrow({ where: { customerId } });
const mailsOf = async (customerId: string) => {
  const mails = await db.mail.findMany({ where: { customerId }, orderBy: { createdAt: "asc" } });
  return mails.map((mail) => (mail.data as { kind: string }).kind);
};
describe("a trial", () => {
  test("that ends with a payment method continues as a paid plan", async () => {
    const one = await subscriber();
    await play(one, "end-trial");
    await refreshContract(one.customerId);
    expect(await contractOf(one.customerId)).toMatchObject({ status: "active", planType: "basic" });
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: true, isOverdue: false });
    expect(await mailsOf(one.customerId)).toEqual(["ordered"]);
  });

  test("that ends without a payment method is over, with one mail, and the product is locked", async () => {
    const one = await subscriber({ payment: "later" }, NO_METHOD);
    await play(one, "end-trial");
    await refreshContract(one.customerId);
    await refreshContract(one.customerId);
    expect(await contractOf(one.customerId)).toMatchObject({ status: "cancelled", planType: "basic" });
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: false, lock: "ended" });
    expect(await mailsOf(one.customerId)).toEqual(["ordered", "trialEnded"]);
  });

  test("is granted once: a second order has to be paid at once", async () => {
    const one = await subscriber({ payment: "later" }, NO_METHOD);
    await play(one, "end-trial");
    await refreshContract(one.customerId);
    await order(one, CARD);
    await refreshContract(one.customerId);
    expect(await contractOf(one.customerId)).toMatchObject({ status: "active", trialEndsAt: null });
  });
});

describe("a first payment by direct debit", () => {
  /** Orders without a trial, so that the payment starts at once; the bank confirms it only days later. */
  async function debited() {
    const one = await prospect({ payment: "sepa_debit" });
    await db.contract.update({ where: { customerId: one.customerId }, data: { hasHadTrial: true } });
    return { ...one, subscriptionId: await placeOrder(one, IBAN) };
  }
  const invoiceOf = async (one: Subscriber) => {
    const { stripe } = await sandbox.desk<{ stripe: { invoices: { subscription: string; status: string }[] } }>(
      "/ledger",
    );
    return stripe.invoices.find((invoice) => invoice.subscription === one.subscriptionId)?.status;
  };

  test("counts as paid while it is under way, and after it has arrived", async () => {
    const one = await debited();
    expect(await invoiceOf(one)).toBe("open");
    expect(await readEntitlement(one.customerId)).toEqual({ isActive: true, isPremium: false, isOverdue: false });
    await sandbox.passDays(14);
    await refreshContract(one.customerId);
    expect(await invoiceOf(one)).toBe("paid");
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: true, isOverdue: false });
  });

  test("is overdue once the bank returns it", async () => {
    const one = await debited();
    await play(one, "fail-payment");
    await refreshContract(one.customerId);
    expect(await readEntitlement(one.customerId)).toMatchObject({ isOverdue: true });
    expect(await mailsOf(one.customerId)).toEqual(["ordered", "paymentFailed"]);
  });
});

describe("a payment", () => {
  test("that fails causes one mail, keeps the product open, and is paid by a new card at once", async () => {
    const one = await subscriber();
    await play(one, "end-trial");
    await play(one, "fail-payment");
    await refreshContract(one.customerId);
    await refreshContract(one.customerId);
    expect(await contractOf(one.customerId)).toMatchObject({ status: "past_due" });
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: true, isOverdue: true });
    expect(await mailsOf(one.customerId)).toEqual(["ordered", "paymentFailed"]);
    const portal = await openPortal(one.customerId, "payment_method", "/app/subscription", "de");
    await fillForm(portal, { action: "method", ...CARD, card_number: "5555555555554444" });
    await refreshContract(one.customerId);
    expect(await contractOf(one.customerId)).toMatchObject({
      status: "active",
      paymentMethod: { kind: "card", brand: "mastercard", last4: "4444" },
    });
    expect(await readEntitlement(one.customerId)).toEqual({ isActive: true, isPremium: false, isOverdue: false });
  });

  test("whose every retry fails locks the product", async () => {
    const one = await subscriber({}, FAILING_CARD);
    await play(one, "end-trial");
    await refreshContract(one.customerId);
    expect((await contractOf(one.customerId)).status).toBe("past_due");
    await sandbox.passDays(20);
    await refreshContract(one.customerId);
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: false, lock: "unpaid", isOverdue: true });
    expect(await mailsOf(one.customerId)).toEqual(["ordered", "paymentFailed"]);
  });

  test("that is reversed later locks the product until a payment stays with us", async () => {
    const one = await subscriber();
    await play(one, "end-trial");
    await play(one, "dispute");
    await refreshContract(one.customerId);
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: false, lock: "reversed" });
    await play(one, "renew");
    await refreshContract(one.customerId);
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: true });
    // A won dispute returns the money, too, and unlocks the product.
    await play(one, "dispute");
    await refreshContract(one.customerId);
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: false, lock: "reversed" });
    await play(one, "win-dispute");
    await refreshContract(one.customerId);
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: true, isOverdue: false });
  });

  test("whose dispute is lost locks the product", async () => {
    const one = await subscriber({ payment: "sepa_debit" }, IBAN);
    await play(one, "end-trial");
    await sandbox.passDays(14);
    await play(one, "dispute");
    await refreshContract(one.customerId);
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: false, lock: "reversed" });
    await expect(play(one, "win-dispute")).rejects.toThrow("no dispute");
  });
});

describe("a change of the entitlement", () => {
  test("enqueues new decisions on all open invoices, and a reading without changes does not", async () => {
    const one = await subscriber();
    await clearJobs();
    await refreshContract(one.customerId);
    expect(await waitingJobs(jobs.decideInvoices)).toEqual([]);
    await play(one, "cancel");
    await refreshContract(one.customerId);
    expect(await waitingJobs(jobs.decideInvoices)).toEqual([{ customerId: one.customerId }]);
  });
});

describe("concurrent readings", () => {
  test("leave the state that Stripe reported last", async () => {
    const one = await subscriber();
    await sandbox.desk("/faults", {
      ...{ provider: "stripe", kind: "slow", times: 1 },
      match: { method: "GET", path: "/v1/payment_intents" },
    });
    // The first reading read the subscription before the change and ends late; the second one is quick.
    const slow = refreshContract(one.customerId);
    await expect.poll(async () => (await sandbox.requests("stripe", "/v1/payment_intents")).at(-1)?.fault).toBe("slow");
    await play(one, "cancel");
    await refreshContract(one.customerId);
    await slow;
    expect((await contractOf(one.customerId)).status).toBe("cancelled");
  });
});

describe("webhooks", () => {
  /** Returns the events of one supplier as they arrived, each verified as in the route. */
  async function eventsOf(one: Subscriber) {
    const { stripeCustomerId } = await contractOf(one.customerId);
    const { stripe } = (await sandbox.state()) as unknown as {
      stripe: { webhookSecret: string; events: { id: string; data: { object: { customer?: string } } }[] };
    };
    const known = stripe.events.filter((event) => event.data.object.customer === stripeCustomerId);
    const read = () =>
      sandbox.webhooks
        .filter((hook) => hook.path === "/api/webhooks/stripe")
        .map((hook) => readStripeWebhook(hook.raw, hook.headers.get("stripe-signature"), stripe.webhookSecret))
        .filter((event) => event?.stripeCustomerId === stripeCustomerId);
    await expect.poll(() => new Set(read().map((event) => event?.id)).size).toBeGreaterThanOrEqual(known.length);
    return read().filter((event) => event !== undefined);
  }

  test("in any order, repeated, or incomplete, leave the same contract", async () => {
    const one = await subscriber({ type: "premium" });
    await play(one, "end-trial");
    await play(one, "fail-payment");
    await play(one, "renew");
    const events = await eventsOf(one);
    expect(events.length).toBeGreaterThan(6);
    await refreshContract(one.customerId);
    const { readCount: _count, readAt: _at, updatedAt: _updated, ...truth } = await contractOf(one.customerId);
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(events.length - 1), { minLength: 1, maxLength: 8 }), async (picks) => {
        round += 1;
        await db.contract.update({
          where: { customerId: one.customerId },
          data: { status: "incomplete", periodEndsAt: null, isReversed: true },
        });
        for (const pick of picks) {
          const event = events[pick];
          if (!event) continue;
          const row = {
            eventId: `${event.id}:${round}`,
            organisationId: event.stripeCustomerId,
            subject: `customers:${event.stripeCustomerId}`,
            action: event.type,
            occurredAt: event.occurredAt,
            payload: {},
          };
          await storeEvents("STRIPE", [row]);
          if (pick % 2 === 0) await drainInbox.run({ customerId: one.customerId });
        }
        await drainInbox.run({ customerId: one.customerId });
        const { readCount: _c, readAt: _a, updatedAt: _u, ...contract } = await contractOf(one.customerId);
        expect(contract).toEqual(truth);
      }),
      { numRuns: 12 },
    );
    expect(await db.inboxEvent.count({ where: { customerId: one.customerId, handledAt: null } })).toBe(0);
  });

  test("about a dispute, which contains only a payment, reach the supplier of that payment", async () => {
    const one = await subscriber();
    await play(one, "end-trial");
    await refreshContract(one.customerId);
    const isDispute = (raw: Buffer) => raw.includes('"charge.dispute.created"');
    const before = sandbox.webhooks.filter((hook) => isDispute(hook.raw)).length;
    await play(one, "dispute");
    await expect.poll(() => sandbox.webhooks.filter((hook) => isDispute(hook.raw)).length).toBeGreaterThan(before);
    const hook = sandbox.webhooks.findLast(({ raw }) => isDispute(raw));
    const request = { method: "POST", headers: hook?.headers, body: new Uint8Array(hook?.raw ?? []) };
    expect((await POST(new Request("http://localhost/api/webhooks/stripe", request))).status).toBe(202);
    await drainInbox.run({ customerId: one.customerId });
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: false, lock: "reversed" });
  });

  test("with a wrong or old signature are refused", async () => {
    const body = Buffer.from(JSON.stringify({ id: "evt_1", object: "event" }));
    expect(readStripeWebhook(body, null, "whsec_einzug_sandbox")).toBeUndefined();
    expect(readStripeWebhook(body, "t=1,v1=00", "whsec_einzug_sandbox")).toBeUndefined();
    const [hook] = sandbox.webhooks.filter((one) => one.path === "/api/webhooks/stripe");
    const signature = hook?.headers.get("stripe-signature") ?? "";
    const changed = Buffer.concat([hook?.raw ?? Buffer.alloc(0), Buffer.from(" ")]);
    expect(readStripeWebhook(changed, signature, "whsec_einzug_sandbox")).toBeUndefined();
    expect(readStripeWebhook(hook?.raw ?? body, signature, "whsec_other")).toBeUndefined();
    expect(readStripeWebhook(hook?.raw ?? body, signature, "whsec_einzug_sandbox")).toMatchObject({
      id: expect.stringMatching(/^evt_/),
    });
  });
});

test("the end of a trial is announced by one mail, three days before", async () => {
  const one = await prospect();
  await order(one, CARD);
  await refreshContract(one.customerId);
  expect(await mailsOf(one.customerId)).toEqual(["ordered"]);
  await sandbox.passDays(11);
  await refreshContract(one.customerId);
  await refreshContract(one.customerId);
  expect(await mailsOf(one.customerId)).toEqual(["ordered", "trialEnding"]);
});

test("all calls to Stripe and all answers match Stripe's types", async () => {
  const { stripe } = (await sandbox.state()) as unknown as { stripe: { mistakes: string[] } };
  expect(stripe.mistakes).toEqual([]);
});
