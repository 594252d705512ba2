import { db } from "@/lib/core/db";
import { type JobSpec, jobs } from "./catalogue";
import { enqueue } from "./queue";

export interface DeadLetter {
  id: string;
  queue: string;
  key: string | null;
  failedAt: Date | null;
  message: string | null;
}

/** Jobs that failed as often as they may; they are kept for three days. Of one queue, or of all; newest first. */
export async function listDeadLetters(queue?: string): Promise<DeadLetter[]> {
  return await db.$queryRaw<DeadLetter[]>`
    SELECT id::text AS id, name AS queue, singleton_key AS key, completed_on AS "failedAt", output->>'message' AS message
    FROM pgboss.job WHERE state = 'failed' AND name = COALESCE(${queue ?? null}, name)
    ORDER BY completed_on DESC, id`;
}

/**
 * Promises them anew. Jobs read from the database what is to be done, so several of one key become one, and what has been
 * done meanwhile is not done again.
 *
 * @returns how many were taken up; the others are of queues that no longer exist, and stay
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
