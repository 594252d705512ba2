import { setTimeout as wait } from "node:timers/promises";
import { db } from "@/lib/core/database/db";
import { log } from "@/lib/core/telemetry/log";

/** How often a worker sends a heartbeat for a job. */
export const BEAT_SECONDS = 1;
/** A worker without a heartbeat for this long is dead; one that stalled for a moment is not. */
const SILENT_SECONDS = 8;
/** After a database outage no heartbeat is recent. Workers first get this long to send one. */
const GRACE_MS = 3_000;

/**
 * Puts jobs back whose worker is gone, so that they start again at once.
 * pg-boss itself does so only after `HEARTBEAT_SECONDS` of silence (queue.ts), in its next round, and with the delay of
 * a failed job. Jobs on their last attempt are left to pg-boss.
 *
 * @returns the queues of the jobs that were put back
 */
export async function takeBackOrphans(): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    WITH orphan AS (
      SELECT id, name, singleton_key, EXISTS (
        SELECT 1 FROM pgboss.job WHERE name = own.name AND singleton_key = own.singleton_key AND state = 'retry'
      ) AS "hasHeir"
      FROM pgboss.job AS own
      WHERE state = 'active' AND group_id IS NOT NULL AND retry_count < retry_limit
        AND heartbeat_on < now() - make_interval(secs => ${SILENT_SECONDS})
      FOR UPDATE SKIP LOCKED
    ), heir AS (
      UPDATE pgboss.job SET start_after = now() FROM orphan
      WHERE job.name = orphan.name AND job.singleton_key = orphan.singleton_key AND job.state = 'retry' AND "hasHeir"
    ), gone AS (
      DELETE FROM pgboss.job USING orphan WHERE job.name = orphan.name AND job.id = orphan.id AND "hasHeir"
      RETURNING job.name
    ), back AS (
      UPDATE pgboss.job SET state = 'retry', start_after = now() FROM orphan
      WHERE job.name = orphan.name AND job.id = orphan.id AND NOT "hasHeir"
      RETURNING job.name
    )
    SELECT name FROM gone UNION ALL SELECT name FROM back`;
  return rows.map((row) => row.name);
}

/** Looks for such jobs every second, as long as this process lives. */
export async function watchOrphans(): Promise<never> {
  let quietUntil = Date.now() + GRACE_MS;
  for (;;) {
    await wait(1_000, undefined, { ref: false });
    try {
      if (Date.now() < quietUntil) await db.$queryRaw`SELECT 1`;
      else {
        const queues = await takeBackOrphans();
        if (queues.length > 0) log.warn({ queues }, "orphaned jobs enqueued again: worker is gone");
      }
    } catch (error) {
      quietUntil = Date.now() + GRACE_MS;
      log.warn({ err: error }, "check for orphaned jobs failed");
    }
  }
}
