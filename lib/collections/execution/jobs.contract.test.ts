import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { stopCollection } from "@/lib/collections/decision/mutations";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import { refreshClock, today } from "@/lib/core/time/clock";
import { addDays, fromDate, toDate } from "@/lib/core/time/dates";
import { addTargetDays, nextTargetDay } from "@/lib/core/time/target-calendar";
import { storeMandate } from "@/lib/mandates/record/mutations";
import { seedConnection } from "@/prisma/seed/connect";
import { DIRECT_DEBIT_TERM, seedSupplier } from "@/prisma/seed/suppliers";
import { TestSandbox } from "@/test/sandbox";
import { decideNow, latestCollection, seedInvoice } from "@/test/supplier-data";
import { carryOutCollection } from "./jobs";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

const supplier = await seedSupplier({ paymentConditions: [DIRECT_DEBIT_TERM] });
const { customerId, actor } = supplier;
await seedConnection(supplier, "GOCARDLESS", { name: "Werkstatt GmbH" });
await seedConnection(supplier, "LEXOFFICE", { name: "Werkstatt GmbH" });
await db.connection.updateMany({
  where: { customerId, type: "GOCARDLESS" },
  data: { mandatesReadAt: new Date(), schedulesReadAt: new Date() },
});
const { organisationId: organisation } = await db.connection.findUniqueOrThrow({
  where: { customerId_type: { customerId, type: "GOCARDLESS" } },
});
await refreshClock();
const { noticeDays: supplierNotice } = await db.customer.findUniqueOrThrow({ where: { id: customerId } });

/** A collection that has been decided, on a mandate that exists at GoCardless. */
async function decided(due = addDays(today(), 20), externalId: string = randomUUID()) {
  const invoice = await seedInvoice(customerId, { entry: { dueDate: due, externalId }, document: { dueDate: due } });
  const customer = { companyName: "Café Ähre", email: `zahler-${randomUUID()}@aehre.example` };
  const { mandate } = await sandbox.desk<{ mandate: { id: string } }>("/gocardless/mandates", {
    organisation,
    customer,
  });
  const told = await withDirectDebit(customerId, (gc) => gc.mandates.read(mandate.id));
  await storeMandate(customerId, told, { contactId: invoice.contactId });
  await decideNow(customerId, invoice.id);
  const { id } = await latestCollection(customerId, invoice.id);
  const carryOut = () => carryOutCollection.run({ customerId, collectionId: id });
  const read = () => db.collection.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } });
  return { invoice, id, carryOut, read, mandateId: mandate.id };
}

interface LedgerPayment {
  id: string;
  amountCents: number;
  chargeDate: string;
  status: string;
  metadata: Record<string, string>;
}
const paymentsOf = async (collectionId: string): Promise<LedgerPayment[]> => {
  const { gocardless } = await sandbox.desk<{ gocardless: { payments: LedgerPayment[] } }>("/ledger");
  return gocardless.payments.filter((payment) => payment.metadata.collection === collectionId);
};

describe("without an active contract", () => {
  test("ends a collection that was only decided, and sends nothing to GoCardless", async () => {
    const { carryOut, read, id, invoice } = await decided();
    await db.contract.update({ where: { customerId }, data: { endsAt: new Date(0) } });
    await carryOut();
    await db.contract.update({ where: { customerId }, data: { endsAt: null } });
    expect(await read()).toMatchObject({ status: "cancelled", cancelReason: "contract_inactive", holdsInvoice: false });
    expect(await paymentsOf(id)).toEqual([]);
    // With a contract again, a new attempt collects it after all.
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "collect" });
  });

  test("still completes a collection that GoCardless may already know", async () => {
    const { carryOut, read, id } = await decided();
    await sandbox.fault("gocardless", "malformed-json", "/payments");
    await expect(carryOut()).rejects.toThrow();
    await db.contract.update({ where: { customerId }, data: { endsAt: new Date(0) } });
    await carryOut();
    await db.contract.update({ where: { customerId }, data: { endsAt: null } });
    expect(await read()).toMatchObject({ status: "created", holdsInvoice: true });
    expect(await paymentsOf(id)).toHaveLength(1);
  });
});

