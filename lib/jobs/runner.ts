import type { z } from "zod";
import { log, withLogContext } from "@/lib/core/telemetry/log";
import { inSpan, type SpanSpec } from "@/lib/core/telemetry/trace";
import { crossTenant, withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { refreshClock } from "@/lib/core/time/clock";
import { watchOrphans } from "@/lib/jobs/recovery/orphans";
import { type JobSpec, schedules } from "./catalogue";
import { Dispatcher } from "./dispatch/dispatcher";
import { type Entry, Lane, type Outcome } from "./dispatch/lane";
import { queue, traceMark } from "./queue";

/** A job's declaration together with its work. */
export interface JobWork<P extends z.ZodType = z.ZodType> {
  spec: JobSpec<P>;
  /** @throws ZodError if the payload is not of the declared form */
  run(payload: z.input<P>): Promise<void>;
}

/**
 * Ties work to a declared job.
 * The work must be idempotent, and may be interrupted anywhere: it reads what is left to do, and stores the result of
 * each step before the next one. A job that names a supplier sees only that supplier's rows; schedules work across
 * tenants.
 */
export function work<P extends z.ZodType>(spec: JobSpec<P>, run: (payload: z.output<P>) => Promise<void>): JobWork<P> {
  return {
    spec,
    run: async (given) => {
      const payload = spec.payload.parse(given);
      const { customerId } = payload as JobIds;
      await (customerId ? withinSupplier(customerId, () => run(payload)) : crossTenant(() => run(payload)));
    },
  };
}

/** Running jobs of a process. */
export interface Runner {
  /** Fetches nothing more, and gives running jobs this long to finish. Other workers repeat the unfinished ones. */
  stop(timeoutMs: number): Promise<void>;
}

/** Starts to run jobs. Resolves when all queues are listened to. */
export async function startRunner(all: JobWork[]): Promise<Runner> {
  const boss = await queue({ isWorker: true });
  const lanes = all.map((item) => new Lane(boss, item.spec, (entry) => runOne(item, entry)));
  const dispatcher = new Dispatcher(boss, new Map(all.map((item, index) => [item.spec.name, lanes[index] as Lane])));
  await dispatcher.start();
  void watchOrphans();
  for (const { job, cron, ...rest } of schedules) {
    const options = { tz: "Europe/Berlin", singletonKey: "all", group: { id: "all" }, ...rest };
    await boss.schedule(job.name, cron, {}, options);
  }
  return {
    async stop(timeoutMs) {
      await dispatcher.stop(timeoutMs);
      await boss.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}

async function runOne(item: JobWork, entry: Entry): Promise<Outcome> {
  const startedAt = performance.now();
  return await withLogContext({ job: item.spec.name, requestId: entry.id }, async () => {
    try {
      await refreshClock();
      const given = (entry.data ?? {}) as JobIds;
      await withLogContext({ customerId: given.customerId }, () =>
        inSpan(spanOf(item, entry, given), async () => {
          await item.run(given);
          log.debug({ ms: Math.round(performance.now() - startedAt) }, "job done");
        }),
      );
      return { status: "completed" };
    } catch (error) {
      log.warn({ err: error, ms: Math.round(performance.now() - startedAt) }, "job failed, will be retried");
      return { status: "failed", message: error instanceof Error ? error.message : "unknown" };
    }
  });
}

interface JobIds {
  customerId?: string;
  collectionId?: string;
}

/** Continues the trace in which the job was first enqueued. The wait counts from when the job may start. */
function spanOf({ spec }: JobWork, { id, data, retryCount }: Entry, { customerId, collectionId }: JobIds): SpanSpec {
  const { trace } = traceMark.safeParse(data).data ?? {};
  return {
    name: `job ${spec.name}`,
    kind: "consumer",
    from: trace?.from,
    ids: { customerId, collectionId },
    attributes: {
      "einzug.job.id": id,
      "einzug.job.attempt": retryCount + 1,
      "einzug.job.wait_ms": trace && Math.max(0, Date.now() - trace.due),
    },
  };
}
