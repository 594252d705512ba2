import { currentTimeline } from "@/lib/core/database/connection/timeline";
import { db } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";

/** The table has one row. */
const ID = 1;

/**
 * Stores the timeline of the database that this process is connected to. If another one was stored, the database has
 * gone back: a standby was promoted, or a backup restored. Then the recovery of all suppliers is enqueued, once however
 * many processes notice it, and also if none of them lived through it.
 *
 * @returns the timeline before, if this call found the change
 */
export async function recordTimeline(): Promise<number | undefined> {
  // The first statement of a connection reads the timeline.
  await db.$queryRaw`SELECT 1`;
  const number = currentTimeline();
  if (number === undefined) return undefined;
  return await db.$transaction(async (tx) => {
    await tx.databaseTimeline.createMany({ data: { id: ID, number, since: new Date() }, skipDuplicates: true });
    const [before] = await tx.$queryRaw<{ number: number }[]>`
      SELECT number FROM database_timelines WHERE id = ${ID} FOR UPDATE`;
    if (!before || before.number === number) return undefined;
    await tx.databaseTimeline.update({ where: { id: ID }, data: { number, since: new Date() } });
    await enqueue(tx, jobs.recoverAll, {});
    return before.number;
  });
}
