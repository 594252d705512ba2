import { randomUUID } from "node:crypto";
import { ApiError, Environments, GoCardlessClient } from "gocardless-nodejs";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { stopCollection } from "@/lib/collections/decision/mutations";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import type { Prisma } from "@/lib/core/prisma/client";
import { now } from "@/lib/core/time/clock";
import { drainInbox } from "@/lib/events/jobs";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { TestSandbox } from "@/test/sandbox";
import { decideNow, openNotices } from "@/test/supplier-data";
import { bringEvents, plannedAtTwins, readLedger, supplierAtTwins, type TwinSupplier } from "@/test/twin-supplier";
import { carryOutCollection } from "./jobs";
import { reconcileSinceStart } from "./orphan-provider";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

let supplier: TwinSupplier;
beforeEach(async () => {
  supplier = await supplierAtTwins();
  await clearJobs();
});

/** A collection that has been decided and not called. This process has reconciled the supplier before. */
async function planned() {
  const one = await plannedAtTwins(sandbox, supplier);
  const { customerId } = supplier;
  await reconcileSinceStart(customerId);
  const where = { customerId_id: { customerId, id: one.collectionId } };
  const ofInvoice = { customerId_id: { customerId, id: one.invoiceId } };
  return {
    ...one,
    carryOut: async () => {
      await db.ratePace.deleteMany();
      await carryOutCollection.run({ customerId, collectionId: one.collectionId });
    },
    row: () => db.collection.findUniqueOrThrow({ where }),
    change: (data: Prisma.CollectionUpdateInput) => db.collection.update({ where, data }),
    changeInvoice: (data: Prisma.InvoiceUpdateInput) => db.invoice.update({ where: ofInvoice, data }),
    decide: () => decideNow(customerId, one.invoiceId),
    stop: () => stopCollection(customerId, one.collectionId, supplier.actor),
  };
}

const payments = async () =>
  (await readLedger(sandbox)).gocardless.payments.filter((one) => one.organisation === supplier.account);
const creations = async () =>
  (await sandbox.requests("gocardless", "/payments")).filter(({ method }) => method === "POST");
const longAgo = () => new Date(now().getTime() - 3_600_000);
const drain = async () => {
  await bringEvents(supplier);
  await drainInbox.run({ customerId: supplier.customerId });
};

/** Makes a payment at GoCardless with the reference of a collection, without our job. */
async function payBeside({ mandateId, collectionId }: { mandateId: string; collectionId: string }) {
  const { requestedDate } = await db.collection.findFirstOrThrow({ where: { id: collectionId } });
  const payment = {
    ...{ mandateId, amountCents: 11_900, reference: "RE", description: "RE" },
    chargeDate: requestedDate.toISOString().slice(0, 10),
    metadata: { collection: collectionId, invoice: "RE" },
  };
  return await withDirectDebit(supplier.customerId, (gc) => gc.payments.create(payment, randomUUID()));
}

describe("a call whose answer was lost", () => {
  test("is looked up and not repeated, because GoCardless forgets the key after 30 days", async () => {
    const one = await planned();
    const before = (await creations()).length;
    await sandbox.fault("gocardless", "malformed-json", "/payments");
    await expect(one.carryOut()).rejects.toMatchObject({ isOutcomeUnknown: true });
    await one.carryOut();
    expect(await payments()).toHaveLength(1);
    expect(await one.row()).toMatchObject({ status: "created", providerId: (await payments())[0]?.id });
    expect((await creations()).length - before).toBe(1);
  });

  test("keeps its unknown outcome if the next attempt is rate-limited", async () => {
    const one = await planned();
    await sandbox.fault("gocardless", "reset", "/payments");
    await expect(one.carryOut()).rejects.toMatchObject({ isOutcomeUnknown: true });
    const { calledAt } = await one.row();
    expect(calledAt).not.toBeNull();
    await sandbox.desk("/faults", {
      ...{ provider: "gocardless", kind: "status-429", times: 1 },
      match: { method: "POST", path: "/payments" },
    });
    await expect(one.carryOut()).rejects.toMatchObject({ kind: "rate_limited" });
    expect(await one.row()).toMatchObject({ status: "pending", calledAt });
    await one.carryOut();
    expect(await payments()).toHaveLength(1);
  });

  test("is found on a mandate that ended meanwhile, with the end that GoCardless gave it", async () => {
    const one = await planned();
    await sandbox.fault("gocardless", "malformed-json", "/payments");
    await expect(one.carryOut()).rejects.toThrow();
    await sandbox.desk(`/gocardless/mandates/${one.mandateId}/cancel`, {});
    await one.carryOut();
    expect(await one.row()).toMatchObject({ status: "cancelled", providerId: (await payments())[0]?.id });
  });

  test("and that made nothing is decided again, once GoCardless can no longer be working on it", async () => {
    const one = await planned();
    await sandbox.fault("gocardless", "reset", "/payments");
    await expect(one.carryOut()).rejects.toThrow();
    await sandbox.desk(`/gocardless/mandates/${one.mandateId}/cancel`, {});
    // Refused because of its mandate, but that answer is about this call only.
    await expect(one.carryOut()).rejects.toMatchObject({ kind: "refused" });
    expect(await one.row()).toMatchObject({ status: "pending", holdsInvoice: true });
    await one.change({ calledAt: longAgo() });
    await one.carryOut();
    expect(await one.row()).toMatchObject({ status: "pending", calledAt: null });
    expect(await one.decide()).toMatchObject({ outcome: "keep" });
    await one.carryOut();
    expect(await one.row()).toMatchObject({ status: "cancelled", holdsInvoice: false });
    expect(await payments()).toEqual([]);
  });

  test("is not repeated before a decision that it is still wanted", async () => {
    const one = await planned();
    await sandbox.fault("gocardless", "reset", "/payments");
    await expect(one.carryOut()).rejects.toThrow();
    const { invoiceId } = await one.row();
    const mark = (needsDecision: boolean) =>
      db.invoice.updateMany({ where: { customerId: supplier.customerId, id: invoiceId }, data: { needsDecision } });
    await mark(true);
    await expect(one.carryOut()).rejects.toThrow("pending decision");
    expect(await payments()).toEqual([]);
    await mark(false);
    await one.carryOut();
    expect(await payments()).toHaveLength(1);
  });

  test("and that made nothing ends without another call if it is to be stopped", async () => {
    const one = await planned();
    await sandbox.fault("gocardless", "reset", "/payments");
    await expect(one.carryOut()).rejects.toThrow();
    await one.stop();
    await one.change({ calledAt: longAgo() });
    await one.carryOut();
    expect(await one.row()).toMatchObject({ status: "cancelled", cancelReason: "by_supplier", providerId: null });
    expect(await payments()).toEqual([]);
  });
});

