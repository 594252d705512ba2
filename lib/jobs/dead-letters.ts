import { db, Prisma } from "@/lib/core/database/db";
import { type JobSpec, jobs } from "./catalogue";
import { enqueue } from "./queue";

export interface DeadLetter {
  id: string;
  queue: string;
  key: string | null;
  failedAt: Date | null;
  message: string | null;
}

/**
 * Dead letters: jobs that failed as often as they may, without a successor that does their work.
 * The state `failed` is not enough. While a job of a key waits for its retry, pg-boss 12.35 has no room for another
 * (`failJobsBody`). It then stores the other one as `failed` after one failure. The waiting job does its work.
 */
const DEAD = Prisma.sql`
  SELECT job.* FROM pgboss.job AS job
  WHERE job.state = 'failed' AND job.retry_count >= job.retry_limit AND NOT EXISTS (
    SELECT 1 FROM pgboss.job AS heir WHERE heir.name = job.name AND heir.singleton_key = job.singleton_key AND (
      heir.state IN ('created', 'retry', 'active')
      OR (heir.state = 'completed' AND heir.completed_on > job.completed_on)))`;

/** A query of all open jobs: those that wait or run, and dead letters (the only ones in state `failed`). */
export const OPEN_JOBS = Prisma.sql`
  SELECT * FROM pgboss.job WHERE state IN ('created', 'retry', 'active') UNION ALL ${DEAD}`;

/** Returns the dead letters of one queue or of all, newest first. The queue keeps them for three days. */
export async function listDeadLetters(queue?: string): Promise<DeadLetter[]> {
  return await db.$queryRaw<DeadLetter[]>`
    SELECT id::text AS id, name AS queue, singleton_key AS key, completed_on AS "failedAt", output->>'message' AS message
    FROM (${DEAD}) AS dead WHERE name = COALESCE(${queue ?? null}, name)
    ORDER BY completed_on DESC, id`;
}

/**
 * Enqueues dead letters again.
 * Jobs read from the database what there is to do. So several of one key become one job, and finished work is not
 * repeated.
 *
 * @returns how many were enqueued; those of queues that no longer exist stay
 */
export async function replayDeadLetters(queue?: string): Promise<number> {
  let taken = 0;
  for (const { id, queue: name } of await listDeadLetters(queue)) {
    const spec: JobSpec | undefined = Object.values(jobs).find((one) => one.name === name) as JobSpec | undefined;
    if (!spec) continue;
    await db.$transaction(async (tx) => {
      const rows = await tx.$queryRaw<{ data: unknown }[]>`
        DELETE FROM pgboss.job WHERE id = ${id}::uuid AND name = ${name} AND state = 'failed' RETURNING data`;
      if (!rows[0]) return;
      await enqueue(tx, spec, spec.payload.parse(rows[0].data ?? {}));
      taken += 1;
    });
  }
  return taken;
}
