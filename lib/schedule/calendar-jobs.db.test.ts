import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { refreshClock } from "@/lib/core/time/clock";
import { toDate } from "@/lib/core/time/dates";
import { jobs } from "@/lib/jobs/catalogue";
import { saveReminders } from "@/lib/mandates/reminders/mutations";
import { clearJobs, countDueJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier, seedCollection } from "@/test/supplier-data";
import { followCalendar, passDays, tellPassed } from "./calendar-jobs";

/** A Wednesday, long before the hours of the mails. */
const NIGHT = "2026-12-02T02:00:00+01:00";

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(NIGHT) });
  await clearJobs();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("Days that passed in the calendar bring the night's work at once, and the mails after the vendors' events", async () => {
  await passDays.run({});
  expect(await waitingJobs(jobs.nightly)).toHaveLength(1);
  expect(await waitingJobs(jobs.hourly)).toHaveLength(1);
  expect(await waitingJobs(jobs.tellPassed)).toHaveLength(1);
  expect(await countDueJobs()).toBe(2);
});

test("The new day's preview, digest and reminders are enqueued at any hour", async () => {
  const supplier = await connectedSupplier();
  const { customerId } = supplier;
  await saveReminders(customerId, { remindsMandates: true, reminderAfterDays: 5, reminderMax: 2 }, supplier.actor);
  const { collection } = await seedCollection(customerId, {});
  const where = { customerId_id: { customerId, id: collection.id } };
  await db.collection.update({ where, data: { status: "submitted", chargeDate: toDate("2026-12-03") } });
  await db.mandate.updateMany({ where: { customerId }, data: { signedAt: new Date("2026-12-01T10:00:00Z") } });
  await tellPassed.run({});
  const own = { customerId };
  expect(await waitingJobs(jobs.remindSigners)).toContainEqual(own);
  expect(await waitingJobs(jobs.tellDay)).toContainEqual({ ...own, day: "2026-12-01" });
  expect(await waitingJobs(jobs.tellUpcoming)).toContainEqual({ ...own, day: "2026-12-03" });
});

test("Nobody is reminded on a Sunday", async () => {
  const supplier = await connectedSupplier();
  await saveReminders(
    supplier.customerId,
    { remindsMandates: true, reminderAfterDays: 5, reminderMax: 2 },
    supplier.actor,
  );
  vi.setSystemTime(new Date("2026-12-06T10:00:00+01:00"));
  await tellPassed.run({});
  expect(await waitingJobs(jobs.remindSigners)).toEqual([]);
});

test("The worker notices when the calendar moves, and only then", async () => {
  const url = env().CLOCK_URL;
  Object.assign(env(), { CLOCK_URL: "http://127.0.0.1:9/clock" });
  let aheadMs = 0;
  const reads = vi.fn(async () => Response.json({ now: new Date(Date.now() + aheadMs).toISOString() }));
  vi.stubGlobal("fetch", reads);
  const stop = new AbortController();
  const following = followCalendar(stop.signal);
  try {
    await vi.waitFor(() => expect(reads.mock.calls.length).toBeGreaterThan(1), { timeout: 10_000 });
    expect(await waitingJobs(jobs.passDays)).toEqual([]);
    aheadMs = 24 * 3_600_000;
    await vi.waitFor(async () => expect(await waitingJobs(jobs.passDays)).toHaveLength(1), { timeout: 10_000 });
  } finally {
    stop.abort();
    await following;
    // The process is shared with other files.
    aheadMs = 0;
    await refreshClock(0);
    Object.assign(env(), { CLOCK_URL: url });
  }
});
