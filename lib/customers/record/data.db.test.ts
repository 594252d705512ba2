import pg from "pg";
import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { today } from "@/lib/core/time/clock";
import { addDays, toDate } from "@/lib/core/time/dates";
import { readStatistics } from "@/lib/dashboard/statistics-data";
import { raiseNotice, resolveNotice } from "@/lib/notices/mutations";
import { connectedSupplier, seedCollection, seedInvoice } from "@/test/supplier-data";
import { readPulse } from "./data";

const { customerId } = await connectedSupplier();
const stranger = await connectedSupplier();

test("the version changes with what a screen shows, and not with another supplier's data", async () => {
  let last = await readPulse(customerId);
  const moved = async (change: () => Promise<unknown>) => {
    await change();
    const next = await readPulse(customerId);
    const hasMoved = next !== last;
    last = next;
    return hasMoved;
  };
  const notice = { key: "connection-lost:LEXOFFICE", kind: "connection_lost" as const };
  expect(await moved(async () => {})).toBe(false);
  expect(await moved(() => seedInvoice(customerId))).toBe(true);
  expect(await moved(() => seedInvoice(stranger.customerId))).toBe(false);
  expect(await moved(() => db.invoice.updateMany({ where: { customerId }, data: { termLabel: "neu" } }))).toBe(true);
  expect(await moved(() => db.$transaction((tx) => raiseNotice(tx, customerId, notice)))).toBe(true);
  expect(await moved(() => db.$transaction((tx) => resolveNotice(tx, customerId, notice.key)))).toBe(true);
  expect(
    await moved(() => db.connection.updateMany({ where: { customerId }, data: { lastSyncedAt: new Date() } })),
  ).toBe(true);
  expect(await moved(() => db.customer.update({ where: { id: customerId }, data: { daysEarlier: 3 } }))).toBe(true);
});

test("the version changes for a change that began before the newest one and was committed after it", async () => {
  const early = await seedInvoice(customerId);
  const late = await seedInvoice(customerId);
  const slow = new pg.Client(env().DATABASE_URL);
  await slow.connect();
  try {
    await slow.query("BEGIN");
    await slow.query("UPDATE invoices SET updated_at = now(), number = 'A' WHERE id = $1", [early.id]);
    await db.invoice.update({ where: { customerId_id: { customerId, id: late.id } }, data: { number: "B" } });
    const before = await readPulse(customerId);
    await slow.query("COMMIT");
    expect(await readPulse(customerId)).not.toBe(before);
  } finally {
    await slow.end();
  }
});

test("the API's statistics count a confirmed collection as collected, and as under way until its payout", async () => {
  const { customerId: supplier } = await connectedSupplier();
  const monthStart = `${today().slice(0, 7)}-01`;
  const debits = [
    [1, { status: "created" }],
    [20, { status: "mandate_transferred" }],
    [300, { status: "confirmed", chargeDate: toDate(monthStart) }],
    // Without a charge date, the requested day counts.
    [4_000, { status: "paid_out", chargeDate: null, requestedDate: toDate(monthStart) }],
    [50_000, { status: "paid_out", chargeDate: toDate(addDays(monthStart, -1)) }],
    [600_000, { status: "failed", holdsInvoice: false }],
  ] as const;
  for (const [cents, facts] of debits) {
    const { collection, invoice } = await seedCollection(supplier);
    const data = { amountCents: cents, ...facts };
    await db.collection.update({ where: { customerId_id: { customerId: supplier, id: collection.id } }, data });
    const paid = { bookStatus: "paid", openCents: 0 } as const;
    await db.invoice.update({ where: { customerId_id: { customerId: supplier, id: invoice.id } }, data: paid });
  }
  for (const [openCents, facts] of [
    [7, { outcome: "wait", reason: "mandate_requested" }],
    // It needs the supplier, so it waits for nothing else.
    [80, { outcome: "wait", reason: "mandate_ambiguous" }],
    [900, { outcome: "skip", reason: "archived", isArchived: true }],
  ] as const) {
    const { id } = await seedInvoice(supplier);
    await db.invoice.update({ where: { customerId_id: { customerId: supplier, id } }, data: { openCents, ...facts } });
  }
  expect(await readStatistics(supplier)).toEqual({
    invoiceSumCents: 87,
    pendingInvoices: 1,
    pendingMandates: 0,
    underWayCents: 321,
    underWayCount: 3,
    collectedThisMonthCents: 4_300,
  });
});
