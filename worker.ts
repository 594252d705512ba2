import { setTimeout as wait } from "node:timers/promises";
import { requireUsableDatabase } from "@/lib/core/database/connection/readiness";
import { onNewEpoch } from "@/lib/core/database/connection/timeline";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/telemetry/log";
import { startTraces, stopTraces } from "@/lib/core/telemetry/trace-export";
import { openMailboxes } from "@/lib/e-invoices/mailbox/access";
import { startDraining } from "@/lib/jobs/draining";
import { watchHealth } from "@/lib/jobs/health";
import { startRunner } from "@/lib/jobs/runner";
import { followCalendar } from "@/lib/schedule/calendar-jobs";
import { recordTimeline } from "@/lib/schedule/failover/mutations";
import { workerJobs } from "./worker-jobs";

const RETRY_MS = 1_000;
/** Longest wait for running jobs when the worker is told to end. */
const STOP_MS = 20_000;

/** The worker process. Several workers can run at the same time. */
env();
await requireUsableDatabase();
await startTraces();
const runner = await startRunner(workerJobs);
// Afterwards, because a health check opens the queue too, and the first to open it decides whether it is a worker's.
const health = watchHealth(env().WORKER_HEALTH_PORT);
onNewEpoch(() => void noticeFailover());
void noticeFailover();
const mailboxes = await openMailboxes();
const stopping = new AbortController();
if (env().CLOCK_URL) void followCalendar(stopping.signal);
log.info({ jobs: workerJobs.length }, "worker ready");

/** Enqueues the recovery after a failover. Tries until the database answers, because it may go away once more. */
async function noticeFailover(): Promise<void> {
  try {
    const before = await recordTimeline();
    if (before !== undefined) log.error({ before }, "database went back (failover or restore), recovery enqueued");
  } catch (error) {
    log.warn({ err: error }, "timeline of the database not recorded, will be retried");
    await wait(RETRY_MS);
    await noticeFailover();
  }
}

/**
 * Turns the health red, takes no more jobs, and gives running ones time to finish. Another worker runs the unfinished
 * ones again.
 */
async function stop(signal: string): Promise<void> {
  log.info({ signal }, "worker stopping");
  startDraining();
  await mailboxes?.stop();
  stopping.abort();
  await runner.stop(STOP_MS);
  health.close();
  await db.$disconnect();
  await stopTraces();
  process.exit(0);
}
process.once("SIGTERM", () => void stop("SIGTERM"));
process.once("SIGINT", () => void stop("SIGINT"));
