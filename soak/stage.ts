import { POST as gocardlessWebhook } from "@/app/api/webhooks/gocardless/route";
import { POST as lexofficeWebhook } from "@/app/api/webhooks/lexoffice/route";
import { now } from "@/lib/core/clock";
import { Chance } from "./chance";
import { JobLine } from "./job-line";
import type { JobTable } from "./job-table";
import type { Span } from "./story";
import type { SimulatedSupplier } from "./supplier";
import { APP_URL, type Hook, type SimulatedWorld } from "./world";

const RECEIVERS: Record<string, (request: Request) => Promise<Response>> = {
  "/api/webhooks/gocardless": gocardlessWebhook,
  "/api/webhooks/lexoffice": lexofficeWebhook,
};

const FATES = ["lost", "late", "twice", "changed"] as const;
type Fate = "due" | (typeof FATES)[number];
/** Part of the webhooks that do not come as they should, in worse times and, life by life, in all others. */
export const DISORDER = 0.4;
const USUAL_DISORDERS = [0, DISORDER / 2, DISORDER] as const;

async function send({ path, body, headers }: Hook): Promise<Response> {
  const receive = RECEIVERS[path];
  if (!receive) throw new Error(`nobody receives webhooks at ${path}`);
  return await receive(new Request(`${APP_URL}${path}`, { method: "POST", body, headers }));
}

/** A world, the product in it, and everything that may happen to a webhook on its way. */
export class Stage {
  readonly line: JobLine;
  days = 0;
  private readonly chance: Chance;
  private readonly packs = new Map<string, Fate[]>();
  /** Delivered late: after others that happened later. */
  private late: Hook[] = [];
  /** Part of the webhooks that get lost, come late, come again, or come changed: nothing may hang on them. */
  readonly usualDisorder: number;
  disorder: number;
  /** Of each route that receives webhooks, how many have met which fate: "/api/webhooks/gocardless late". */
  readonly fates: Record<string, number> = Object.fromEntries(
    Object.keys(RECEIVERS).flatMap((path) => ["due", ...FATES].map((fate) => [`${path} ${fate}`, 0])),
  );
  /** See `Story`. */
  readonly fairDays: Span[] = [];

  constructor(
    readonly world: SimulatedWorld,
    readonly supplier: SimulatedSupplier,
    private readonly table: JobTable,
    seed: number,
  ) {
    this.chance = new Chance(seed ^ 0x5eed);
    this.usualDisorder = this.chance.pick(USUAL_DISORDERS);
    this.disorder = this.usualDisorder;
    this.line = new JobLine(table, this.chance, world.weather, supplier.seeded.customerId);
  }

  /**
   * Brings what has left the twins to the product's own routes, bytes and signatures as they are.
   *
   * @returns how many webhooks that were
   */
  async deliver(): Promise<number> {
    const due = this.late.splice(0);
    for (const hook of await this.world.takeHooks()) {
      const fate: Fate = this.chance.hits(this.disorder) ? this.drawFate(hook) : "due";
      this.fates[`${hook.path} ${fate}`] = (this.fates[`${hook.path} ${fate}`] ?? 0) + 1;
      if (fate === "late") this.late.push(hook);
      if (fate === "due" || fate === "twice") due.push(hook);
      if (fate === "twice") this.late.push(hook);
      if (fate === "changed") await this.refuse({ ...hook, body: hook.body.replaceAll(/\d/g, "7") });
    }
    for (const hook of this.disorder > 0 ? this.chance.shuffle(due) : due) await this.receive(hook);
    return due.length;
  }

  /** As from a pack of cards: every fourth meets the same. */
  private drawFate({ path }: Hook): Fate {
    const pack = this.packs.get(path) ?? [];
    if (pack.length === 0) pack.push(...this.chance.shuffle(FATES));
    this.packs.set(path, pack);
    return pack.pop() as Fate;
  }

  private async receive(hook: Hook): Promise<void> {
    const response = await send(hook);
    if (response.status !== 202) throw new Error(`${hook.path} answered ${response.status}: ${await response.text()}`);
  }

  /** Somebody has changed it on its way: it is turned away, and the true one is lost. */
  private async refuse(hook: Hook): Promise<void> {
    const response = await send(hook);
    if (![401, 498].includes(response.status))
      throw new Error(`${hook.path} answered ${response.status} to what was changed on its way`);
  }

  /**
   * Days begin, one after the other: the banks work, and what they tell arrives.
   *
   * @returns whether anything has
   */
  async passDays(count: number): Promise<boolean> {
    this.days += count;
    await this.world.passDays(count);
    return (await this.deliver()) > 0;
  }

  /** The worker's day: the night's jobs and one hourly check are due, and whatever was promised for later. */
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
    await this.supplier.promiseNightly();
    await this.supplier.promiseHourly();
  }

  async work(limit?: number): Promise<number> {
    await this.deliver();
    return await this.line.workOff(limit);
  }

  /** Until nothing is left to do; what arrives meanwhile belongs to it. */
  async settle(): Promise<void> {
    const day = this.begin();
    await this.promiseDay();
    for (let round = 0; round < 8; round += 1) {
      if (round > 0) await this.supplier.promiseHourly();
      const left = await this.work();
      const { size } = new Set(this.line.left);
      if (left === 0 && this.late.length === 0) return this.noteFairDay(day);
      if (round === 7)
        throw new Error(`${left} jobs never end; ${size} kinds of errors, last ${this.line.left.at(-1)}`);
    }
  }
}
