import type { PgBoss } from "pg-boss";
import { log } from "@/lib/core/telemetry/log";
import { queuesWithDueJobs, readChannel } from "@/lib/jobs/tables";
import type { Lane } from "./lane";

/** How often heartbeats are sent, and jobs looked for that no notification reports. */
const TICK_MS = 1_000;

/**
 * Brings the jobs of all queues to their lanes. PostgreSQL notifies it of each new job (NOTIFY). One statement a second
 * finds the queues with jobs that no notification reports: those that waited for their time, for a retry, or behind one
 * of the same key. So an idle worker asks one question a second, however many queues there are.
 */
export class Dispatcher {
  private listener: { close(): Promise<void> } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isTicking = false;

  constructor(
    private readonly boss: PgBoss,
    private readonly lanes: ReadonlyMap<string, Lane>,
  ) {}

  async start(): Promise<void> {
    const wakeAll = () => {
      for (const lane of this.lanes.values()) lane.wake();
    };
    // It connects again if the connection breaks. What was notified meanwhile is lost, so all queues are asked.
    this.listener = await this.boss
      .getDb()
      .listen?.(await readChannel(), (name) => this.lanes.get(name)?.wake(), wakeAll);
    this.timer = setInterval(() => void this.tick(), TICK_MS);
    wakeAll();
  }

  /** Fetches nothing more, and waits for running jobs, but not longer than given. Then other workers repeat them. */
  async stop(timeoutMs: number): Promise<void> {
    const limit = AbortSignal.timeout(timeoutMs);
    const isOver = new Promise<void>((resolve) => limit.addEventListener("abort", () => resolve(), { once: true }));
    await Promise.race([Promise.all([...this.lanes.values()].map((lane) => lane.close())), isOver]);
    clearInterval(this.timer);
    await this.listener?.close();
  }

  private async tick(): Promise<void> {
    if (this.isTicking) return;
    this.isTicking = true;
    try {
      const beats = [...this.lanes.values()].map((lane) => lane.beat());
      const names = await queuesWithDueJobs();
      for (const name of names) this.lanes.get(name)?.wake();
      await Promise.all(beats);
    } catch (error) {
      log.warn({ err: error }, "queue not read, will be retried");
    } finally {
      this.isTicking = false;
    }
  }
}
