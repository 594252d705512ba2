import { forgetGroups } from "@/lib/core/database/groups/gather";
import { workerJobs } from "../../worker-jobs";
import type { Chance } from "../chance";
import type { JobTable, WaitingJob } from "./job-table";
import { asProcess } from "./mortality";
import type { Weather } from "./weather";

/** How often a failing job is tried before it is left until work is done the next time. */
const TRIES = 3;

/**
 * Works off the queue in this process, one job at a time, in random order: jobs that would run in parallel eventually
 * run in every order. A job that fails, or whose process dies, waits again, as after its retry delay or its missing
 * heartbeat. Jobs scheduled for later are due the next day.
 */
export class JobLine {
  done = 0;
  /** Errors of jobs that were left, newest last. */
  readonly left: string[] = [];

  constructor(
    private readonly table: JobTable,
    private readonly chance: Chance,
    private readonly weather: Weather,
    private readonly customerId: string,
  ) {}

  /** @returns how many jobs still wait */
  async workOff(limit = Number.POSITIVE_INFINITY): Promise<number> {
    const tries = new Map<string, number>();
    let waiting = await this.table.waiting(this.customerId);
    for (let count = 0; count < limit; count += 1) {
      const open = waiting.filter((job) => (tries.get(job.id) ?? 0) < TRIES);
      if (open.length === 0) return waiting.length;
      const job = this.chance.pick(open);
      tries.set(job.id, (tries.get(job.id) ?? 0) + 1);
      const isDone = await this.run(job);
      waiting = await this.table.waiting(this.customerId, isDone ? job.id : undefined);
    }
    return 1;
  }

  /** @returns false if the job was put back */
  private async run({ id, name, data }: WaitingJob): Promise<boolean> {
    const job = workerJobs.find((one) => one.spec.name === name);
    if (!job) throw new Error(`nobody works on ${name}`);
    await this.table.take(id);
    // A process has no calls in common with one that died before it.
    forgetGroups();
    const { ended, die } = asProcess(() => job.run(job.spec.payload.parse(data ?? {})));
    this.weather.onDeath = die;
    const outcome = await ended.then(
      () => "done" as const,
      (error: unknown) => error,
    );
    this.weather.onDeath = undefined;
    if (outcome === "done") {
      this.done += 1;
      return true;
    }
    await this.table.endPauses();
    this.left.push(`${name}: ${outcome instanceof Error ? outcome.message : String(outcome)}`);
    await this.table.putBack(id);
    return false;
  }
}