describe("a collection on its way to GoCardless", () => {
  test("becomes one payment of the open amount on the granted day", async () => {
    const { id, carryOut, read } = await decided();
    await carryOut();
    const row = await read();
    const [payment, ...more] = await paymentsOf(id);
    expect(more).toEqual([]);
    expect(payment).toMatchObject({ id: row.providerId, amountCents: 11_900, status: "pending_submission" });
    expect(row).toMatchObject({
      status: "created",
      chargeDate: toDate(payment?.chargeDate ?? ""),
      calledAt: expect.any(Date),
    });
  });

  test("is created for a document whose id no HTTP header can carry", async () => {
    const { id, carryOut, read } = await decided(undefined, `10001/RE–17 € ${randomUUID()}`);
    await carryOut();
    expect(await read()).toMatchObject({ status: "created" });
    expect(await paymentsOf(id)).toHaveLength(1);
  });

  test("becomes one payment, however often and concurrently the job runs", async () => {
    const { id, carryOut, read } = await decided();
    await Promise.allSettled([carryOut(), carryOut(), carryOut()]);
    await carryOut();
    await carryOut();
    expect(await paymentsOf(id)).toHaveLength(1);
    expect(await read()).toMatchObject({ status: "created" });
  });

  test.each(["malformed-json", "reset", "status-500", "status-502-html", "status-504-after", "status-429"])(
    "becomes one payment although the first answer was %s",
    async (fault) => {
      const { id, carryOut, read } = await decided();
      await sandbox.fault("gocardless", fault, "/payments");
      await expect(carryOut()).rejects.toMatchObject({ isRetryable: true });
      expect(await read()).toMatchObject({ status: "pending", providerId: null, holdsInvoice: true });
      await db.ratePace.deleteMany();
      await carryOut();
      expect(await paymentsOf(id)).toHaveLength(1);
      expect(await read()).toMatchObject({ status: "created", providerId: expect.any(String) });
    },
  );

  test("is found after a lost answer and then cancelled, if it was stopped meanwhile", async () => {
    const { id, carryOut, read } = await decided();
    await sandbox.fault("gocardless", "malformed-json", "/payments");
    await expect(carryOut()).rejects.toThrow();
    await stopCollection(customerId, id, actor);
    await carryOut();
    expect(await paymentsOf(id)).toMatchObject([{ status: "cancelled" }]);
    expect(await read()).toMatchObject({ status: "cancelled", holdsInvoice: false });
  });

  test("is not sent again if its outcome is unknown and a cancellation is requested", async () => {
    const { id, carryOut, read, invoice } = await decided();
    await sandbox.fault("gocardless", "reset", "/payments");
    await expect(carryOut()).rejects.toThrow();
    const where = { customerId_id: { customerId, id } };
    await db.collection.update({ where, data: { cancelRequestedAt: new Date(), cancelReason: "paid" } });
    const sent = async () =>
      (await sandbox.requests("gocardless", "/payments")).filter(({ method }) => method === "POST").length;
    const before = await sent();
    await expect(carryOut()).rejects.toThrow("outcome unknown");
    expect(await sent()).toBe(before);
    // Long after the call it counts as not made.
    await db.collection.update({ where, data: { calledAt: new Date(Date.now() - 3_600_000) } });
    await carryOut();
    expect(await sent()).toBe(before);
    expect(await read()).toMatchObject({ status: "cancelled", holdsInvoice: false });
    expect(await paymentsOf(id)).toEqual([]);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "collect" });
  });

  test("is never sent if it was stopped before its call", async () => {
    const { id, carryOut, read } = await decided();
    await stopCollection(customerId, id, actor);
    await carryOut();
    expect(await paymentsOf(id)).toEqual([]);
    expect(await read()).toMatchObject({ status: "cancelled", providerId: null, holdsInvoice: false });
  });

  test("takes today's earliest day if the day it was decided for can no longer be met", async () => {
    const { id, carryOut, read, mandateId } = await decided(addTargetDays(today(), 5));
    // It was decided days ago, when the provider's earliest day was read.
    await db.collection.updateMany({
      where: { customerId, id },
      data: { requestedDate: toDate(addDays(today(), 1)), wantedDate: toDate(addDays(today(), 1)) },
    });
    await db.mandate.updateMany({
      where: { customerId, providerId: mandateId },
      data: { nextPossibleChargeDate: toDate(today()), chargeDateReadOn: toDate(addDays(today(), -3)) },
    });
    await expect(carryOut()).resolves.toBeUndefined();
    const row = await read();
    expect(row.status).toBe("created");
    expect(fromDate(row.chargeDate ?? new Date(0))).toBe((await paymentsOf(id))[0]?.chargeDate);
    expect(fromDate(row.requestedDate) >= addTargetDays(today(), 3)).toBe(true);
  });

  test("gives the payer the notice period that is set when GoCardless is called", async () => {
    const { id, carryOut } = await decided(addDays(today(), 10));
    await db.customer.update({ where: { id: customerId }, data: { noticeDays: 14 } });
    await carryOut();
    await db.customer.update({ where: { id: customerId }, data: { noticeDays: supplierNotice } });
    expect(await paymentsOf(id)).toMatchObject([{ chargeDate: nextTargetDay(addDays(today(), 14)) }]);
  });

  test("does not accept a payment of another amount under its key", async () => {
    const { id, carryOut, read, mandateId } = await decided();
    const { idempotencyKey, requestedDate, reference } = await read();
    const chargeDate = fromDate(requestedDate);
    const other = { mandateId, amountCents: 500, chargeDate, reference, description: reference };
    const metadata = { collection: id };
    await withDirectDebit(customerId, (gc) => gc.payments.create({ ...other, metadata }, idempotencyKey));
    await expect(carryOut()).rejects.toThrow("idempotency key conflict");
    expect(await read()).toMatchObject({ status: "pending", providerId: null });
  });

  test("ends if its mandate has ended meanwhile, and the payer is asked for a new one", async () => {
    const { invoice, id, carryOut, read, mandateId } = await decided(addDays(today(), 4));
    await sandbox.desk(`/gocardless/mandates/${mandateId}/cancel`, {});
    await db.mandate.updateMany({
      where: { customerId, providerId: mandateId },
      data: { chargeDateReadOn: toDate(addDays(today(), -1)) },
    });
    await carryOut();
    expect(await paymentsOf(id)).toEqual([]);
    expect(await read()).toMatchObject({
      status: "cancelled",
      cancelReason: "mandate_not_usable",
      holdsInvoice: false,
    });
    expect(await decideNow(customerId, invoice.id)).toMatchObject({
      outcome: "request_mandate",
      reason: "mandate_not_usable",
    });
  });
});

