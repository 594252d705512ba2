import { now } from "@/lib/core/time/clock";
import { Chance } from "../chance";
import type { Span } from "../oracle/story";
import { ACTS } from "./command";
import { JobLine } from "./job-line";
import type { JobTable } from "./job-table";
import type { SimulatedSupplier } from "./supplier";
import { WebhookPost } from "./webhook-post";
import type { SimulatedWorld } from "./world";

/** Runs the simulated world and the product in it, day by day. */
export class Stage {
  readonly line: JobLine;
  readonly post: WebhookPost;
  days = 0;
  /** See `Story`. */
  readonly fairDays: Span[] = [];
  /** See `Run`. */
  readonly acts: Record<string, number> = Object.fromEntries(ACTS.map((act) => [act, 0]));

  constructor(
    readonly world: SimulatedWorld,
    readonly supplier: SimulatedSupplier,
    private readonly table: JobTable,
    seed: number,
  ) {
    const chance = new Chance(seed ^ 0x5eed);
    this.post = new WebhookPost(world, chance);
    this.line = new JobLine(table, chance, world.weather, supplier.seeded.customerId);
  }

  /**
   * Lets days pass, one after the other: the banks work, and their webhooks arrive.
   *
   * @returns whether a webhook was delivered
   */
  async passDays(count: number): Promise<boolean> {
    this.days += count;
    await this.world.passDays(count);
    return (await this.post.deliver()) > 0;
  }

  /** Runs the worker's day: the nightly jobs, one hourly check, and the jobs that are due later. */
  async workDay(limit?: number): Promise<void> {
    const day = this.begin();
    await this.promiseDay();
    if ((await this.work(limit)) === 0) this.noteFairDay(day);
  }

  private begin() {
    const { faults, deaths } = this.world.weather;
    return { from: now().toISOString(), struck: faults + deaths };
  }

  private noteFairDay({ from, struck }: { from: string; struck: number }): void {
    const { faultPart, deathPart, faults, deaths } = this.world.weather;
    const isFair = faultPart + deathPart === 0 && faults + deaths === struck && this.supplier.dead.size === 0;
    if (isFair) this.fairDays.push({ from, to: now().toISOString() });
  }

  private async promiseDay(): Promise<void> {
    await this.table.endWaits();
    await this.supplier.enqueueNightly();
    await this.supplier.enqueueHourly();
  }

  async work(limit?: number): Promise<number> {
    await this.post.deliver();
    return await this.line.workOff(limit);
  }

  /** Works until nothing is left to do, including what arrives meanwhile. */
  async settle(): Promise<void> {
    const day = this.begin();
    await this.promiseDay();
    for (let round = 0; round < 8; round += 1) {
      if (round > 0) await this.supplier.enqueueHourly();
      const left = await this.work();
      const { size } = new Set(this.line.left);
      if (left === 0 && !this.post.isWaiting) return this.noteFairDay(day);
      if (round === 7)
        throw new Error(`${left} jobs never end; ${size} kinds of errors, last ${this.line.left.at(-1)}`);
    }
  }
}
