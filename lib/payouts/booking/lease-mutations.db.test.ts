import { beforeEach, expect, test } from "vitest";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { ProviderError } from "@/lib/core/web/provider-error";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { leaseSeconds, withBookingLease } from "./lease-mutations";

let customerId: CustomerId;
beforeEach(async () => {
  ({ customerId } = await seedSupplier());
});

const turn = () => db.bookingTurn.findUnique({ where: { customerId } });
/** The run has been silent for longer than a lease lasts. */
const fallSilent = () => db.bookingTurn.update({ where: { customerId }, data: { until: new Date(Date.now() - 1) } });

test("one run holds the lease: a second one does nothing meanwhile, and gets the lease afterwards", async () => {
  let others = 0;
  const other = () =>
    withBookingLease(customerId, async () => {
      others += 1;
    });
  await withBookingLease(customerId, async (keep) => {
    expect(await other()).toBe(false);
    await keep();
    expect(await other()).toBe(false);
  });
  expect(others).toBe(0);
  expect(await other()).toBe(true);
  expect(others).toBe(1);
  expect(await turn()).toBeNull();
});

test("the lease of one supplier does not block another supplier", async () => {
  const { customerId: another } = await seedSupplier();
  await withBookingLease(customerId, async () => {
    expect(await withBookingLease(another, async () => {})).toBe(true);
  });
});

test("every call extends the lease by more than a call may take", async () => {
  await withBookingLease(customerId, async (keep) => {
    await fallSilent();
    await keep();
    const left = ((await turn())?.until.getTime() ?? 0) - Date.now();
    expect(left).toBeGreaterThan((leaseSeconds() - 5) * 1_000);
  });
});

test("a run that wakes up after another run took the lease may not call any more and leaves that lease", async () => {
  await withBookingLease(customerId, async (keep) => {
    await fallSilent();
    const another = await withBookingLease(customerId, async (keepOther) => {
      await expect(keep()).rejects.toThrow("another run");
      await keepOther();
    });
    expect(another).toBe(true);
    await expect(keep()).rejects.toThrow("another run");
    expect(await turn()).toBeNull();
  });
});

test("a run without an answer keeps its lease, because its request may still arrive", async () => {
  const fail = (kind: "network" | "unavailable") => () => Promise.reject(new ProviderError(kind, "no"));
  await expect(withBookingLease(customerId, fail("network"))).rejects.toThrow("no");
  expect((await turn())?.until.getTime()).toBeGreaterThan(Date.now());
  expect(await withBookingLease(customerId, async () => {})).toBe(false);
  await fallSilent();
  await expect(withBookingLease(customerId, fail("unavailable"))).rejects.toThrow("no");
  expect(await turn()).toBeNull();
});

test("a run that fails releases its lease, but not a lease that another run has taken", async () => {
  const fail = () => Promise.reject(new Error("no"));
  await expect(withBookingLease(customerId, fail)).rejects.toThrow("no");
  expect(await turn()).toBeNull();
  const lose = async () => {
    await db.bookingTurn.update({ where: { customerId }, data: { runId: "another" } });
    await fail();
  };
  await expect(withBookingLease(customerId, lose)).rejects.toThrow("no");
  expect(await turn()).toMatchObject({ runId: "another" });
});
