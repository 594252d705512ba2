import { describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import type { Contract } from "@/lib/core/prisma/client";
import { SubscriptionStatus } from "@/lib/core/prisma/enums";
import { jobs } from "@/lib/jobs/catalogue";
import type { BillingAccount } from "@/lib/providers/billing/port";
import { storeReading } from "@/lib/subscriptions/sync/mutations";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier, seedInvoice } from "@/test/supplier-data";
import { entitlementOf } from "./rules";

/** Tests every stored status of a subscription with every status that Stripe can report, through `storeReading`. */
const { customerId } = await connectedSupplier();
const { id: invoiceId } = await seedInvoice(customerId);
await db.contract.update({ where: { customerId }, data: { type: "STRIPE", stripeCustomerId: "cus_states" } });

const STATES = Object.values(SubscriptionStatus);
const IN_FORCE: SubscriptionStatus[] = ["active", "trialing", "past_due"];
const OWING: SubscriptionStatus[] = ["past_due", "unpaid"];

const told = (status: SubscriptionStatus): BillingAccount => ({
  subscription: {
    ...{ id: "sub_states", itemId: "si_states", status },
    plan: { type: "premium", base: "monthly", priceId: "price_states", cents: 2_590 },
    startedAt: new Date("2026-09-01T08:00:00Z"),
    ...{ trialEndsAt: null, periodEndsAt: new Date("2026-12-01T08:00:00Z"), endsAt: null, endedAt: null },
    ...{ isPaused: false, pausedUntil: null, discount: null, next: null },
  },
  ...{ unended: ["sub_states"], hasHadTrial: true, paymentMethod: null, newerMethodId: null, isReversed: false },
});

const read = () => db.contract.findUniqueOrThrow({ where: { customerId } });

async function from(status: SubscriptionStatus): Promise<Contract> {
  const plan = { planType: "premium", planBase: "monthly" } as const;
  await db.contract.update({
    where: { customerId },
    data: { status, ...plan, subscriptionId: "sub_states", endsAt: null },
  });
  await db.invoice.updateMany({ where: { customerId, id: invoiceId }, data: { needsDecision: false } });
  await db.mail.deleteMany({ where: { customerId } });
  await clearJobs();
  return await read();
}

describe("a subscription in every stored status", () => {
  test.each(STATES)("with the status %s accepts every status that Stripe reports", async (before) => {
    let pairs = 0;
    for (const after of STATES) {
      pairs += 1;
      const cell = `${before} -> ${after}`;
      const known = await from(before);
      expect(await storeReading(customerId, known, told(after)), cell).toBe(true);
      expect(await read(), cell).toMatchObject({ status: after, planType: "premium", readCount: known.readCount + 1 });
      // A change of the entitlement sets the stale flag of the waiting invoices.
      const hasTurned = IN_FORCE.includes(before) !== IN_FORCE.includes(after);
      const invoice = await db.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id: invoiceId } } });
      expect(invoice.needsDecision, cell).toBe(hasTurned);
      expect(await waitingJobs(jobs.decideInvoices), cell).toHaveLength(hasTurned ? 1 : 0);
      const mails = await db.mail.findMany({ where: { customerId } });
      const isNews = OWING.includes(after) && !OWING.includes(before);
      expect(mails.map(({ data }) => (data as { kind: string }).kind).sort(), cell).toEqual([
        // The first payment completes an order.
        ...(before === "incomplete" && IN_FORCE.includes(after) ? ["ordered"] : []),
        ...(isNews ? ["paymentFailed"] : []),
      ]);
      // A reading that started before is stale and is not stored; repeating the stored reading sends no mail.
      const stored = await read();
      for (const stale of STATES) expect(await storeReading(customerId, known, told(stale)), cell).toBe(false);
      expect(await read(), cell).toEqual(stored);
      expect(await storeReading(customerId, stored, told(after)), cell).toBe(true);
      expect(await db.mail.count({ where: { customerId } }), cell).toBe(mails.length);
    }
    expect(pairs).toBe(8);
  });
});

describe("a contract agreed outside Stripe or without a subscription, with every status that Stripe reports", () => {
  const PAST = new Date("2026-09-01T08:00:00Z");
  const none = { ...{ planType: null, status: null, subscriptionId: null }, type: "STRIPE", endsAt: null } as const;
  const BEGINNINGS = [
    { name: "nothing", row: none, isActive: false, isKept: false },
    { name: "elsewhere", row: { ...none, type: "EXTERNAL", planType: "premium" }, isActive: true, isKept: true },
    // The case of a supplier that left Stripe for another agreement: Stripe reports the old subscription forever.
    {
      name: "elsewhere, after a subscription",
      row: { ...none, type: "EXTERNAL", planType: "premium", status: "cancelled", subscriptionId: "sub_states" },
      ...{ isActive: true, isKept: true },
    },
    {
      name: "elsewhere, and over",
      row: { ...none, type: "EXTERNAL", planType: "premium", endsAt: PAST },
      ...{ isActive: false, isKept: false },
    },
  ] as const;

  test.each(BEGINNINGS)("is kept or replaced as it should be: $name", async ({ row, isActive, isKept }) => {
    for (const status of [...STATES, null]) {
      await from("cancelled");
      const known = await db.contract.update({ where: { customerId }, data: row });
      const account = status ? told(status) : { ...told("active"), subscription: null };
      expect(await storeReading(customerId, known, account), `${status}`).toBe(true);
      const isTaken = status !== null && !(isKept && !IN_FORCE.includes(status));
      const after = await read();
      expect(after, `${status}`).toMatchObject(
        isTaken ? { type: "STRIPE", status, subscriptionId: "sub_states", endsAt: null } : row,
      );
      const isActiveNow = isTaken ? IN_FORCE.includes(status) : isActive;
      expect(entitlementOf(after, new Date()).isActive, `${status}`).toBe(isActiveNow);
      expect(await waitingJobs(jobs.decideInvoices), `${status}`).toHaveLength(isActiveNow === isActive ? 0 : 1);
    }
  });
});
