import { Client } from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { newId } from "@/lib/core/formats/ids";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { awaitLocked } from "@/test/locks";
import { jobs } from "./catalogue";
import { enqueue, enqueueNow, LIVE, prepareTables, queue } from "./queue";
import { openToSuppliers } from "./queue-access";

const { customerId } = await seedSupplier();

beforeEach(clearJobs);

describe("an enqueued job", () => {
  test("exists once its transaction has committed", async () => {
    await db.$transaction(async (tx) => {
      await enqueue(tx, jobs.decideInvoices, { customerId });
      // No other connection sees it yet.
      expect(await waitingJobs(jobs.decideInvoices)).toEqual([]);
    });
    expect(await waitingJobs(jobs.decideInvoices)).toEqual([{ customerId }]);
  });

  test("disappears with a transaction that is rolled back, together with the change that needed it", async () => {
    const id = newId("notice");
    const attempt = db.$transaction(async (tx) => {
      await tx.notice.create({ data: { customerId, id, key: "rolled-back", kind: "mail_unknown" } });
      await enqueue(tx, jobs.decideInvoices, { customerId });
      throw new Error("change of mind");
    });
    await expect(attempt).rejects.toThrow("change of mind");
    expect(await waitingJobs(jobs.decideInvoices)).toEqual([]);
    expect(await db.notice.count({ where: { customerId, id } })).toBe(0);
  });

  test("waits once per key, however often and by however many callers it is enqueued", async () => {
    await Promise.all(Array.from({ length: 12 }, () => enqueueNow(jobs.decideInvoices, { customerId })));
    await db.$transaction(async (tx) => {
      await enqueue(tx, jobs.decideInvoices, { customerId });
      await enqueue(tx, jobs.decideInvoices, { customerId });
    });
    expect(await waitingJobs(jobs.decideInvoices)).toHaveLength(1);
  });

  test("waits next to a job of another key", async () => {
    await enqueueNow(jobs.carryOutCollection, { customerId, collectionId: "col_1" });
    await enqueueNow(jobs.carryOutCollection, { customerId, collectionId: "col_2" });
    expect((await waitingJobs(jobs.carryOutCollection)).map((job) => job.collectionId).sort()).toEqual([
      "col_1",
      "col_2",
    ]);
  });

  test("is added while a job of its key runs, so that later changes are not missed", async () => {
    const boss = await queue();
    await enqueueNow(jobs.decideInvoices, { customerId });
    const [running] = await boss.fetch(jobs.decideInvoices.name);
    expect(running?.data).toEqual({ customerId });
    await enqueueNow(jobs.decideInvoices, { customerId });
    expect(await waitingJobs(jobs.decideInvoices)).toHaveLength(1);
    // It runs after the first one, never at the same time.
    expect(await boss.fetch(jobs.decideInvoices.name)).toEqual([]);
    await boss.complete(jobs.decideInvoices.name, running?.id ?? "");
    expect(await boss.fetch(jobs.decideInvoices.name)).toHaveLength(1);
  });

  test("that waits already does not start before a change that enqueued it again has committed", async () => {
    const boss = await queue();
    await enqueueNow(jobs.decideInvoices, { customerId });
    await db.$transaction(async (tx) => {
      await enqueue(tx, jobs.decideInvoices, { customerId });
      // The job would not see what this transaction is about to change.
      expect(await boss.fetch(jobs.decideInvoices.name)).toEqual([]);
    });
    expect(await waitingJobs(jobs.decideInvoices)).toHaveLength(1);
    expect(await boss.fetch(jobs.decideInvoices.name)).toHaveLength(1);
  });

  test("that is due later is brought forward by one that is due now", async () => {
    const boss = await queue();
    await db.$transaction((tx) => enqueue(tx, jobs.decideInvoices, { customerId }, { startAfterSeconds: 600 }));
    await db.$transaction((tx) => enqueue(tx, jobs.decideInvoices, { customerId }, { startAfterSeconds: 900 }));
    expect(await boss.fetch(jobs.decideInvoices.name)).toEqual([]);
    await enqueueNow(jobs.decideInvoices, { customerId });
    expect(await boss.fetch(jobs.decideInvoices.name)).toHaveLength(1);
  });

  test("does not block jobs of other keys while a job of its own key runs", async () => {
    const other = await seedSupplier();
    const boss = await queue();
    await enqueueNow(jobs.syncInvoices, { customerId });
    expect(await boss.fetch(jobs.syncInvoices.name, LIVE)).toHaveLength(1);
    await enqueueNow(jobs.syncInvoices, { customerId });
    await enqueueNow(jobs.syncInvoices, { customerId: other.customerId });
    const [next] = await boss.fetch(jobs.syncInvoices.name, LIVE);
    expect(next?.data).toEqual({ customerId: other.customerId });
    expect(await boss.fetch(jobs.syncInvoices.name, LIVE)).toEqual([]);
  });

  test("starts as soon as the job of its key has ended, even if that was running when jobs were counted", async () => {
    const boss = await queue();
    await enqueueNow(jobs.decideInvoices, { customerId });
    const [running] = await boss.fetch(jobs.decideInvoices.name, LIVE);
    await enqueueNow(jobs.decideInvoices, { customerId });
    // The supervisor of pg-boss stores this when it counts running jobs, and every process reads it once a minute.
    await db.$executeRaw`
      UPDATE pgboss.queue SET singletons_active = ARRAY[${customerId}] WHERE name = ${jobs.decideInvoices.name}`;
    const [counted] = await db.$queryRaw<{ keys: string[] | null }[]>`
      SELECT singletons_active AS keys FROM pgboss.queue WHERE name = ${jobs.decideInvoices.name}`;
    expect(counted?.keys).toBeNull();
    await boss.complete(jobs.decideInvoices.name, running?.id ?? "");
    expect(await boss.fetch(jobs.decideInvoices.name, LIVE)).toHaveLength(1);
  });

  test("is retried after a failure", async () => {
    const boss = await queue();
    await enqueueNow(jobs.decideInvoices, { customerId });
    const [running] = await boss.fetch(jobs.decideInvoices.name);
    await boss.fail(jobs.decideInvoices.name, running?.id ?? "", { message: "no" });
    const [row] = await db.$queryRaw<{ state: string; later: boolean }[]>`
      SELECT state::text, start_after > now() AS later FROM pgboss.job WHERE id = ${running?.id}::uuid`;
    expect(row).toEqual({ state: "retry", later: true });
  });

  test("may be delayed", async () => {
    await db.$transaction((tx) => enqueue(tx, jobs.syncInvoices, { customerId }, { startAfterSeconds: 60 }));
    expect(await waitingJobs(jobs.syncInvoices)).toHaveLength(1);
    expect(await (await queue()).fetch(jobs.syncInvoices.name)).toEqual([]);
  });
});

