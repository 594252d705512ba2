import { db } from "@/lib/core/database/db";
import type { JobSpec } from "@/lib/jobs/catalogue";

/** Returns the payloads of the jobs that wait in a queue, oldest first, from the queue's own table. */
export async function waitingJobs(spec: JobSpec): Promise<Record<string, string>[]> {
  const rows = await db.$queryRaw<{ data: Record<string, string> }[]>`
    SELECT data FROM pgboss.job WHERE name = ${spec.name} AND state = 'created' ORDER BY created_on, id`;
  return rows.map((row) => row.data);
}

export async function clearJobs(): Promise<void> {
  await db.$executeRaw`DELETE FROM pgboss.job`;
}

/** Counts the waiting jobs that a worker would take now. */
export async function countDueJobs(): Promise<number> {
  return (await db.$queryRaw<unknown[]>`SELECT 1 FROM pgboss.job WHERE state = 'created' AND start_after <= now()`)
    .length;
}
