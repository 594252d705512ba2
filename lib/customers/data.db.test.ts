import pg from "pg";
import { expect, test } from "vitest";
import { db } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { raiseNotice, resolveNotice } from "@/lib/notices/mutations";
import { connectedSupplier, seedInvoice } from "@/test/supplier-data";
import { readPulse } from "./data";

const { customerId } = await connectedSupplier();
const stranger = await connectedSupplier();

test("the pulse moves with what a screen shows, and not with another supplier's data", async () => {
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

test("the pulse sees a change that was made before the newest one and written down after it", async () => {
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
