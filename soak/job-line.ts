import { db } from "@/lib/core/db";
import { workerJobs } from "../worker-jobs";
import type { Chance } from "./chance";
import type { Weather } from "./weather";

interface Row {
  id: string;
  name: string;
  data: Record<string, unknown>;
}

/** How often a job that fails is tried before it is left for the next time somebody works. */
const TRIES = 3;

/**
 * Works off the queue in this process, one job after the other, in an order that chance decides: what would run beside
 * each other runs in every order sooner or later. A job that fails, or whose process dies, waits again, as it would
 * after its retry delay or its missing heartbeat; what was promised for later is due with the next day.
 */
export class JobLine {
  done = 0;
  /** Errors of jobs that were left, newest last. */
  readonly left: string[] = [];

  constructor(
    private readonly chance: Chance,
    private readonly weather: Weather,
    private readonly customerId: string,
  ) {}

  /** @returns how many jobs still wait */
  async workOff(limit = Number.POSITIVE_INFINITY): Promise<number> {
    const tries = new Map<string, number>();
    for (let count = 0; count < limit; count += 1) {
      const waiting = await this.read();
      const open = waiting.filter((row) => (tries.get(row.id) ?? 0) < TRIES);
      if (open.length === 0) return waiting.length;
      const row = this.chance.pick(open);
      tries.set(row.id, (tries.get(row.id) ?? 0) + 1);
      await this.run(row);
    }
    return 1;
  }

  /** What is due. A process that died in an earlier life may still promise something when its last call ends: that is not ours. */
  private async read(): Promise<Row[]> {
    return await db.$queryRaw<Row[]>`
      SELECT id, name, data FROM pgboss.job WHERE state IN ('created', 'retry') AND start_after <= now()
        AND COALESCE(data->>'customerId', ${this.customerId}) = ${this.customerId}
      ORDER BY name, singleton_key, created_on`;
  }

  /** The waits of promised jobs are over. */
  async endWaits(): Promise<void> {
    await db.$executeRaw`UPDATE pgboss.job SET start_after = now() WHERE start_after > now()`;
  }

  private async run(row: Row): Promise<void> {
    const job = workerJobs.find((one) => one.spec.name === row.name);
    if (!job) throw new Error(`nobody works on ${row.name}`);
    await db.$executeRaw`UPDATE pgboss.job SET state = 'active' WHERE id = ${row.id}::uuid`;
    const died = new Promise<"died">((resolve) => {
      this.weather.onDeath = () => resolve("died");
    });
    const work = job.run(job.spec.payload.parse(row.data ?? {}) as never).then(
      () => "done" as const,
      (error: unknown) => error,
    );
    const outcome = await Promise.race([work, died]);
    this.weather.onDeath = undefined;
    if (outcome === "done") {
      this.done += 1;
      await db.$executeRaw`DELETE FROM pgboss.job WHERE id = ${row.id}::uuid`;
      return;
    }
    // A vendor that said "too many" is left alone for seconds; here nobody waits.
    await db.$executeRaw`DELETE FROM rate_paces`;
    this.left.push(`${row.name}: ${outcome instanceof Error ? outcome.message : String(outcome)}`);
    await putBack(row.id);
  }
}

/** Of one key only one waits for its retry. */
async function putBack(id: string): Promise<void> {
  await db.$executeRaw`
    UPDATE pgboss.job AS own SET state = 'retry' WHERE id = ${id}::uuid AND NOT EXISTS (
      SELECT 1 FROM pgboss.job WHERE name = own.name AND singleton_key = own.singleton_key AND state = 'retry')`;
  await db.$executeRaw`DELETE FROM pgboss.job WHERE id = ${id}::uuid AND state = 'active'`;
}
