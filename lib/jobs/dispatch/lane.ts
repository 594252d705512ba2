import type { PgBoss } from "pg-boss";
import { log } from "@/lib/core/telemetry/log";
import type { JobSpec } from "@/lib/jobs/catalogue";
import { LIVE } from "@/lib/jobs/queue";

/** A job that was fetched. `retryCount` identifies the attempt: pg-boss ignores the result of an earlier one. */
export interface Entry {
  id: string;
  data: unknown;
  retryCount: number;
}

export type Outcome = { status: "completed" } | { status: "failed"; message: string };

interface Ended {
  entry: Entry;
  outcome: Outcome;
}

/** A job younger than this needs no heartbeat: fetching it was one. */
const YOUNG_MS = 900;

/**
 * The jobs of one queue in this process: fetches as many as may run, runs them side by side, and stores their results.
 * One statement fetches all free places, and one stores all jobs that ended meanwhile, so under load the number of
 * statements falls per job.
 */
export class Lane {
  /** Jobs between fetch and stored result, with the time of the fetch. */
  private readonly running = new Map<Entry, number>();
  private ended: Ended[] = [];
  private isFetching = false;
  private isStoring = false;
  private mayHaveMore = false;
  private isClosed = false;
  private onIdle = () => {};

  constructor(
    private readonly boss: PgBoss,
    private readonly spec: JobSpec,
    private readonly run: (entry: Entry) => Promise<Outcome>,
  ) {}

  /** Fetches jobs, if any may run. A call during a fetch makes another one follow. */
  wake(): void {
    this.mayHaveMore = true;
    if (!this.isFetching) void this.fetchAll();
  }

  /** Fetches nothing any more. Resolves when all running jobs have ended. */
  async close(): Promise<void> {
    this.isClosed = true;
    if (this.running.size === 0 && !this.isFetching) return;
    await new Promise<void>((resolve) => {
      this.onIdle = resolve;
    });
  }

  /** Tells the other workers that this one lives. Without it they take its jobs over (`requeueOrphans`). */
  async beat(): Promise<void> {
    const due = Date.now() - YOUNG_MS;
    const old = [...this.running].filter(([, since]) => since < due).map(([entry]) => attemptOf(entry));
    if (old.length > 0) await this.boss.touch(this.spec.name, old);
  }

  private async fetchAll(): Promise<void> {
    this.isFetching = true;
    try {
      while (this.mayHaveMore && !this.isClosed) {
        const free = this.spec.concurrency - this.running.size;
        // The next job that ends fetches again.
        if (free <= 0) break;
        this.mayHaveMore = false;
        const entries = await this.boss.fetch<unknown>(this.spec.name, { batchSize: free, ...LIVE });
        for (const { id, data, retryCount } of entries) this.begin({ id, data, retryCount });
        if (entries.length === free) this.mayHaveMore = true;
      }
    } catch (error) {
      log.error({ err: error, job: this.spec.name }, "jobs not fetched, will be retried");
    } finally {
      this.isFetching = false;
      this.noteIdle();
    }
  }

  private begin(entry: Entry): void {
    this.running.set(entry, Date.now());
    void this.unlessExpired(entry).then((outcome) => {
      this.ended.push({ entry, outcome });
      if (!this.isStoring) void this.storeEnded();
    });
  }

  /** A job that runs longer than it may counts as failed. It frees its place, though its work may still continue. */
  private async unlessExpired(entry: Entry): Promise<Outcome> {
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<Outcome>((resolve) => {
      const end = () => resolve({ status: "failed", message: `expired after ${this.spec.expireSeconds} s` });
      timer = setTimeout(end, this.spec.expireSeconds * 1_000);
    });
    const outcome = await Promise.race([this.run(entry), expired]);
    clearTimeout(timer);
    return outcome;
  }

  private async storeEnded(): Promise<void> {
    this.isStoring = true;
    while (this.ended.length > 0) {
      const ended = this.ended.splice(0);
      try {
        await this.store(ended);
      } catch (error) {
        // Without heartbeats the jobs are taken over soon, and find that there is nothing left to do.
        log.error({ err: error, job: this.spec.name }, "results of jobs not stored, they will be repeated");
      }
      for (const { entry } of ended) this.running.delete(entry);
      if (this.mayHaveMore && !this.isFetching) void this.fetchAll();
    }
    this.isStoring = false;
    this.noteIdle();
  }

  private async store(ended: Ended[]): Promise<void> {
    const completed = ended
      .filter(({ outcome }) => outcome.status === "completed")
      .map(({ entry }) => attemptOf(entry));
    if (completed.length > 0) await this.boss.complete(this.spec.name, completed);
    for (const { entry, outcome } of ended)
      if (outcome.status === "failed")
        await this.boss.fail(this.spec.name, attemptOf(entry), { message: outcome.message });
  }

  private noteIdle(): void {
    if (this.running.size === 0 && !this.isFetching) this.onIdle();
  }
}

function attemptOf({ id, retryCount }: Entry): { id: string; retryCount: number } {
  return { id, retryCount };
}
