import { Client } from "pg";
import { fromPrisma, PgBoss, type QueueResult } from "pg-boss";
import { z } from "zod";
import { connectionName, db, Prisma, type Tx } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/telemetry/log";
import { supplierTrace } from "@/lib/core/telemetry/trace";
import { type JobSpec, jobs } from "./catalogue";
import { openToSuppliers } from "./queue-access";

/**
 * Retries after 2, 4, 8 … seconds, at most 5 minutes, for about 2 hours. The hourly check then enqueues unfinished work
 * again.
 */
const RETRY = { retryLimit: 30, retryDelay: 2, retryBackoff: true, retryDelayMax: 300 };
/** The death of a worker is noticed after this long, if no other worker notices it earlier (orphans.ts). */
const HEARTBEAT_SECONDS = 15;

const holder = globalThis as { einzugBoss?: Promise<PgBoss> };

/** Returns the queue of this process. Only the worker supervises it and runs its schedules. */
export function queue(options: { isWorker: boolean } = { isWorker: false }): Promise<PgBoss> {
  holder.einzugBoss ??= start(options.isWorker).catch((error: unknown) => {
    holder.einzugBoss = undefined;
    throw error;
  });
  return holder.einzugBoss;
}

async function start(isWorker: boolean): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: env().DATABASE_URL,
    application_name: connectionName(),
    max: isWorker ? 10 : 2,
    supervise: isWorker,
    schedule: isWorker,
    useListenNotify: isWorker,
    monitorIntervalSeconds: 10,
    superviseIntervalSeconds: 10,
    cronMonitorIntervalSeconds: 15,
    cronWorkerIntervalSeconds: 5,
  });
  boss.on("error", (error) => log.error({ err: error }, "queue error"));
  try {
    await boss.start();
    await prepare(boss);
    return boss;
  } catch (error) {
    // The next caller starts a new instance. This one would keep running, with its connections and its timers.
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }
}

/**
 * Prepares the tables of pg-boss over a connection of its own.
 * The first caller may be inside a transaction, and so may all who hold the connections of `db`. They would wait for
 * each other.
 */
async function prepare(boss: PgBoss): Promise<void> {
  const client = new Client({
    connectionString: env().DATABASE_URL,
    application_name: connectionName(),
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
  });
  await client.connect();
  try {
    for (const change of [forgetActiveKeys, openToSuppliers]) {
      await client.query("BEGIN");
      await change(client);
      await client.query("COMMIT");
    }
  } finally {
    // Also rolls back what was not committed.
    await client.end();
  }
  // Each creation is a transaction under a lock. A process that starts after others finds all queues.
  const there = new Map((await boss.getQueues()).map((row) => [row.name, row]));
  for (const spec of Object.values(jobs)) await ensureQueue(boss, spec, there.get(spec.name));
}

/**
 * Keeps pg-boss' list of active keys empty.
 * pg-boss 12.35 skips keys in a fetch that were running when it last counted (every `monitorIntervalSeconds`), and each
 * process keeps that list for a minute. A job that was enqueued while one of its key ran could then wait for more than
 * a minute, long after that one had ended. `LIVE` checks at every fetch what really runs.
 */
async function forgetActiveKeys(client: Client): Promise<void> {
  // Several processes may start at the same time. All but the first find the trigger.
  await client.query("SELECT pg_advisory_xact_lock(hashtext('einzug.forget-active-keys'))");
  const there = await client.query("SELECT 1 FROM pg_trigger WHERE tgname = 'einzug_forget_active_keys'");
  if (there.rows.length > 0) return;
  await client.query(`
    CREATE OR REPLACE FUNCTION pgboss.einzug_forget_active_keys() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN NEW.singletons_active := NULL; RETURN NEW; END'`);
  await client.query(`
    CREATE OR REPLACE TRIGGER einzug_forget_active_keys BEFORE UPDATE ON pgboss.queue
    FOR EACH ROW EXECUTE FUNCTION pgboss.einzug_forget_active_keys()`);
}

/** At every fetch: skip jobs whose key is running. Without it one such job at the head would block all behind it. */
export const LIVE = { groupConcurrency: 1 } as const;

function settingsOf(spec: JobSpec) {
  return {
    notify: true,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: spec.expireSeconds,
    deleteAfterSeconds: 3 * 24 * 3600,
    ...RETRY,
  };
}

/** Creates a queue, or updates one of an earlier version. Jobs that wait in it keep their settings. */
async function ensureQueue(boss: PgBoss, spec: JobSpec, there: QueueResult | undefined): Promise<void> {
  const settings = settingsOf(spec);
  if (!there) return await boss.createQueue(spec.name, { policy: "stately", ...settings });
  const isSame = Object.entries(settings).every(([name, value]) => there[name as keyof typeof settings] === value);
  // The policy stays as it was created, because pg-boss cannot update it.
  if (!isSame) await boss.updateQueue(spec.name, settings);
}

