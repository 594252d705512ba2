import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { AppError } from "@/lib/core/web/errors";
import { ourBilling } from "@/lib/providers/billing/registry";
import { readEntitlement } from "@/lib/subscriptions/contract/access";
import { readPlans } from "@/lib/subscriptions/contract/data";
import type { CancelPayload } from "@/lib/subscriptions/schema";
import { refreshContract } from "@/lib/subscriptions/sync/provider";
import { TestSandbox } from "@/test/sandbox";
import { subscriber } from "@/test/subscriber";
import { performCancelAction, undo } from "./provider";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

type Subscriber = Awaited<ReturnType<typeof subscriber>>;
const play = (one: Subscriber, what: string, body: object = {}) =>
  sandbox.desk(`/stripe/subscriptions/${one.subscriptionId}/${what}`, body);
const contractOf = (one: Subscriber) => db.contract.findUniqueOrThrow({ where: { customerId: one.customerId } });
const act = (one: Subscriber, choice: CancelPayload) => performCancelAction(one.customerId, choice, one.actor);
const refusal = async (run: Promise<unknown>) => {
  const error = await run.then(() => undefined).catch((thrown: unknown) => thrown);
  return error instanceof AppError ? error.code : error;
};
const priceOf = async (type: string, base: string) =>
  (await readPlans()).find((plan) => plan.type === type && plan.base === base)?.priceId ?? "";

interface Invoice {
  subscription: string;
  status: string;
  totalCents: number;
}
const invoicesOf = async (one: Subscriber) => {
  const { stripe } = await sandbox.desk<{ stripe: { invoices: Invoice[] } }>("/ledger");
  return stripe.invoices.filter((invoice) => invoice.subscription === one.subscriptionId);
};

async function paying(choice: Parameters<typeof subscriber>[0] = {}): Promise<Subscriber> {
  const one = await subscriber(choice);
  await play(one, "end-trial");
  await refreshContract(one.customerId);
  return one;
}

const DISCOUNT: CancelPayload = {
  reasonId: "too_expensive",
  actionId: "discount",
  metadata: { couponId: "BLEIBEN50", campaignCode: "BLEIBEN50" },
};
const PAUSE: CancelPayload = { reasonId: "not_using", actionId: "pause", metadata: { pauseDurationInMonths: 2 } };
const CANCEL: CancelPayload = { reasonId: "other", actionId: "cancel", metadata: {} };

