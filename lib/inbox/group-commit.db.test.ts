import { fromPrisma } from "pg-boss";
import { beforeEach, describe, expect, test } from "vitest";
import { db, Prisma } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue, queue } from "@/lib/jobs/queue";
import { holdDueJobs } from "@/lib/jobs/tables";
import { clearInbox, eventsOf, organisationOf } from "@/test/inbox-events";
import { clearJobs, countDueJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier } from "@/test/supplier-data";
import { storeEvents } from "./group-commit";

const [one, other] = [await connectedSupplier(), await connectedSupplier()];
const [ours, theirs] = [await organisationOf(one.customerId), await organisationOf(other.customerId)];
const event = eventsOf(ours);

beforeEach(async () => {
  await clearJobs();
  await clearInbox();
});

describe("concurrent deliveries", () => {
  const transactions = async () =>
    new Set((await db.$queryRaw<{ xmin: string }[]>`SELECT xmin::text FROM inbox_events`).map((row) => row.xmin)).size;

  const waitingAtLocks = async () =>
    (
      await db.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    ).length;

  test("share a commit, and each reports how many of its own events were new", async () => {
    const same = event();
    const stored = await Promise.all([
      storeEvents("GOCARDLESS", [event()]),
      storeEvents("GOCARDLESS", [same, event()]),
      storeEvents("GOCARDLESS", [same]),
      ...Array.from({ length: 20 }, () => storeEvents("GOCARDLESS", [event({ organisationId: theirs })])),
    ]);
    expect(stored).toEqual([1, 2, 0, ...Array.from({ length: 20 }, () => 1)]);
    expect(await transactions()).toBeLessThanOrEqual(2);
    expect(await waitingJobs(jobs.drainInbox)).toHaveLength(2);
  });

  test("are stored even if the database refuses another one in the same group", async () => {
    const bad = event({ occurredAt: new Date(8_640_000_000_000_000) });
    const stored = await Promise.allSettled([
      storeEvents("GOCARDLESS", [event()]),
      storeEvents("GOCARDLESS", [event()]),
      storeEvents("GOCARDLESS", [bad]),
      storeEvents("GOCARDLESS", [event({ occurredAt: new Date("never") })]),
      storeEvents("GOCARDLESS", [event()]),
    ]);
    const [kept, refused] = ["fulfilled", "rejected"];
    expect(stored.map((outcome) => outcome.status)).toEqual([kept, kept, refused, refused, kept]);
    expect(await db.inboxEvent.count()).toBe(3);
  });

  test("enqueue the same jobs in any order of suppliers, also in concurrent groups", async () => {
    const both = [ours, theirs].map((organisationId) => event({ organisationId }));
    const more = [theirs, ours].flatMap((organisationId) =>
      Array.from({ length: 500 }, () => event({ organisationId })),
    );
    const stored = await Promise.all([storeEvents("GOCARDLESS", both), storeEvents("GOCARDLESS", more)]);
    expect(stored).toEqual([2, 1_000]);
    expect(await waitingJobs(jobs.drainInbox)).toHaveLength(2);
  });

  test("survive a deadlock with a worker that marks the same events, also as a single delivery", async () => {
    const [early, late] = [event(), event()];
    await storeEvents("GOCARDLESS", [early, late]);
    let stored: Promise<number> | undefined;
    await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM inbox_events WHERE event_id = ${late.eventId} FOR UPDATE`;
      stored = storeEvents("GOCARDLESS", [late, early]);
      await expect.poll(waitingAtLocks).toBe(1);
      // The database aborts the transaction that has waited longer.
      await tx.$queryRaw`SELECT 1 FROM inbox_events WHERE event_id = ${early.eventId} FOR UPDATE`;
    });
    expect(await stored).toBe(0);
  });

  test("of the same supplier do not wait for each other in different web processes", async () => {
    await storeEvents("GOCARDLESS", [event()]);
    const stored = await db.$transaction(async (tx) => {
      await tx.$queryRaw(holdDueJobs(jobs.drainInbox, Prisma.sql`SELECT ${one.customerId}`));
      return await storeEvents("GOCARDLESS", [event()]);
    });
    expect(stored).toBe(1);
    expect(await waitingJobs(jobs.drainInbox)).toHaveLength(1);
  });

  test("bring a job forward that another group holds, without waiting for that group", async () => {
    await storeEvents("GOCARDLESS", [event()]);
    const stored = await db.$transaction(async (tx) => {
      await tx.$queryRaw(holdDueJobs(jobs.drainInbox, Prisma.sql`SELECT ${one.customerId}`));
      await db.$executeRaw`UPDATE pgboss.job SET start_after = now() + interval '10 minutes'`;
      return await storeEvents("GOCARDLESS", [event()]);
    });
    expect(stored).toBe(1);
    expect(await countDueJobs()).toBe(1);
  });

  test("share a job that another transaction is enqueuing, once that transaction has committed", async () => {
    let stored: Promise<number> | undefined;
    await db.$transaction(async (tx) => {
      await enqueue(tx, jobs.drainInbox, { customerId: one.customerId }, { startAfterSeconds: 600 });
      stored = storeEvents("GOCARDLESS", [event()]);
      await expect.poll(waitingAtLocks).toBe(1);
    });
    expect(await stored).toBe(1);
    expect(await countDueJobs()).toBe(1);
    expect(await waitingJobs(jobs.drainInbox)).toHaveLength(1);
  });

  test("enqueue another job while a worker is taking the one that waited", async () => {
    await storeEvents("GOCARDLESS", [event()]);
    let stored: Promise<number> | undefined;
    await db.$transaction(async (tx) => {
      expect(await (await queue()).fetch(jobs.drainInbox.name, { db: fromPrisma(tx) })).toHaveLength(1);
      stored = storeEvents("GOCARDLESS", [event()]);
      await expect.poll(waitingAtLocks).toBe(1);
    });
    expect(await stored).toBe(1);
    expect(await waitingJobs(jobs.drainInbox)).toHaveLength(1);
  });

  test("keep workers from the job until all deliveries are committed", async () => {
    await storeEvents("GOCARDLESS", [event()]);
    const taken = await db.$transaction(async (tx) => {
      await tx.$queryRaw(holdDueJobs(jobs.drainInbox, Prisma.sql`SELECT ${one.customerId}`));
      return await (await queue()).fetch(jobs.drainInbox.name);
    });
    expect(taken).toEqual([]);
    expect(await (await queue()).fetch(jobs.drainInbox.name)).toHaveLength(1);
  });

  test("do not wait long behind a delivery whose supplier is locked", async () => {
    await storeEvents("GOCARDLESS", [event()]);
    let [isLocked, release] = [() => {}, () => {}];
    const locked = new Promise<void>((resolve) => {
      isLocked = resolve;
    });
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holder = db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM pgboss.job WHERE state = 'created' FOR UPDATE`;
      isLocked();
      await released;
    });
    await locked;
    const blocked = storeEvents("GOCARDLESS", [event()]);
    // Deliveries that arrive before this one reaches the lock wait for its commit, as usual.
    await expect.poll(waitingAtLocks).toBe(1);
    expect(await storeEvents("GOCARDLESS", [event({ organisationId: theirs })])).toBe(1);
    expect(await db.inboxEvent.count()).toBe(2);
    release();
    expect(await blocked).toBe(1);
    await holder;
  });
});
