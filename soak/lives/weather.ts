import { type CallFault, Faults } from "../../sandbox/kit/faults";
import { Chance } from "../chance";

/**
 * Faults that cost no time, beside a few that do: a time-out is for the caller the same as an answer that is cut off (`malformed-json`: the
 * work is done) or a connection that is reset (it is not). Of the refusals one comes when the work is done (`status-504-after`).
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
 * An answer lost at a sign-in has turned the refresh token over: by the vendor's own rule the connection is gone for good. The
 * key of Lexware's webhooks is asked for by the web process alone, as often as the machine's clock says: what strikes there
 * would make a seed another life (`soak/calls` has it in its own).
 */
const SPARED = /oauth|token|webhookSignature/;
/** Of the faults those that are only a wait: three seconds each, so few of them, and drawn beside the rest. */
const SLOW_PART = 0.04;

/**
 * Calls of which a life has one or two, if any: at the part that others meet faults, thousands of lives would not meet
 * each kind of fault at each of them.
 */
const SELDOM = /\/actions\/cancel$|\/v1\/(contacts|profile|finance\/accounts)$/;
const SELDOM_KINDS: (CallFault | "death")[] = [...new Set(KINDS), "slow", "death", "death"];

export function isSpared(path: string): boolean {
  return SPARED.test(path);
}

/**
 * What goes wrong between the product and its vendors, drawn anew for every call. Beside faults a process may die: at a
 * call, before or after the vendor has done the work. The dead one never hears an answer, and never acts again.
 */
export class Weather extends Faults {
  /** Part of all calls that meet a fault, and at which the process dies. */
  faultPart = 0;
  deathPart = 0;
  /** The same for calls that are seldom, in whatever weather. */
  seldomPart = 0;
  faults = 0;
  deaths = 0;
  /** "provider METHOD /path", ids left out, and the same with the kind of fault that it has met. */
  readonly called = new Set<string>();
  readonly struck = new Set<string>();
  /** Addresses without a mailbox. */
  readonly bounces = new Set<string>();
  onDeath: (() => void) | undefined;
  private chance = new Chance(0);
  /** Of its own, so that a seed that once found something still meets the same faults, or a wait instead. */
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

/** Lexware's and DATEV's ids, GoCardless's, sevdesk's and DATEV's clients, Stripe's, and what Stripe lets its customer name. */
const IDS =
  /\/[0-9a-f-]{36}|\/[A-Z]{2,3}[0-9A-Z]{8,}|\/\d+(-\d+)?(?=\/|$)|\/[a-z]+(_[a-z]+)*_(?=[a-z]*[0-9A-Z])[0-9A-Za-z]{14,}|(?<=\/coupons)\/[^/]+/g;

/** A call without the ids in its path, so that the same call of another thing is the same. */
export function placeOf(provider: string, method: string, path: string): string {
  return `${provider} ${method} ${path.replace(IDS, "/:id")}`;
}