describe("a person who wants to cancel", () => {
  test("gets half off for a year instead, once, and the next invoice is reduced", async () => {
    const one = await paying();
    await act(one, DISCOUNT);
    expect(await contractOf(one)).toMatchObject({ discount: { couponId: "BLEIBEN50", percentOff: 50 } });
    await play(one, "renew");
    // 13.90 minus half, plus 19 % VAT.
    expect((await invoicesOf(one)).at(-1)).toMatchObject({ totalCents: 827, status: "paid" });
    expect(await refusal(act(one, DISCOUNT))).toBe("action_not_offered");
    expect(await db.auditEntry.count({ where: { customerId: one.customerId, action: "subscription.discount" } })).toBe(
      1,
    );
  });

  test("cannot use another coupon than the one offered", async () => {
    const one = await paying();
    const other = { ...DISCOUNT, metadata: { couponId: "SOMMER50" } };
    expect(await refusal(act(one, other))).toBe("action_not_offered");
    expect((await contractOf(one)).discount).toBeNull();
  });

  test("is refused another campaign than the one offered, with the field's name, and need not name any", async () => {
    const one = await paying();
    const { couponId = "" } = DISCOUNT.metadata;
    const other = { ...DISCOUNT, metadata: { couponId, campaignCode: "SOMMER50" } };
    const refused = { code: "action_not_offered", fields: [{ field: "metadata.campaignCode" }] };
    await expect(act(one, other)).rejects.toMatchObject(refused);
    expect((await contractOf(one)).discount).toBeNull();
    await act(one, { ...DISCOUNT, metadata: { couponId } });
    expect(await contractOf(one)).toMatchObject({ discount: { couponId } });
  });

  test("pauses for two months without charges, after which the subscription continues automatically", async () => {
    const one = await paying();
    // One day into the paid month, so that both next renewals fall into the pause.
    await sandbox.passDays(1);
    await act(one, PAUSE);
    const paused = await contractOf(one);
    expect(paused).toMatchObject({ status: "active", isPaused: true });
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: true });
    expect(await refusal(act(one, PAUSE))).toBe("action_not_offered");
    const paid = (await invoicesOf(one)).filter((invoice) => invoice.status === "paid").length;
    await sandbox.passDays(40);
    await refreshContract(one.customerId);
    expect((await invoicesOf(one)).map((invoice) => invoice.status)).toContain("draft");
    await sandbox.passDays(60);
    await refreshContract(one.customerId);
    expect(await contractOf(one)).toMatchObject({ status: "active", isPaused: false, pausedUntil: null });
    // The drafts of the pause are deleted, and the months after it are paid again.
    const after = await invoicesOf(one);
    expect(after.filter((invoice) => invoice.status === "draft")).toEqual([]);
    expect(after.filter((invoice) => invoice.status === "paid").length).toBe(paid + 1);
  });

  test("pauses over a renewal in the last second of the pause", async () => {
    const one = await paying();
    const { periodEndsAt } = await contractOf(one);
    await ourBilling().pause(
      one.subscriptionId,
      new Date((periodEndsAt?.getTime() ?? 0) + 500),
      `pause-${one.customerId}`,
    );
    await sandbox.passDays(35);
    expect((await invoicesOf(one)).at(-1)?.status).toBe("draft");
  });

  test("may end a pause early", async () => {
    const one = await paying();
    await act(one, PAUSE);
    await undo(one.customerId, "pause", one.actor);
    expect(await contractOf(one)).toMatchObject({ isPaused: false, pausedUntil: null });
  });

  test("switches to a cheaper plan at the end of the paid period, and can undo that before", async () => {
    const one = await paying({ type: "premium" });
    const targetPriceId = await priceOf("basic", "monthly");
    const change: CancelPayload = { reasonId: "too_expensive", actionId: "switch_plan", metadata: { targetPriceId } };
    await act(one, change);
    expect(await contractOf(one)).toMatchObject({ planType: "premium", nextType: "basic" });
    await undo(one.customerId, "change", one.actor);
    expect(await contractOf(one)).toMatchObject({ planType: "premium", nextType: null, scheduleId: null });
    await act(one, change);
    await sandbox.passDays(32);
    await refreshContract(one.customerId);
    expect(await contractOf(one)).toMatchObject({ status: "active", planType: "basic", nextType: null });
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: true, isPremium: false });
  });

  test("keeps a running discount until its last day, whether the cheaper plan starts or is undone", async () => {
    const one = await paying({ type: "premium" });
    const targetPriceId = await priceOf("basic", "monthly");
    const change: CancelPayload = { reasonId: "too_expensive", actionId: "switch_plan", metadata: { targetPriceId } };
    await act(one, DISCOUNT);
    const { discount } = await contractOf(one);
    expect(discount).toMatchObject({ couponId: "BLEIBEN50", endsAt: expect.any(String) });
    await act(one, change);
    expect(await contractOf(one)).toMatchObject({ nextType: "basic", discount });
    await undo(one.customerId, "change", one.actor);
    expect(await contractOf(one)).toMatchObject({ nextType: null, discount });
    await act(one, change);
    await sandbox.passDays(32);
    await refreshContract(one.customerId);
    expect(await contractOf(one)).toMatchObject({ planType: "basic", discount });
    expect((await invoicesOf(one)).at(-1)).toMatchObject({ totalCents: 827, status: "paid" });
    // A month after the schedule released the subscription, the discount is still there.
    await sandbox.passDays(31);
    await refreshContract(one.customerId);
    expect(await contractOf(one)).toMatchObject({ planType: "basic", scheduleId: null, discount });
    await act(one, {
      ...{ reasonId: "missing_features", actionId: "switch_plan" },
      metadata: { targetPriceId: await priceOf("premium", "monthly") },
    });
    expect(await contractOf(one)).toMatchObject({ planType: "premium", discount });
  });

  test("keeps a discount that ends before a scheduled change of plan starts", async () => {
    const one = await paying({ type: "premium" });
    await ourBilling().applyCoupon(one.subscriptionId, "SOMMER50", "three-months");
    // The current period ends days after the discount.
    await sandbox.passDays(5);
    await play(one, "renew");
    await sandbox.passDays(80);
    await refreshContract(one.customerId);
    const targetPriceId = await priceOf("basic", "monthly");
    const { discount } = await contractOf(one);
    expect(discount).toMatchObject({ couponId: "SOMMER50" });
    await act(one, { reasonId: "too_expensive", actionId: "switch_plan", metadata: { targetPriceId } });
    expect(await contractOf(one)).toMatchObject({ nextType: "basic", discount });
    await sandbox.passDays(32);
    await refreshContract(one.customerId);
    expect(await contractOf(one)).toMatchObject({ planType: "basic", discount: null });
    expect((await invoicesOf(one)).at(-1)).toMatchObject({ totalCents: 1_654, status: "paid" });
  });

  test("can replace a scheduled plan by another one", async () => {
    const one = await paying({ type: "premium" });
    for (const base of ["monthly", "yearly"] as const) {
      const targetPriceId = await priceOf("basic", base);
      await act(one, { reasonId: "too_expensive", actionId: "switch_plan", metadata: { targetPriceId } });
      expect(await contractOf(one)).toMatchObject({ planType: "premium", nextType: "basic", nextBase: base });
    }
  });

  test("switches to Premium at once if features are missing", async () => {
    const one = await paying();
    const targetPriceId = await priceOf("premium", "monthly");
    await act(one, { reasonId: "missing_features", actionId: "switch_plan", metadata: { targetPriceId } });
    expect(await contractOf(one)).toMatchObject({ planType: "premium", nextType: null });
    expect(await readEntitlement(one.customerId)).toMatchObject({ isPremium: true });
  });

  test("cannot switch to a plan that does not fit the reason", async () => {
    const one = await paying();
    const targetPriceId = await priceOf("basic", "yearly");
    expect(
      await refusal(act(one, { reasonId: "missing_features", actionId: "switch_plan", metadata: { targetPriceId } })),
    ).toBe("action_not_offered");
  });

  test("cancels for the end of the period, keeps everything until then, and can undo it", async () => {
    const one = await paying();
    await act(one, CANCEL);
    const leaving = await contractOf(one);
    expect(leaving.endsAt).toEqual(leaving.periodEndsAt);
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: true });
    await undo(one.customerId, "cancel", one.actor);
    expect(await contractOf(one)).toMatchObject({ endsAt: null });
    await act(one, CANCEL);
    await sandbox.passDays(32);
    await refreshContract(one.customerId);
    expect(await contractOf(one)).toMatchObject({ status: "cancelled" });
    expect(await readEntitlement(one.customerId)).toMatchObject({ isActive: false, lock: "ended" });
    expect(await refusal(act(one, CANCEL))).toBe("subscription_missing");
  });

  test("can cancel although a change of plan is scheduled", async () => {
    const one = await paying({ type: "premium" });
    const targetPriceId = await priceOf("basic", "monthly");
    await act(one, { reasonId: "too_expensive", actionId: "switch_plan", metadata: { targetPriceId } });
    await act(one, CANCEL);
    expect(await contractOf(one)).toMatchObject({ nextType: null, scheduleId: null, endsAt: expect.any(Date) });
  });

  test("contacts the support without a call to Stripe or a change of the contract", async () => {
    const one = await paying();
    const before = await contractOf(one);
    await act(one, { reasonId: "other", actionId: "contact_support", metadata: {} });
    expect(await contractOf(one)).toMatchObject({ status: before.status, endsAt: null, discount: null });
    expect(
      await db.auditEntry.count({ where: { customerId: one.customerId, action: "subscription.contact_support" } }),
    ).toBe(1);
  });
});

test("all calls to Stripe and all answers match Stripe's types", async () => {
  const { stripe } = (await sandbox.state()) as unknown as { stripe: { mistakes: string[] } };
  expect(stripe.mistakes).toEqual([]);
});