/** Trace context, stored next to the payload: the trace that the job continues, and when it may start (in ms). */
export const traceMark = z.object({ trace: z.object({ from: z.string(), due: z.number() }) });

function marked(payload: unknown, from: string | undefined, startAfterSeconds = 0): object {
  if (!from) return payload as object;
  const trace = { from, due: Date.now() + startAfterSeconds * 1_000 };
  return { ...(payload as object), trace } satisfies z.input<typeof traceMark>;
}

/**
 * Enqueues a job inside the transaction of the change that needs it: both happen or neither does.
 * If a job of the same key already waits, none is added, but the waiting one cannot start before this transaction ends.
 * Otherwise it could run, miss the change, and be gone when the change appears.
 */
export async function enqueue<P extends z.ZodType>(
  tx: Tx,
  spec: JobSpec<P>,
  payload: z.output<P>,
  options: { startAfterSeconds?: number } = {},
): Promise<void> {
  const boss = await queue();
  const key = spec.key(payload);
  for (;;) {
    const added = await boss.send(spec.name, marked(payload, supplierTrace(), options.startAfterSeconds), {
      db: fromPrisma(tx),
      singletonKey: key,
      group: { id: key },
      startAfter: options.startAfterSeconds,
    });
    if (added || (await holdWaiting(tx, spec.name, key, options.startAfterSeconds ?? 0))) return;
    // A worker took it between the two statements, so there is room for the next one now.
  }
}

/** Locks the waiting job of a key, which workers then skip, and shortens its wait to the one asked for now. */
async function holdWaiting(tx: Tx, name: string, key: string, startAfterSeconds: number): Promise<boolean> {
  const held = await tx.$executeRaw`
    UPDATE pgboss.job SET start_after = LEAST(start_after, now() + make_interval(secs => ${startAfterSeconds}))
    WHERE name = ${name} AND singleton_key = ${key} AND state = 'created'`;
  return held > 0;
}

/**
 * Returns a query, as a part of a larger statement, that holds the waiting jobs of these keys that are due.
 * Such jobs need no other start, so they are not written again. Workers skip a job that is held. Transactions that hold
 * or enqueue it do not wait for each other. Keys without such a job are for `promiseOf`.
 *
 * @param keys a query of one column
 * @returns a query of the keys that are held, as `key`
 */
export function holdDueOf<P extends z.ZodType>(spec: JobSpec<P>, keys: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT singleton_key AS key FROM pgboss.job
    WHERE name = ${spec.name} AND state = 'created' AND start_after <= now() AND singleton_key IN (${keys})
    ORDER BY singleton_key FOR KEY SHARE`;
}

/**
 * Returns an insert, as a part of a larger statement, that enqueues jobs: what pg-boss 12.35 writes for `insert`, by
 * the queue's own row.
 * If a job of the same key waits, for later or enqueued a moment ago by another transaction, that job is due now and
 * held. Jobs are inserted in the order of their keys, so that two transactions with the same jobs wait for each other
 * but never deadlock.
 *
 * @param wanted a query of `key`, `data` (the payload) and `trace` (to continue, or null), each key once
 */
export function promiseOf<P extends z.ZodType>(spec: JobSpec<P>, wanted: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO pgboss.job_common AS job (name, data, singleton_key, group_id, policy, retry_limit, retry_delay, retry_backoff,
      retry_delay_max, expire_seconds, deletion_seconds, keep_until, heartbeat_seconds, dead_letter)
    SELECT queue.name,
      CASE WHEN trace IS NULL THEN wanted.data ELSE wanted.data || jsonb_build_object('trace',
        jsonb_build_object('from', trace, 'due', (extract(epoch FROM now()) * 1000)::bigint)) END,
      key, key, queue.policy, queue.retry_limit, queue.retry_delay, queue.retry_backoff, queue.retry_delay_max,
      queue.expire_seconds, queue.deletion_seconds, now() + queue.retention_seconds * interval '1s',
      queue.heartbeat_seconds, queue.dead_letter
    FROM (${wanted}) AS wanted JOIN pgboss.queue AS queue ON queue.name = ${spec.name}
    ORDER BY key
    ON CONFLICT (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'
      DO UPDATE SET start_after = LEAST(job.start_after, now())
    RETURNING name`;
}

/** Returns the query that wakes the workers of a queue at the commit, if `promiseOf` has returned rows. */
export function wakeFor(promised: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), name) FROM ${promised} LIMIT 1`;
}

/** Enqueues a job that belongs to no transaction. */
export async function enqueueNow<P extends z.ZodType>(spec: JobSpec<P>, payload: z.output<P>): Promise<void> {
  await enqueue(db, spec, payload);
}
