import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { carryOutCollection } from "@/lib/collections/execution/jobs";
import { approveRetry } from "@/lib/collections/returns/retry-mutations";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import { refreshClock, today } from "@/lib/core/time/clock";
import { addDays, toDate } from "@/lib/core/time/dates";
import { addTargetDays } from "@/lib/core/time/target-calendar";
import { storeMandate } from "@/lib/mandates/record/mutations";
import { seedConnection } from "@/prisma/seed/connect";
import { DIRECT_DEBIT_TERM, seedSupplier } from "@/prisma/seed/suppliers";
import { decideAfterReading, failLatestPayment } from "@/test/returned-debits";
import { TestSandbox } from "@/test/sandbox";
import { decideNow, latestCollection, seedInvoice } from "@/test/supplier-data";
import { askChargeDate, askCollectNowDay, askEarliestRetry } from "./access";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

const supplier = await seedSupplier({ paymentConditions: [DIRECT_DEBIT_TERM] });
const { customerId, actor } = supplier;
await seedConnection(supplier, "GOCARDLESS", { name: "Werkstatt GmbH" });
await seedConnection(supplier, "LEXOFFICE", { name: "Werkstatt GmbH" });
const account = { customerId, type: "GOCARDLESS" as const };
await db.connection.updateMany({ where: account, data: { mandatesReadAt: new Date(), schedulesReadAt: new Date() } });
const { organisationId: organisation } = await db.connection.findFirstOrThrow({ where: account });
await refreshClock();

/** The day that GoCardless grants today. By the stored date and the notice it would be at least a day earlier. */
const GRANTED = addTargetDays(today(), 3);

/** An invoice with a payment at GoCardless. */
async function debited(dueDate = addDays(today(), 30)) {
  const invoice = await seedInvoice(customerId, {
    entry: { dueDate, externalId: randomUUID() },
    document: { dueDate },
  });
  const customer = { companyName: "Café Ähre", email: `zahler-${randomUUID()}@aehre.example` };
  const wanted = { organisation, customer };
  const { mandate } = await sandbox.desk<{ mandate: { id: string } }>("/gocardless/mandates", wanted);
  const told = await withDirectDebit(customerId, (gc) => gc.mandates.read(mandate.id));
  await storeMandate(customerId, told, { contactId: invoice.contactId });
  await decideNow(customerId, invoice.id);
  await carryOut(invoice.id);
  return { invoiceId: invoice.id, mandateId: mandate.id };
}

/** Makes the stored date days old, so that the calendar has moved on since it was read. */
async function letTheDateAge(mandateId: string): Promise<void> {
  const data = { nextPossibleChargeDate: toDate(today()), chargeDateReadOn: toDate(addDays(today(), -4)) };
  await db.mandate.updateMany({ where: { customerId, providerId: mandateId }, data });
}

async function carryOut(invoiceId: string): Promise<string> {
  const { id } = await latestCollection(customerId, invoiceId);
  await carryOutCollection.run({ customerId, collectionId: id });
  const { gocardless } = await sandbox.desk<{
    gocardless: { payments: { chargeDate: string; metadata: Record<string, string> }[] };
  }>("/ledger");
  return gocardless.payments.find(({ metadata }) => metadata.collection === id)?.chargeDate ?? "none";
}

describe("the day promised for a retry", () => {
  test("is the charge date, although the stored earliest day is old", async () => {
    const { invoiceId, mandateId } = await debited();
    await failLatestPayment(customerId, invoiceId);
    await letTheDateAge(mandateId);
    expect(await askEarliestRetry(customerId, invoiceId)).toEqual({ day: GRANTED, isKnown: true });
    const early = approveRetry(customerId, invoiceId, actor, addDays(GRANTED, -1));
    await expect(early).rejects.toMatchObject({ code: "retry_day_too_early" });
    expect(await approveRetry(customerId, invoiceId, actor, GRANTED)).toEqual({ day: GRANTED });
    await decideAfterReading(customerId, invoiceId);
    expect(await carryOut(invoiceId)).toBe(GRANTED);
  });

  test("is read again at the approval, because the form may have been open for days", async () => {
    const { invoiceId, mandateId } = await debited();
    await failLatestPayment(customerId, invoiceId);
    await askEarliestRetry(customerId, invoiceId);
    await letTheDateAge(mandateId);
    expect(await askChargeDate(customerId, invoiceId)).toBe(true);
    const { day } = await approveRetry(customerId, invoiceId, actor);
    await decideAfterReading(customerId, invoiceId);
    expect(await carryOut(invoiceId)).toBe(day);
  });

  test("is not called certain while GoCardless cannot be asked", async () => {
    const { invoiceId, mandateId } = await debited();
    await failLatestPayment(customerId, invoiceId);
    await letTheDateAge(mandateId);
    await db.connection.updateMany({ where: account, data: { status: "revoked" } });
    const asked = await askEarliestRetry(customerId, invoiceId);
    await db.connection.updateMany({ where: account, data: { status: "connected" } });
    expect(asked.isKnown).toBe(false);
  });

  test("is not shown to another supplier", async () => {
    const { invoiceId } = await debited();
    const stranger = await seedSupplier();
    await expect(askEarliestRetry(stranger.customerId, invoiceId)).rejects.toMatchObject({ code: "not_found" });
  });
});

test("the day promised for collecting now is the charge date, although the stored day is old", async () => {
  const { invoiceId, mandateId } = await debited(addDays(today(), 60));
  await letTheDateAge(mandateId);
  expect(await askCollectNowDay(customerId, invoiceId)).toEqual({ day: GRANTED, isKnown: true });
});
