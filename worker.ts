import { db } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/log";
import { startTraces, stopTraces } from "@/lib/core/trace-export";
import { startRunner } from "@/lib/jobs/runner";
import { workerJobs } from "./worker-jobs";

/** The worker process. Any number of them may run beside each other. */
env();
await startTraces();
const boss = await startRunner(workerJobs);
log.info({ jobs: workerJobs.length }, "worker ready");

/** Jobs that run get time to finish; what does not finish is taken up by another worker. */
async function stop(signal: string): Promise<void> {
  log.info({ signal }, "worker stops");
  await boss.stop({ graceful: true, timeout: 20_000 });
  await db.$disconnect();
  await stopTraces();
  process.exit(0);
}
process.once("SIGTERM", () => void stop("SIGTERM"));
process.once("SIGINT", () => void stop("SIGINT"));
