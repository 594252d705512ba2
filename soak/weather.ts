import { type CallFault, Faults } from "../sandbox/kit/faults";
import { Chance } from "./chance";

/**
 * Faults that cost no time: a time-out is for the caller the same as an answer that is cut off (`malformed-json`: the
 * work is done) or a connection that is reset (it is not).
 */
const KINDS: CallFault[] = [
  "reset",
  "malformed-json",
  "status-500",
  "status-502-html",
  "status-429",
  "malformed-json",
  "partial-page",
];
/** An answer lost there has turned the refresh token over: by the vendor's own rule the connection is gone for good. */
const SPARED = /oauth|token/;

/**
 * What goes wrong between the product and its vendors, drawn anew for every call. Beside faults a process may die: at a
 * call, before or after the vendor has done the work. The dead one never hears an answer, and never acts again.
 */
export class Weather extends Faults {
  /** Part of all calls that meet a fault, and at which the process dies. */
  faultPart = 0;
  deathPart = 0;
  faults = 0;
  deaths = 0;
  /** By "provider METHOD /path kind", ids left out. */
  readonly struck = new Map<string, number>();
  onDeath: (() => void) | undefined;
  private chance = new Chance(0);

  restart(seed: number): void {
    this.chance = new Chance(seed);
    this.calm();
    this.faults = 0;
    this.deaths = 0;
  }

  calm(): void {
    this.faultPart = 0;
    this.deathPart = 0;
  }

  override forCall(provider: string, method: string, path: string): CallFault | undefined {
    if (SPARED.test(path) || provider === "mail") return undefined;
    if (this.onDeath && this.chance.hits(this.deathPart)) {
      this.deaths += 1;
      this.onDeath();
      return this.note(provider, method, path, this.chance.hits(0.5) ? "timeout-after" : "timeout-before");
    }
    if (!this.chance.hits(this.faultPart)) return undefined;
    this.faults += 1;
    return this.note(provider, method, path, this.chance.pick(KINDS));
  }

  override forWebhook(): undefined {
    return undefined;
  }

  private note(provider: string, method: string, path: string, kind: CallFault): CallFault {
    const place = path.replace(/\/[0-9a-f-]{36}|\/[A-Z]{2,3}[0-9A-Z]{8,}/g, "/:id");
    const key = `${provider} ${method} ${place} ${kind}`;
    this.struck.set(key, (this.struck.get(key) ?? 0) + 1);
    return kind;
  }
}
