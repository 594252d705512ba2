import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays, fromDate, toDate } from "@/lib/core/time/dates";
import { addTargetDays, nextTargetDay } from "@/lib/core/time/target-calendar";
import { storeMandate } from "@/lib/mandates/record/mutations";
import { seedConnection } from "@/prisma/seed/connect";
import { DIRECT_DEBIT_TERM, seedSupplier } from "@/prisma/seed/suppliers";
import { TestSandbox } from "@/test/sandbox";
import { decideNow, latestCollection, seedInvoice } from "@/test/supplier-data";
import { carryOutCollection } from "./jobs";

/** A business day ahead of today, so that the fake clock never runs behind the real one. */
const DAY = nextTargetDay(addDays(today(), 1));
/** Returns the instant at which clocks in Germany show this time on that day, in summer and in winter. */
function at(time: string): Date {
  const utc = new Date(`${DAY}T${time}:00Z`);
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", hour: "2-digit", hourCycle: "h23" });
  const ahead = Number(format.format(utc)) - utc.getUTCHours();
  return new Date(utc.getTime() - ahead * 3_600_000);
}

vi.useFakeTimers({ toFake: ["Date"], now: at("12:00") });
afterAll(() => vi.useRealTimers());

const sandbox = await TestSandbox.start({ cutOffHour: 16 });
afterAll(() => sandbox.stop());
beforeEach(() => void vi.setSystemTime(at("15:58")));
afterEach(() => sandbox.clearFaults());

const supplier = await seedSupplier({ paymentConditions: [DIRECT_DEBIT_TERM] });
const { customerId } = supplier;
await seedConnection(supplier, "GOCARDLESS", { name: "Werkstatt GmbH" });
await seedConnection(supplier, "LEXOFFICE", { name: "Werkstatt GmbH" });
const account = { customerId, type: "GOCARDLESS" as const };
await db.connection.updateMany({
  where: account,
  data: { mandatesReadAt: new Date(), schedulesReadAt: new Date() },
});

/** A collection decided before the cut-off, for the earliest day that GoCardless gave then. */
async function decided() {
  const due = addTargetDays(DAY, 3);
  const entry = { dueDate: due, externalId: randomUUID() };
  const invoice = await seedInvoice(customerId, { entry, document: { dueDate: due } });
  const { organisationId: organisation } = await db.connection.findFirstOrThrow({ where: account });
  const customer = { companyName: "Café Ähre", email: `zahler-${randomUUID()}@aehre.example` };
  const { mandate } = await sandbox.desk<{ mandate: { id: string } }>("/gocardless/mandates", {
    organisation,
    customer,
  });
  const told = await withDirectDebit(customerId, (gc) => gc.mandates.read(mandate.id));
  expect(told.nextPossibleChargeDate).toBe(due);
  await storeMandate(customerId, told, { contactId: invoice.contactId });
  await decideNow(customerId, invoice.id);
  const { id, requestedDate } = await latestCollection(customerId, invoice.id);
  expect(fromDate(requestedDate)).toBe(due);
  const carryOut = () => carryOutCollection.run({ customerId, collectionId: id });
  const read = () => db.collection.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } });
  const readOn = async () =>
    (await db.mandate.findFirstOrThrow({ where: { customerId, providerId: mandate.id } })).chargeDateReadOn;
  return { id, due, carryOut, read, readOn };
}

const paymentsOf = async (collectionId: string) => {
  const { gocardless } = await sandbox.desk<{
    gocardless: { payments: { chargeDate: string; metadata: Record<string, string> }[] };
  }>("/ledger");
  return gocardless.payments.filter(({ metadata }) => metadata.collection === collectionId);
};

describe("GoCardless' daily cut-off", () => {
  test("makes a day read before it too early: the job reads it again and collects a TARGET day later", async () => {
    const { id, due, carryOut, read, readOn } = await decided();
    vi.setSystemTime(at("16:01"));
    await expect(carryOut()).rejects.toMatchObject({ kind: "refused", code: "charge_date" });
    expect(await paymentsOf(id)).toEqual([]);
    expect(await read()).toMatchObject({ status: "pending", calledAt: null, providerId: null, holdsInvoice: true });
    expect(await readOn()).toBeNull();
    await carryOut();
    const later = addTargetDays(due, 1);
    expect(await paymentsOf(id)).toMatchObject([{ chargeDate: later }]);
    expect(await read()).toMatchObject({ status: "created", chargeDate: toDate(later), requestedDate: toDate(later) });
  });

  test("changes nothing before its hour: the day that was read is the charge date", async () => {
    const { id, due, carryOut } = await decided();
    vi.setSystemTime(at("15:59"));
    await carryOut();
    expect(await paymentsOf(id)).toMatchObject([{ chargeDate: due }]);
  });

  test("may fall between a call of unknown outcome and its repetition, which collects a TARGET day later", async () => {
    const { id, due, carryOut, readOn } = await decided();
    await sandbox.fault("gocardless", "reset", "/payments");
    await expect(carryOut()).rejects.toMatchObject({ isOutcomeUnknown: true });
    vi.setSystemTime(at("16:01"));
    await expect(carryOut()).rejects.toMatchObject({ kind: "refused", code: "charge_date" });
    expect(await readOn()).toBeNull();
    await carryOut();
    expect(await paymentsOf(id)).toMatchObject([{ chargeDate: addTargetDays(due, 1) }]);
  });

  test("changes nothing about a payment made before it, although the answer was lost", async () => {
    const { id, due, carryOut, read } = await decided();
    await sandbox.fault("gocardless", "status-504-after", "/payments");
    await expect(carryOut()).rejects.toMatchObject({ isOutcomeUnknown: true });
    vi.setSystemTime(at("16:01"));
    await carryOut();
    expect(await paymentsOf(id)).toMatchObject([{ chargeDate: due }]);
    expect(await read()).toMatchObject({ status: "created", chargeDate: toDate(due) });
  });
});
