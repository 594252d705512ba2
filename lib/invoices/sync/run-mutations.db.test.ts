import { expect, test } from "vitest";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { readPulse } from "@/lib/customers/record/data";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { sweepRuns } from "./run-mutations";

const DAY_MS = 86_400_000;
const at = new Date();

/** Creates sync runs that ended the given numbers of days ago. */
async function seedRuns(customerId: CustomerId, daysAgo: number[]): Promise<void> {
  const data = daysAgo.map((days) => ({
    ...{ customerId, id: `syn_${days}`, kind: "changes", status: "done" as const },
    updatedAt: new Date(at.getTime() - days * DAY_MS),
  }));
  await db.syncRun.createMany({ data });
}

async function leftOf(customerId: CustomerId): Promise<string[]> {
  const rows = await db.syncRun.findMany({ where: { customerId }, orderBy: { updatedAt: "desc" } });
  return rows.map(({ id }) => id.slice(4));
}

function days(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

test("deletes sync runs older than ninety days in batches, except the newest twenty of each supplier", async () => {
  const [busy, quiet, fresh] = [await seedSupplier(), await seedSupplier(), await seedSupplier()];
  await seedRuns(busy.customerId, days(85, 130));
  await seedRuns(quiet.customerId, days(200, 225));
  await seedRuns(fresh.customerId, days(60, 95));
  const pulses = async () =>
    await Promise.all([busy, quiet, fresh].map(async ({ customerId }) => await readPulse(customerId)));
  const before = await pulses();
  // Of 46 and of 26 runs, all but the newest 20 go; of the supplier still being synced, those older than ninety days.
  const before90 = new Date(at.getTime() - 90 * 86_400_000);
  expect(await sweepRuns(before90, 7)).toBe(26 + 6 + 5);
  expect(await leftOf(busy.customerId)).toEqual(days(85, 104).map(String));
  expect(await leftOf(quiet.customerId)).toEqual(days(200, 219).map(String));
  expect(await leftOf(fresh.customerId)).toEqual(days(60, 90).map(String));
  // Nothing on a screen has changed, so the change poll reports nothing.
  expect(await pulses()).toEqual(before);
  expect(await sweepRuns(before90, 7)).toBe(0);
});
