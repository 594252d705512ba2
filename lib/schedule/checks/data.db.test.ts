import { afterEach, expect, test, vi } from "vitest";
import { db } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier, seedCollection, seedInvoice, seedRequest } from "@/test/supplier-data";
import { isReadingDue, readUnfinished } from "./data";
import { enqueueUnfinished } from "./mutations";

afterEach(() => vi.useRealTimers());

/** Every how many hours a quiet supplier is read in the installation of a test. */
const HOURS = 10;

/** Returns the hours of a day in which the supplier's events are read, each asked at its seventh minute. */
async function hoursWithReading(customerId: string): Promise<number[]> {
  const account = await db.connection.findUniqueOrThrow({
    where: { customerId_type: { customerId, type: "GOCARDLESS" } },
  });
  const found: number[] = [];
  for (let hour = 0; hour < 20; hour += 1) {
    const at = new Date(Date.UTC(2026, 11, 1, hour, 7));
    vi.setSystemTime(at);
    if (await isReadingDue({ ...account, eventsReadUntil: at }, HOURS)) found.push(hour);
  }
  return found;
}

test("a supplier without open business is read once in the period, one with an open debit every hour", async () => {
  const { customerId } = await connectedSupplier();
  const hours = await hoursWithReading(customerId);
  expect(hours).toHaveLength(2);
  expect((hours[1] ?? 0) - (hours[0] ?? 0)).toBe(HOURS);
  await seedCollection(customerId);
  expect(await hoursWithReading(customerId)).toHaveLength(20);
  await db.collection.updateMany({ where: { customerId }, data: { status: "paid_out" } });
  expect(await hoursWithReading(customerId)).toEqual(hours);
});

test("a supplier with an unsigned request is read every hour", async () => {
  const { customerId } = await connectedSupplier();
  await seedRequest(customerId, "mrq_open", "sent");
  expect(await hoursWithReading(customerId)).toHaveLength(20);
});

test("in an installation of usual size every supplier is read every hour", async () => {
  const { customerId } = await connectedSupplier();
  const where = { customerId_type: { customerId, type: "GOCARDLESS" } };
  expect(await isReadingDue(await db.connection.findUniqueOrThrow({ where }))).toBe(true);
});

test("unhandled events and undecided invoices are unfinished work of this supplier alone", async () => {
  const [one, other] = [await connectedSupplier(), await connectedSupplier()];
  await seedInvoice(one.customerId);
  await db.invoice.updateMany({ where: { customerId: one.customerId }, data: { needsDecision: false } });
  expect(await readUnfinished(one.customerId)).toEqual([]);
  await db.invoice.updateMany({ where: { customerId: one.customerId }, data: { needsDecision: true } });
  const event = {
    id: "evt_open",
    provider: "GOCARDLESS",
    subject: "payments:PM1",
    action: "created",
    occurredAt: new Date(),
  } as const;
  await db.inboxEvent.create({ data: { ...event, eventId: "EV1", customerId: one.customerId, payload: {} } });
  expect(await readUnfinished(one.customerId)).toEqual([
    { kind: "events", id: "" },
    { kind: "invoices", id: "" },
  ]);
  expect(await readUnfinished(other.customerId)).toEqual([]);
  await clearJobs();
  await enqueueUnfinished(one.customerId);
  expect(await waitingJobs(jobs.drainInbox)).toEqual([{ customerId: one.customerId }]);
  expect(await waitingJobs(jobs.decideInvoices)).toEqual([{ customerId: one.customerId }]);
});
