import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue, enqueueNow, queue } from "@/lib/jobs/queue";
import { clearInbox, eventsOf, organisationOf } from "@/test/inbox-events";
import { clearJobs, countDueJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier } from "@/test/supplier-data";
import { storeEvents } from "./group-commit";
import { markFailed, markHandled, takeWaiting } from "./mutations";

const [one, other] = [await connectedSupplier(), await connectedSupplier()];
const [ours, theirs] = [await organisationOf(one.customerId), await organisationOf(other.customerId)];
const event = eventsOf(ours);

beforeEach(async () => {
  await clearJobs();
  await clearInbox();
});

describe("incoming events", () => {
  test("are stored with the job that handles them", async () => {
    expect(await storeEvents("GOCARDLESS", [event(), event()])).toBe(2);
    expect(await waitingJobs(jobs.drainInbox)).toEqual([{ customerId: one.customerId }]);
    expect(await takeWaiting(one.customerId, 10)).toMatchObject([
      { subject: "payments:PM1", handledAt: null },
      { action: "confirmed" },
    ]);
  });

  test("are stored only once, also after they were handled", async () => {
    const events = [event(), event()];
    await storeEvents("GOCARDLESS", events);
    await markHandled((await takeWaiting(one.customerId, 10)).map((row) => row.id));
    await clearJobs();
    expect(await storeEvents("GOCARDLESS", events)).toBe(0);
    expect(await takeWaiting(one.customerId, 10)).toEqual([]);
    expect(await waitingJobs(jobs.drainInbox)).toEqual([]);
  });

  test("are stored once if they come twice in one delivery or in concurrent ones", async () => {
    const same = event();
    expect(await storeEvents("GOCARDLESS", [same, same, event()])).toBe(2);
    const batch = Array.from({ length: 50 }, () => event());
    const stored = await Promise.all([
      storeEvents("GOCARDLESS", batch),
      storeEvents("GOCARDLESS", [...batch].reverse()),
      storeEvents("GOCARDLESS", batch),
    ]);
    expect(stored.reduce((sum, made) => sum + made, 0)).toBe(50);
    expect(await db.inboxEvent.count()).toBe(52);
  });

  test("enqueue one job for 250 at once", async () => {
    expect(
      await storeEvents(
        "GOCARDLESS",
        Array.from({ length: 250 }, () => event()),
      ),
    ).toBe(250);
    expect(await waitingJobs(jobs.drainInbox)).toHaveLength(1);
  });

  test("enqueue exactly the job that pg-boss itself would write, and wake its workers", async () => {
    const jobOf = async (key: string) =>
      await db.$queryRaw<{ job: Record<string, unknown>; waits: string }[]>`
        SELECT to_jsonb(job) - '{id,data,singleton_key,group_id,created_on,start_after,keep_until}'::text[] AS job,
          (keep_until - start_after)::text || (start_after - created_on)::text AS waits
        FROM pgboss.job WHERE name = ${jobs.drainInbox.name} AND singleton_key = ${key}`;
    const woken: string[] = [];
    const listener = new pg.Client(process.env.DATABASE_URL);
    await listener.connect();
    const channel = await db.$queryRaw<{ name: string }[]>`
      SELECT 'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24) AS name`;
    listener.on("notification", ({ payload }) => woken.push(payload ?? ""));
    await listener.query(`LISTEN ${channel[0]?.name}`);
    await enqueueNow(jobs.drainInbox, { customerId: other.customerId });
    await expect.poll(() => woken).toEqual([jobs.drainInbox.name]);
    await storeEvents("GOCARDLESS", [event()]);
    await expect.poll(() => woken).toEqual([jobs.drainInbox.name, jobs.drainInbox.name]);
    await listener.end();
    const ours = await jobOf(one.customerId);
    expect(ours).toHaveLength(1);
    expect(ours).toEqual(await jobOf(other.customerId));
  });

  test("bring a job forward that is due later", async () => {
    await db.$transaction((tx) =>
      enqueue(tx, jobs.drainInbox, { customerId: one.customerId }, { startAfterSeconds: 600 }),
    );
    expect(await storeEvents("GOCARDLESS", [event()])).toBe(1);
    expect(await countDueJobs()).toBe(1);
  });

  test("create the queue if it is missing, so that their job is stored with them", async () => {
    await (await queue()).stop({ graceful: false });
    (globalThis as { einzugBoss?: unknown }).einzugBoss = undefined;
    await db.$executeRaw`DELETE FROM pgboss.queue WHERE name = ${jobs.drainInbox.name}`;
    expect(await storeEvents("GOCARDLESS", [event()])).toBe(1);
    expect(await waitingJobs(jobs.drainInbox)).toEqual([{ customerId: one.customerId }]);
  });

  test("of several suppliers in one delivery go to the right supplier each", async () => {
    await storeEvents("GOCARDLESS", [event(), event({ organisationId: theirs }), event({ organisationId: theirs })]);
    expect(await takeWaiting(one.customerId, 10)).toHaveLength(1);
    expect(await takeWaiting(other.customerId, 10)).toHaveLength(2);
    expect((await waitingJobs(jobs.drainInbox)).map((job) => job.customerId).sort()).toEqual(
      [one.customerId, other.customerId].sort(),
    );
  });

  test("of an unknown organisation are stored, but no job handles them", async () => {
    expect(
      await storeEvents("GOCARDLESS", [event({ organisationId: "OR-UNKNOWN" }), event({ organisationId: null })]),
    ).toBe(2);
    // The same id at another vendor is another organisation.
    expect(await storeEvents("LEXOFFICE", [event()])).toBe(1);
    expect(await waitingJobs(jobs.drainInbox)).toEqual([]);
    expect(await db.inboxEvent.count({ where: { customerId: null } })).toBe(3);
  });

  test("of an organisation that was unknown are handled when they come again and it is connected", async () => {
    const early = event({ organisationId: "OR-LATER" });
    await storeEvents("GOCARDLESS", [early]);
    expect(await storeEvents("GOCARDLESS", [early])).toBe(0);
    expect(await storeEvents("GOCARDLESS", [{ ...early, organisationId: ours }])).toBe(1);
    expect(await takeWaiting(one.customerId, 10)).toMatchObject([{ eventId: early.eventId }]);
    expect(await waitingJobs(jobs.drainInbox)).toEqual([{ customerId: one.customerId }]);
    // An event keeps its owner.
    expect(await storeEvents("GOCARDLESS", [{ ...early, organisationId: theirs }])).toBe(0);
    expect(await takeWaiting(other.customerId, 10)).toEqual([]);
  });

  test("may have the same id at two vendors", async () => {
    const same = event();
    expect(await storeEvents("GOCARDLESS", [same])).toBe(1);
    expect(await storeEvents("LEXOFFICE", [same])).toBe(1);
  });

  test("may be none at all", async () => {
    expect(await storeEvents("GOCARDLESS", [])).toBe(0);
  });
});

describe("handling events", () => {
  test("follows the time they happened, and keeps a failed event waiting with its error", async () => {
    const at = (minutes: number) => new Date(Date.UTC(2026, 8, 1, 8, minutes));
    await storeEvents("GOCARDLESS", [
      event({ action: "third", occurredAt: at(3) }),
      event({ action: "first", occurredAt: at(1) }),
      event({ action: "second", occurredAt: at(2) }),
    ]);
    const waiting = await takeWaiting(one.customerId, 2);
    expect(waiting.map((row) => row.action)).toEqual(["first", "second"]);
    await markFailed([waiting[0]?.id ?? ""], new Error("GoCardless was down"));
    await markHandled([waiting[1]?.id ?? ""]);
    expect(await takeWaiting(one.customerId, 10)).toMatchObject([
      { action: "first", error: "GoCardless was down" },
      { action: "third" },
    ]);
  });
});
