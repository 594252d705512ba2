import type { Chance } from "../chance";
import { RECEIVERS } from "./receivers";
import { APP_URL, type Hook, type SimulatedWorld } from "./world";

const FATES = ["lost", "late", "twice", "changed"] as const;
type Fate = "due" | (typeof FATES)[number];
/**
 * Share of webhooks that are not delivered properly: while disorder is injected, and in each run as a constant
 * background.
 */
const DISORDER = 0.4;
const USUAL_DISORDERS = [0, DISORDER / 2, DISORDER] as const;

/**
 * Delivers webhooks from the twins to the product, and loses, delays, repeats or alters some. The product must not
 * depend on any.
 */
export class WebhookPost {
  private readonly packs = new Map<string, Fate[]>();
  /** To be delivered later, after webhooks of later events. */
  private late: Hook[] = [];
  private readonly usualDisorder: number;
  private disorder: number;
  /** How many webhooks each receiving route got, by kind of delivery: "/api/webhooks/gocardless late". */
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

  /** Raises the disorder from now on. */
  worsen(): void {
    this.disorder = DISORDER;
  }

  /** Resets the disorder to the background of this run. */
  calm(): void {
    this.disorder = this.usualDisorder;
  }

  /** Whether some webhooks are still to be delivered. */
  get isWaiting(): boolean {
    return this.late.length > 0;
  }

  /**
   * Delivers what left the twins to the product's own routes, with bytes and signatures unchanged.
   *
   * @returns how many webhooks were delivered
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

  /** Draws from a shuffled pack of all kinds, so that each kind comes equally often. */
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

/** Sends an altered webhook, which the product must refuse. The original is lost. */
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
