import { type CallFault, Faults } from "../../sandbox/kit/faults";
import { Chance } from "../chance";

/**
 * Faults that cost no time. For the caller a timeout is the same as a cut answer (`malformed-json`: the work is done)
 * or a reset connection (it is not). One of the refusals comes after the work is done (`status-504-after`).
 */
const KINDS: CallFault[] = [
  "reset",
  "malformed-json",
  "status-500",
  "status-502-html",
  "status-504-after",
  "status-429",
  "malformed-json",
  "partial-page",
];
/**
 * Calls that meet no fault. A lost answer at a sign-in has already rotated the refresh token, and by the vendor's own
 * rule that ends the connection. Only the web process reads the key of Lexware's webhooks, by the machine's clock. With
 * a fault there, a seed would not replay the same run; `soak/calls` injects it.
 */
const SPARED = /oauth|token|webhookSignature/;
/** Share of faults that are only a wait of three seconds. Few, and drawn separately from the others. */
const SLOW_PART = 0.04;

/**
 * Calls that a run makes once or twice, if at all. At the usual share of faults, thousands of runs would not inject
 * every kind of fault into each.
 */
const SELDOM = /\/actions\/cancel$|\/v1\/(contacts|profile|finance\/accounts)$/;
const SELDOM_KINDS: (CallFault | "death")[] = [...new Set(KINDS), "slow", "death", "death"];

export function isSpared(path: string): boolean {
  return SPARED.test(path);
}

/**
 * Injects faults between the product and its vendors, drawn for every call. A process may also die at a call, before or
 * after the vendor did the work. A dead process never gets an answer and never acts again.
 */
export class Weather extends Faults {
  /** Share of all calls that meet a fault, and share at which the process dies. */
  faultPart = 0;
  deathPart = 0;
  /** Share of faults at rare calls, independent of the other two. */
  seldomPart = 0;
  faults = 0;
  deaths = 0;
  /** "provider METHOD /path" without ids, and the same with the kind of fault that was injected. */
  readonly called = new Set<string>();
  readonly struck = new Set<string>();
  /** Addresses without a mailbox. */
  readonly bounces = new Set<string>();
  onDeath: (() => void) | undefined;
  private chance = new Chance(0);
  /** A generator of its own, so that an old seed still meets the same faults, or a wait instead. */
  private waits = new Chance(0);
  private seldom = new Chance(0);

  restart(seed: number): void {
    this.chance = new Chance(seed);
    this.waits = new Chance(~seed);
    this.seldom = new Chance(seed ^ 0x5e1d);
    this.calm();
    this.faults = 0;
    this.deaths = 0;
    this.called.clear();
    this.struck.clear();
    this.bounces.clear();
  }

  calm(): void {
    this.faultPart = 0;
    this.deathPart = 0;
    this.seldomPart = 0;
  }

  override forCall(provider: string, method: string, path: string): CallFault | undefined {
    if (provider === "mail") return this.bounces.has(path.slice(1)) ? "status-502-html" : undefined;
    if (isSpared(path)) return undefined;
    const call = placeOf(provider, method, path);
    this.called.add(call);
    if (SELDOM.test(path) && this.seldom.hits(this.seldomPart)) {
      const kind = this.seldom.pick(SELDOM_KINDS);
      if (kind !== "death") return this.meet(call, kind);
      return this.onDeath ? this.die(call, this.onDeath, this.seldom) : undefined;
    }
    if (this.onDeath && this.chance.hits(this.deathPart)) return this.die(call, this.onDeath, this.chance);
    if (!this.chance.hits(this.faultPart)) return undefined;
    const kind = this.chance.pick(KINDS);
    return this.meet(call, this.waits.hits(SLOW_PART) ? "slow" : kind);
  }

  private die(call: string, die: () => void, chance: Chance): CallFault {
    this.deaths += 1;
    die();
    return this.note(call, chance.hits(0.5) ? "timeout-after" : "timeout-before");
  }

  private meet(call: string, kind: CallFault): CallFault {
    this.faults += 1;
    return this.note(call, kind);
  }

  override forWebhook(): undefined {
    return undefined;
  }

  private note(call: string, kind: CallFault): CallFault {
    this.struck.add(`${call} ${kind}`);
    return kind;
  }
}

/**
 * The forms of ids: Lexware's and DATEV's, GoCardless', sevdesk's and DATEV's clients, Stripe's, and coupon ids that a
 * Stripe customer chooses.
 */
const IDS =
  /\/[0-9a-f-]{36}|\/[A-Z]{2,3}[0-9A-Z]{8,}|\/\d+(-\d+)?(?=\/|$)|\/[a-z]+(_[a-z]+)*_(?=[a-z]*[0-9A-Z])[0-9A-Za-z]{14,}|(?<=\/coupons)\/[^/]+/g;

/** Returns a call without the ids in its path, so that calls on different objects count as the same. */
export function placeOf(provider: string, method: string, path: string): string {
  return `${provider} ${method} ${path.replace(IDS, "/:id")}`;
}