describe("a process that starts", () => {
  test("tries again if a statement of pg-boss and its own deadlock", async () => {
    const isOpen = async () => {
      const rows = await db.$queryRaw<{ open: boolean }[]>`
        SELECT relrowsecurity AS open FROM pg_class WHERE oid = 'pgboss.job'::regclass`;
      return rows[0]?.open;
    };
    await db.$executeRaw`ALTER TABLE pgboss.job DISABLE ROW LEVEL SECURITY`;
    const supervisor = new Client({ connectionString: env().DATABASE_URL });
    await supervisor.connect();
    try {
      await supervisor.query("BEGIN");
      await supervisor.query("LOCK TABLE pgboss.job_common IN ROW SHARE MODE");
      const preparing = prepareTables();
      // It holds `job` now and waits for `job_common`.
      await awaitLocked(1);
      await Promise.all([supervisor.query("LOCK TABLE pgboss.job IN ROW SHARE MODE"), awaitLocked(2)]);
      await supervisor.query("COMMIT");
      await preparing;
      expect(await isOpen()).toBe(true);
    } finally {
      await supervisor.end();
    }
  });

  const { name } = jobs.bookPayouts;
  const restart = async () => {
    await (await queue()).stop({ graceful: false });
    (globalThis as { einzugBoss?: unknown }).einzugBoss = undefined;
    return await queue();
  };
  const written = async () =>
    await db.$queryRaw<{ name: string; updated_on: Date }[]>`SELECT name, updated_on FROM pgboss.queue ORDER BY name`;

  test("updates queues that an earlier version has made, and leaves the others unchanged", async () => {
    const before = await (await queue()).getQueue(name);
    await db.$executeRaw`
      UPDATE pgboss.queue SET expire_seconds = 60, retry_limit = 2, retry_delay_max = NULL, heartbeat_seconds = 90,
        deletion_seconds = 3600, notify = false WHERE name = ${name}`;
    const others = (await written()).filter((row) => row.name !== name);
    const boss = await restart();
    expect(await boss.getQueue(name)).toEqual({ ...before, updatedOn: expect.any(Date) });
    expect((await written()).filter((row) => row.name !== name)).toEqual(others);
    await enqueueNow(jobs.bookPayouts, { customerId });
    const [job] = await boss.fetch(name, { includeMetadata: true });
    expect(job).toMatchObject({ expireInSeconds: jobs.bookPayouts.expireSeconds, retryLimit: before?.retryLimit });
  });

  test("creates a queue that is missing", async () => {
    const before = await (await queue()).getQueue(name);
    await (await queue()).deleteQueue(name);
    const made = await (await restart()).getQueue(name);
    expect(made).toEqual({ ...before, createdOn: expect.any(Date), updatedOn: expect.any(Date) });
  });

  test("is ready even if transactions hold every connection of the process", async () => {
    await (await queue()).stop({ graceful: false });
    (globalThis as { einzugBoss?: unknown }).einzugBoss = undefined;
    const ids = Array.from({ length: env().DATABASE_POOL_SIZE }, (_, at) => `col_${at}`);
    await Promise.all(
      ids.map((collectionId) =>
        db.$transaction((tx) => enqueue(tx, jobs.carryOutCollection, { customerId, collectionId })),
      ),
    );
    expect((await waitingJobs(jobs.carryOutCollection)).map((job) => job.collectionId).sort()).toEqual(ids.sort());
  });

  test("changes no table again that another starting process has just changed", async () => {
    await db.$executeRaw`REVOKE SELECT ON pgboss.queue FROM einzug_supplier`;
    const [first, second] = [1, 2].map(() => new Client({ connectionString: env().DATABASE_URL })) as [Client, Client];
    for (const client of [first, second]) {
      await client.connect();
      await client.query("BEGIN");
    }
    await openToSuppliers(first);
    const waiting = openToSuppliers(second);
    const waits = async () =>
      (
        await db.$queryRaw<{ type: string }[]>`
        SELECT wait_event_type AS type FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`
      )[0];
    await expect.poll(waits).toEqual({ type: "Lock" });
    await first.query("COMMIT");
    await waiting;
    const { rows } = await second.query(
      "SELECT 1 FROM pg_locks WHERE pid = pg_backend_pid() AND mode = 'AccessExclusiveLock'",
    );
    await Promise.all([first.end(), second.end()]);
    expect(rows).toEqual([]);
  });

  test("and fails half-way leaves nothing running behind", async () => {
    const asked = async () =>
      (
        await db.$queryRaw<{ count: number }[]>`
          SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND backend_type = 'client backend'`
      )[0]?.count;
    await (await queue()).stop({ graceful: false });
    (globalThis as { einzugBoss?: unknown }).einzugBoss = undefined;
    const before = await asked();
    await db.$executeRaw`DROP FUNCTION pgboss.einzug_forget_active_keys CASCADE`;
    await db.$executeRaw`
      CREATE FUNCTION pgboss.einzug_forget_active_keys() RETURNS int LANGUAGE sql AS 'SELECT 1'`;
    await expect(queue()).rejects.toThrow("cannot change return type");
    await expect.poll(asked).toBe(before);
    await db.$executeRaw`DROP FUNCTION pgboss.einzug_forget_active_keys`;
    expect(await (await queue()).getQueue(name)).not.toBeNull();
  });
});
