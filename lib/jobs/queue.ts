import { Client } from "pg";
import { fromPrisma, PgBoss, type QueueResult } from "pg-boss";
import { z } from "zod";
import { connectionName, db, Prisma, type Tx } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/log";
import { supplierTrace } from "@/lib/core/trace";
import { type JobSpec, jobs } from "./catalogue";
import { openToSuppliers } from "./queue-access";

/** Waits of 2, 4, 8 … seconds, at most 5 minutes, for about 2 hours; the hourly check then takes stuck work up again. */
const RETRY = { retryLimit: 30, retryDelay: 2, retryBackoff: true, retryDelayMax: 300 };
/** A worker that died is noticed after this long, if no other has noticed it before (orphans.ts). */
const HEARTBEAT_SECONDS = 15;

const holder = globalThis as { einzugBoss?: Promise<PgBoss> };

/** The queue of this process. Only the worker supervises and keeps schedules. */
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
    // Whoever asks next begins anew; this one would go on beside it, with its connections and its timers.
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }
}

/**
 * Changes to pg-boss' tables go over a connection of their own: the first to ask may be inside a transaction, and so may all who
 * hold the connections of `db`. They would wait for each other.
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
    // What was not committed is rolled back with it.
    await client.end();
  }
  // Each is a transaction under a lock; a process that starts where others have run finds them all.
  const there = new Map((await boss.getQueues()).map((row) => [row.name, row]));
  for (const spec of Object.values(jobs)) await ensureQueue(boss, spec, there.get(spec.name));
}

/**
 * pg-boss 12.35 leaves keys out of a fetch that were running when it last counted (every `monitorIntervalSeconds`, and
 * each process keeps that list for a minute): a job that was enqueued while one of its key ran could wait for more than
 * a minute, long after that one had ended. The list is kept empty; what really runs is asked at every fetch (`LIVE`).
 */
async function forgetActiveKeys(client: Client): Promise<void> {
  // Several processes may start at the same time; all but the first find it there.
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

/** At every fetch: no job whose key runs. Without it one such job at the head would keep back all behind it. */
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

/** Makes a queue, or brings one of an earlier version up to date; jobs that wait in it keep the settings they came with. */
async function ensureQueue(boss: PgBoss, spec: JobSpec, there: QueueResult | undefined): Promise<void> {
  const settings = settingsOf(spec);
  if (!there) return await boss.createQueue(spec.name, { policy: "stately", ...settings });
  const isSame = Object.entries(settings).every(([name, value]) => there[name as keyof typeof settings] === value);
  // The policy stays what it was made with: pg-boss changes it for no queue.
  if (!isSame) await boss.updateQueue(spec.name, settings);
}

/** Beside the payload, which knows nothing of it: the trace that the job goes on with, and when it may start (ms). */
export const traceMark = z.object({ trace: z.object({ from: z.string(), due: z.number() }) });

function marked(payload: unknown, from: string | undefined, startAfterSeconds = 0): object {
  if (!from) return payload as object;
  const trace = { from, due: Date.now() + startAfterSeconds * 1_000 };
  return { ...(payload as object), trace } satisfies z.input<typeof traceMark>;
}

/**
 * Promises a job inside the transaction of the change that needs it: both happen or none does.
 * If the same key already waits, nothing is added, but the waiting one is kept from starting before this transaction
 * ends: else it could run, not see the change yet, and be gone when the change appears.
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
    // It was taken up between the two statements: now there is room for the next one.
  }
}

/** Locks the waiting job of a key, which workers then pass over, and lets it wait no longer than is asked for now. */
async function holdWaiting(tx: Tx, name: string, key: string, startAfterSeconds: number): Promise<boolean> {
  const held = await tx.$executeRaw`
    UPDATE pgboss.job SET start_after = LEAST(start_after, now() + make_interval(secs => ${startAfterSeconds}))
    WHERE name = ${name} AND singleton_key = ${key} AND state = 'created'`;
  return held > 0;
}

/**
 * For a larger statement whose rows need jobs, as a part of it: holds those that wait and are due, which need no other
 * time and so are not written again. Keys that are not among them are for `promiseOf`. Workers pass over a job that is held;
 * others who hold it, or promise it, do not wait for each other.
 *
 * @param keys a query of one column
 * @returns a query that gives the keys that are held, as `key`
 */
export function holdDueOf<P extends z.ZodType>(spec: JobSpec<P>, keys: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT singleton_key AS key FROM pgboss.job
    WHERE name = ${spec.name} AND state = 'created' AND start_after <= now() AND singleton_key IN (${keys})
    ORDER BY singleton_key FOR KEY SHARE`;
}

/**
 * Promises jobs as a part of a larger statement: what pg-boss 12.35 writes for `insert`, from the queue's own row. Where one
 * of the same key waits already, be it for later or promised by somebody a moment ago, that one is due now and held. They go
 * by the order of their keys: two who promise the same jobs wait for each other, never in a ring.
 *
 * @param wanted a query of `key`, `data` (the payload) and `trace` (what it goes on from, or null), each key once
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

/** The statement that wakes the workers of a queue for which `promiseOf` has given rows, when it is committed. */
export function wakeFor(promised: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), name) FROM ${promised} LIMIT 1`;
}

/** Promises a job that stands by itself. */
export async function enqueueNow<P extends z.ZodType>(spec: JobSpec<P>, payload: z.output<P>): Promise<void> {
  await enqueue(db, spec, payload);
}