describe("a planned collection that was never called", () => {
  test("waits while its invoice has to be read again, and is called after the next decision", async () => {
    const one = await planned();
    await one.changeInvoice({ openStaleAt: now() });
    await one.carryOut();
    expect(await payments()).toEqual([]);
    expect(await one.row()).toMatchObject({ status: "pending", calledAt: null });
    await clearJobs();
    await one.changeInvoice({ openStaleAt: null, needsDecision: true });
    await one.carryOut();
    expect(await payments()).toEqual([]);
    expect(await one.decide()).toMatchObject({ outcome: "keep" });
    expect(await waitingJobs(jobs.carryOutCollection)).toMatchObject([{ collectionId: one.collectionId }]);
    await one.carryOut();
    expect(await payments()).toHaveLength(1);
  });

  test("ends when the account may no longer collect, and is planned again when it may", async () => {
    const one = await planned();
    const verified = (verificationStatus: string) =>
      db.connection.updateMany({
        where: { customerId: supplier.customerId, type: "GOCARDLESS" },
        data: { verificationStatus },
      });
    await verified("in_review");
    expect(await one.decide()).toMatchObject({ outcome: "cancel", reason: "account_in_review" });
    await one.carryOut();
    expect(await one.row()).toMatchObject({ status: "cancelled", holdsInvoice: false });
    expect(await payments()).toEqual([]);
    expect(await one.decide()).toMatchObject({ outcome: "wait", reason: "account_in_review" });
    await verified("successful");
    expect(await one.decide()).toMatchObject({ outcome: "collect" });
  });

  test("and was ended here is cancelled at GoCardless, if it exists there after all", async () => {
    const one = await planned();
    await one.stop();
    await one.carryOut();
    expect(await one.row()).toMatchObject({ status: "cancelled", holdsInvoice: false, providerId: null });
    const { id } = await payBeside(one);
    await clearJobs();
    await drain();
    expect(await one.row()).toMatchObject({ status: "created", providerId: id, holdsInvoice: true });
    expect(await waitingJobs(jobs.carryOutCollection)).toMatchObject([{ collectionId: one.collectionId }]);
    await one.carryOut();
    expect(await payments()).toMatchObject([{ id, status: "cancelled" }]);
    expect(await one.row()).toMatchObject({ status: "cancelled", holdsInvoice: false });
  });
});

test("a second payment with the same reference causes a notice and leaves the first one's history alone", async () => {
  const one = await planned();
  await one.carryOut();
  const first = await one.row();
  const { id } = await payBeside(one);
  await drain();
  expect(await openNotices(supplier.customerId)).toEqual([`duplicate:${one.invoiceId}`]);
  await sandbox.desk(`/gocardless/payments/${id}/fail`, { cause: "insufficient_funds", code: "AM04" });
  await drain();
  expect(await one.row()).toMatchObject({ status: "created", providerId: first.providerId, failedAt: null });
});

test("a cancellation that is refused while the payment is still pending is tried again", async () => {
  const one = await planned();
  await one.carryOut();
  await one.stop();
  // The twin refuses only payments that the bank has. Here GoCardless refuses for a moment, as it does while it is busy
  // with the payment.
  const { payments: calls } = new GoCardlessClient("none", Environments.Live);
  const body = { error: { code: 422, type: "invalid_state", message: "busy", errors: [{ reason: "busy" }] } };
  const refusal = ApiError.buildFromResponse({ statusCode: 422, headers: {}, body });
  const spy = vi.spyOn(Object.getPrototypeOf(calls), "cancel").mockRejectedValueOnce(refusal);
  await expect(one.carryOut()).rejects.toMatchObject({ kind: "refused" });
  spy.mockRestore();
  expect(await one.row()).toMatchObject({ status: "created", cancelReason: "by_supplier" });
  expect((await one.row()).cancelRequestedAt).not.toBeNull();
  await one.carryOut();
  expect(await payments()).toMatchObject([{ status: "cancelled" }]);
  expect(await one.row()).toMatchObject({ status: "cancelled" });
});
