import type { Client } from "pg";
import type { z } from "zod";
import { db, Prisma, type Tx } from "@/lib/core/database/db";
import type { JobSpec } from "./catalogue";

/**
 * Every statement of ours on the tables of pg-boss. They are no interface of it: tables.db.test.ts fails if a new version
 * changes them, and `npm run check` refuses such statements in other files. The grants on these tables are in
 * queue-access.ts.
 */

/**
 * Keeps pg-boss' list of active keys empty.
 * pg-boss 12.35 skips keys in a fetch that were running when it last counted (every `monitorIntervalSeconds`), and each
 * process keeps that list for a minute. A job that was enqueued while one of its key ran could then wait for more than
 * a minute, long after that one had ended. `LIVE` checks at every fetch what really runs.
 */
export async function forgetActiveKeys(client: Client): Promise<void> {
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

const startOf = (afterSeconds: number) => Prisma.sql`now() + make_interval(secs => ${afterSeconds}::float8)`;

/**
 * Returns a query, as a part of a larger statement, that holds the waiting jobs of these keys that are due
 * by then. Such jobs need no other start, so they are not written again. Workers skip a job that is held. Transactions that hold
 * or enqueue it do not wait for each other. Keys without such a job are for `insertJobs`.
 *
 * @param keys a query of one column
 * @returns a query of the keys that are held, as `key`
 */
export function holdDueJobs<P extends z.ZodType>(spec: JobSpec<P>, keys: Prisma.Sql, afterSeconds = 0): Prisma.Sql {
  return Prisma.sql`
    SELECT singleton_key AS key FROM pgboss.job
    WHERE name = ${spec.name} AND state = 'created' AND singleton_key IN (${keys})
      AND start_after <= ${startOf(afterSeconds)}
    ORDER BY singleton_key FOR KEY SHARE`;
}

/**
 * Returns an insert, as a part of a larger statement, that enqueues jobs: what pg-boss 12.35 writes for `insert`, by
 * the queue's own row.
 * If a job of the same key waits, for later or enqueued a moment ago by another transaction, that job is due at the
 * earlier time and held. Jobs are inserted in the order of their keys, so that two transactions with the same jobs wait for each other
 * but never deadlock.
 *
 * @param wanted a query of `key`, `data` (the payload) and `trace` (to continue, or null), each key once
 */
export function insertJobs<P extends z.ZodType>(spec: JobSpec<P>, wanted: Prisma.Sql, afterSeconds = 0): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO pgboss.job_common AS job (name, data, singleton_key, group_id, policy, retry_limit, retry_delay, retry_backoff,
      retry_delay_max, expire_seconds, deletion_seconds, start_after, keep_until, heartbeat_seconds, dead_letter)
    SELECT queue.name,
      CASE WHEN trace IS NULL THEN wanted.data ELSE wanted.data || jsonb_build_object('trace',
        jsonb_build_object('from', trace, 'due', (extract(epoch FROM ${startOf(afterSeconds)}) * 1000)::bigint)) END,
      key, key, queue.policy, queue.retry_limit, queue.retry_delay, queue.retry_backoff, queue.retry_delay_max,
      queue.expire_seconds, queue.deletion_seconds, ${startOf(afterSeconds)},
      ${startOf(afterSeconds)} + queue.retention_seconds * interval '1s',
      queue.heartbeat_seconds, queue.dead_letter
    FROM (${wanted}) AS wanted JOIN pgboss.queue AS queue ON queue.name = ${spec.name}
    ORDER BY key
    ON CONFLICT (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'
      DO UPDATE SET start_after = LEAST(job.start_after, EXCLUDED.start_after)
    RETURNING name, start_after`;
}

/** The channel on which pg-boss 12.35 notifies workers of a queue with a new job, by the queue's name. */
const CHANNEL = Prisma.sql`'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24)`;

/** Returns the query that wakes the workers of a queue at the commit, if `insertJobs` has returned rows that are due. */
export function wakeWorkers(promised: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`SELECT pg_notify(${CHANNEL}, name) FROM ${promised} WHERE start_after <= now() LIMIT 1`;
}

/** A job to enqueue, with the trace that it continues. */
export interface WantedJob {
  key: string;
  data: unknown;
  trace: string | undefined;
}

/** Enqueues jobs, each key once, in one statement: holds those that wait already, and inserts the others. */
export async function enqueueJobs(tx: Tx, spec: JobSpec, wanted: WantedJob[], afterSeconds: number): Promise<void> {
  const rows = Prisma.sql`
    SELECT job->>'key' AS key, job->'data' AS data, job->>'trace' AS trace
    FROM jsonb_array_elements(${JSON.stringify(wanted)}::jsonb) AS job`;
  await tx.$executeRaw`
    WITH wanted AS (${rows}
    ), held AS (${holdDueJobs(spec, Prisma.sql`SELECT key FROM wanted`, afterSeconds)}
    ), promised AS (${insertJobs(spec, Prisma.sql`SELECT * FROM wanted WHERE key NOT IN (SELECT key FROM held)`, afterSeconds)}
    ), woken AS (${wakeWorkers(Prisma.sql`promised`)}
    )
    SELECT count(*) FROM woken`;
}

/** Returns the name of the channel, on which a worker listens. */
export async function readChannel(): Promise<string> {
  const rows = await db.$queryRaw<{ channel: string }[]>`SELECT ${CHANNEL} AS channel`;
  return rows[0]?.channel ?? "";
}

/** Returns the queues with a job that may start now: it is due, and no job of its key runs. */
export async function queuesWithDueJobs(): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT name FROM pgboss.queue WHERE EXISTS (
      SELECT 1 FROM pgboss.job WHERE job.name = queue.name AND job.state < 'active' AND NOT job.blocked
        AND job.start_after <= now() AND NOT EXISTS (
          SELECT 1 FROM pgboss.job AS other
          WHERE other.name = job.name AND other.group_id = job.group_id AND other.state = 'active'))`;
  return rows.map((row) => row.name);
}

/**
 * Dead letters: jobs that failed as often as they may, without a successor that does their work.
 * The state `failed` is not enough. While a job of a key waits for its retry, pg-boss 12.35 has no room for another
 * (`failJobsBody`). It then stores the other one as `failed` after one failure. The waiting job does its work.
 */
export const DEAD = Prisma.sql`
  SELECT job.* FROM pgboss.job AS job
  WHERE job.state = 'failed' AND job.retry_count >= job.retry_limit AND NOT EXISTS (
    SELECT 1 FROM pgboss.job AS successor WHERE successor.name = job.name AND successor.singleton_key = job.singleton_key AND (
      successor.state IN ('created', 'retry', 'active')
      OR (successor.state = 'completed' AND successor.completed_on > job.completed_on)))`;

/** A query of all open jobs: those that wait or run, and dead letters (the only ones in state `failed`). */
export const OPEN_JOBS = Prisma.sql`
  SELECT * FROM pgboss.job WHERE state IN ('created', 'retry', 'active') UNION ALL ${DEAD}`;

/** Removes a dead letter, and returns the payload of its job. */
export async function takeDeadLetter(tx: Tx, name: string, id: string): Promise<unknown> {
  const rows = await tx.$queryRaw<{ data: unknown }[]>`
    DELETE FROM pgboss.job WHERE id = ${id}::uuid AND name = ${name} AND state = 'failed' RETURNING data`;
  return rows[0]?.data;
}

/** A worker without a heartbeat for this long is dead; one that stalled for a moment is not. */
const SILENT_SECONDS = 8;
/**
 * Puts jobs back whose worker is gone, so that they start again at once.
 * pg-boss itself does so only after `HEARTBEAT_SECONDS` of silence (queue.ts), in its next round, and with the delay of
 * a failed job. Jobs on their last attempt are left to pg-boss.
 *
 * @returns the queues of the jobs that were put back
 */
export async function requeueOrphans(): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    WITH orphan AS (
      SELECT id, name, singleton_key, EXISTS (
        SELECT 1 FROM pgboss.job WHERE name = own.name AND singleton_key = own.singleton_key AND state = 'retry'
      ) AS "hasSuccessor"
      FROM pgboss.job AS own
      WHERE state = 'active' AND group_id IS NOT NULL AND retry_count < retry_limit
        AND heartbeat_on < now() - make_interval(secs => ${SILENT_SECONDS})
      FOR UPDATE SKIP LOCKED
    ), successor AS (
      UPDATE pgboss.job SET start_after = now() FROM orphan
      WHERE job.name = orphan.name AND job.singleton_key = orphan.singleton_key AND job.state = 'retry' AND "hasSuccessor"
    ), gone AS (
      DELETE FROM pgboss.job USING orphan WHERE job.name = orphan.name AND job.id = orphan.id AND "hasSuccessor"
      RETURNING job.name
    ), back AS (
      UPDATE pgboss.job SET state = 'retry', start_after = now() FROM orphan
      WHERE job.name = orphan.name AND job.id = orphan.id AND NOT "hasSuccessor"
      RETURNING job.name
    )
    SELECT name FROM gone UNION ALL SELECT name FROM back`;
  return rows.map((row) => row.name);
}

/** Returns how many seconds ago a worker last finished a job; null if the queue has no finished job. */
export async function secondsSinceLastJob(): Promise<number | null> {
  const [row] = await db.$queryRaw<{ age: number | null }[]>`
    SELECT EXTRACT(EPOCH FROM now() - max(completed_on))::float8 AS age FROM pgboss.job WHERE state = 'completed'`;
  return row?.age ?? null;
}

/** Returns the newest jobs of these keys that belong to a trace, as long as the queue has them. */
export async function readTracesOfJobs(keys: string[], limit: number) {
  return await db.$queryRaw<{ at: Date; what: string; trace: string | null }[]>`
    SELECT created_on AS at, name AS what, data->'trace'->>'from' AS trace FROM pgboss.job
    WHERE singleton_key = ANY(${keys}) AND data->'trace' IS NOT NULL
    ORDER BY created_on DESC LIMIT ${limit}`;
}
