import { setTimeout as wait } from "node:timers/promises";
import { db } from "@/lib/core/database/db";
import { log } from "@/lib/core/telemetry/log";
import { requeueOrphans } from "@/lib/jobs/tables";

/** After a database outage no heartbeat is recent. Workers first get this long to send one. */
const GRACE_MS = 3_000;

/** Looks for such jobs every second, as long as this process lives. */
export async function watchOrphans(): Promise<never> {
  let quietUntil = Date.now() + GRACE_MS;
  for (;;) {
    await wait(1_000, undefined, { ref: false });
    try {
      if (Date.now() < quietUntil) await db.$queryRaw`SELECT 1`;
      else {
        const queues = await requeueOrphans();
        if (queues.length > 0) log.warn({ queues }, "orphaned jobs enqueued again: worker is gone");
      }
    } catch (error) {
      quietUntil = Date.now() + GRACE_MS;
      log.warn({ err: error }, "check for orphaned jobs failed");
    }
  }
}
