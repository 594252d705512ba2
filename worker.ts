import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/telemetry/log";
import { startTraces, stopTraces } from "@/lib/core/telemetry/trace-export";
import { startRunner } from "@/lib/jobs/runner";
import { workerJobs } from "./worker-jobs";

/** The worker process. Several workers can run at the same time. */
env();
await startTraces();
const boss = await startRunner(workerJobs);
log.info({ jobs: workerJobs.length }, "worker ready");

/** Gives running jobs 20 seconds to finish. Another worker runs the unfinished ones again. */
async function stop(signal: string): Promise<void> {
  log.info({ signal }, "worker stopping");
  await boss.stop({ graceful: true, timeout: 20_000 });
  await db.$disconnect();
  await stopTraces();
  process.exit(0);
}
process.once("SIGTERM", () => void stop("SIGTERM"));
process.once("SIGINT", () => void stop("SIGINT"));