describe("cancelling a payment", () => {
  test("works until the bank has it, even if the answer is lost", async () => {
    const { id, carryOut, read } = await decided();
    await carryOut();
    await stopCollection(customerId, id, actor);
    await sandbox.fault("gocardless", "malformed-json", "/actions/cancel");
    await expect(carryOut()).rejects.toMatchObject({ isOutcomeUnknown: true });
    await carryOut();
    expect(await paymentsOf(id)).toMatchObject([{ status: "cancelled" }]);
    expect(await read()).toMatchObject({ status: "cancelled", holdsInvoice: false });
  });

  test.each([
    ["before we wanted to", "dashboard", true],
    ["by us, whose answer was lost", "api", false],
  ] as const)("stops further retries only if somebody else did it: cancelled %s", async (_when, by, isMeant) => {
    const { invoice, id, carryOut, read } = await decided();
    await carryOut();
    const where = { customerId_id: { customerId, id } };
    await db.collection.update({ where, data: { retriedBy: "person" } });
    const { providerId } = await read();
    if (by === "dashboard") await sandbox.desk(`/gocardless/payments/${providerId}/cancel`, {});
    const wishedAt = new Date(Date.now() + (by === "dashboard" ? 60_000 : 0));
    await db.collection.update({ where, data: { cancelRequestedAt: wishedAt, cancelReason: "amount_changed" } });
    if (by === "api") {
      await sandbox.fault("gocardless", "malformed-json", "/actions/cancel");
      await expect(carryOut()).rejects.toMatchObject({ isOutcomeUnknown: true });
    }
    await carryOut();
    expect(await read()).toMatchObject({ status: "cancelled", holdsInvoice: false });
    const { retryStoppedAt } = await db.invoice.findFirstOrThrow({ where: { customerId, id: invoice.id } });
    expect(retryStoppedAt !== null).toBe(isMeant);
  });

  test("is dropped once the bank has the payment, which continues and holds the invoice", async () => {
    const { invoice, id, carryOut, read } = await decided();
    await carryOut();
    const { providerId } = await read();
    await sandbox.desk(`/gocardless/payments/${providerId}/submit`, {});
    await stopCollection(customerId, id, actor);
    await carryOut();
    expect(await read()).toMatchObject({ status: "submitted", holdsInvoice: true, cancelRequestedAt: null });
    expect(await paymentsOf(id)).toMatchObject([{ status: "submitted" }]);
    expect(await decideNow(customerId, invoice.id)).toMatchObject({ outcome: "keep", reason: "too_late_to_change" });
    const notice = { where: { customerId_key: { customerId, key: `stopped_late:${invoice.id}` } } };
    expect(await db.notice.findUniqueOrThrow(notice)).toMatchObject({ kind: "stopped_late", resolvedAt: null });
  });
});
