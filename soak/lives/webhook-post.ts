import type { Chance } from "../chance";
import { RECEIVERS } from "./receivers";
import { APP_URL, type Hook, type SimulatedWorld } from "./world";

const FATES = ["lost", "late", "twice", "changed"] as const;
type Fate = "due" | (typeof FATES)[number];
/** Part of the webhooks that do not come as they should, in worse times and, life by life, in all others. */
const DISORDER = 0.4;
const USUAL_DISORDERS = [0, DISORDER / 2, DISORDER] as const;

/** Brings webhooks from the twins to the product, and everything may happen to them on their way: nothing may hang on them. */
export class WebhookPost {
  private readonly packs = new Map<string, Fate[]>();
  /** Delivered late: after others that happened later. */
  private late: Hook[] = [];
  private readonly usualDisorder: number;
  private disorder: number;
  /** Of each route that receives webhooks, how many have met which fate: "/api/webhooks/gocardless late". */
  readonly fates: Record<string, number> = Object.fromEntries(
    Object.keys(RECEIVERS).flatMap((path) => ["due", ...FATES].map((fate) => [`${path} ${fate}`, 0])),
  );

  constructor(
    private readonly world: SimulatedWorld,
    private readonly chance: Chance,
  ) {
    this.usualDisorder = chance.pick(USUAL_DISORDERS);
    this.disorder = this.usualDisorder;
  }

  /** From now on. */
  worsen(): void {
    this.disorder = DISORDER;
  }

  /** From now on it is as it mostly is in this life. */
  calm(): void {
    this.disorder = this.usualDisorder;
  }

  /** Whether some are still on their way. */
  get isWaiting(): boolean {
    return this.late.length > 0;
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
      if (fate === "changed") await refuse({ ...hook, body: hook.body.replaceAll(/\d/g, "7") });
    }
    for (const hook of this.disorder > 0 ? this.chance.shuffle(due) : due) await receive(hook);
    return due.length;
  }

  /** As from a pack of cards: every fourth meets the same. */
  private drawFate({ path }: Hook): Fate {
    const pack = this.packs.get(path) ?? [];
    if (pack.length === 0) pack.push(...this.chance.shuffle(FATES));
    this.packs.set(path, pack);
    return pack.pop() as Fate;
  }
}

async function receive(hook: Hook): Promise<void> {
  const response = await send(hook);
  if (response.status !== 202) throw new Error(`${hook.path} answered ${response.status}: ${await response.text()}`);
}

/** Somebody has changed it on its way: it is turned away, and the true one is lost. */
async function refuse(hook: Hook): Promise<void> {
  const response = await send(hook);
  if (![401, 498].includes(response.status))
    throw new Error(`${hook.path} answered ${response.status} to what was changed on its way`);
}

async function send({ path, body, headers }: Hook): Promise<Response> {
  const receiver = RECEIVERS[path];
  if (!receiver) throw new Error(`nobody receives webhooks at ${path}`);
  return await receiver.POST(new Request(`${APP_URL}${path}`, { method: "POST", body, headers }));
}
