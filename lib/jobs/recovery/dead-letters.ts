import { db } from "@/lib/core/database/db";
import { type JobSpec, jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { DEAD, takeDeadLetter } from "@/lib/jobs/tables";

export interface DeadLetter {
  id: string;
  queue: string;
  key: string | null;
  failedAt: Date | null;
  message: string | null;
}

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
      const payload = await takeDeadLetter(tx, name, id);
      if (payload === undefined) return;
      await enqueue(tx, spec, spec.payload.parse(payload ?? {}));
      taken += 1;
    });
  }
  return taken;
}
