import { randomUUID } from "node:crypto";

/** Faults that can be injected into a call of the product. */
export const CALL_FAULTS = [
  "timeout-before", // nothing is done, the answer never arrives
  "timeout-after", // the work is done, the answer never arrives
  "status-500",
  "status-502-html",
  "status-504-after", // the work is done, but a gateway in front of the vendor timed out
  "status-429",
  "slow", // the right answer after a few seconds
  "reset", // the connection is cut before the work
  "malformed-json", // the work is done, the answer is truncated
  "partial-page", // the answer to a list lacks its last rows but reports no further page
] as const;
/**
 * The fault that changes an answer: the object whose id is `match.id` gets the fields of `fields`, which the vendor
 * does not document.
 */
export const FORM_FAULT = "unknown-form";
/** Faults that can be injected into a webhook that a twin sends. */
export const WEBHOOK_FAULTS = ["drop", "duplicate", "reorder", "delay", "wrong-signature"] as const;

export type CallFault = (typeof CALL_FAULTS)[number];
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number];

export interface FaultRule {
  id: string;
  provider: string;
  kind: CallFault | WebhookFault | typeof FORM_FAULT;
  /** `organisation` is the caller, by the vendor's own id; for webhooks it is unknown. */
  match: { method?: string; path?: string; id?: string; organisation?: string };
  /** For `unknown-form` only. */
  fields: Record<string, unknown>;
  /** How often the fault still applies; null until it is deleted. */
  timesLeft: number | null;
  /** Probability per call, 0 to 1; drawn from a seeded generator, so that a run can be repeated. */
  probability: number;
  seed: number;
}

export class FaultInput extends Error {}

/** The armed faults of all twins. They are in memory only, so a restart removes them. */
export class Faults {
  private readonly rules: (FaultRule & { draw: () => number })[] = [];

  /** @throws FaultInput if the body does not have the form that the control panel documents */
  add(body: unknown): FaultRule {
    const input = (body ?? {}) as Record<string, unknown>;
    const kinds: readonly string[] = [...CALL_FAULTS, ...WEBHOOK_FAULTS, FORM_FAULT];
    if (typeof input.provider !== "string") throw new FaultInput("provider is required");
    if (typeof input.kind !== "string" || !kinds.includes(input.kind))
      throw new FaultInput(`kind must be one of ${kinds.join(", ")}`);
    const times = input.times === undefined ? null : Number(input.times);
    const probability = input.probability === undefined ? 1 : Number(input.probability);
    if (times !== null && !(Number.isInteger(times) && times > 0))
      throw new FaultInput("times must be a positive whole number");
    if (!(probability > 0 && probability <= 1)) throw new FaultInput("probability must be above 0 and at most 1");
    const seed = Number(input.seed ?? 1);
    const rule = {
      id: randomUUID(),
      provider: input.provider,
      kind: input.kind as FaultRule["kind"],
      match: (input.match ?? {}) as FaultRule["match"],
      fields: (input.fields ?? {}) as FaultRule["fields"],
      timesLeft: times,
      probability,
      seed,
      draw: mulberry32(seed),
    };
    this.rules.push(rule);
    const { draw: _draw, ...shown } = rule;
    return shown;
  }

  clear(): void {
    this.rules.length = 0;
  }

  /** @returns false if there is no such fault any more */
  remove(id: string): boolean {
    const at = this.rules.findIndex((rule) => rule.id === id);
    if (at >= 0) this.rules.splice(at, 1);
    return at >= 0;
  }

  list(): FaultRule[] {
    return this.rules.map(({ draw: _draw, ...shown }) => shown);
  }

  /**
   * Returns the fault for this call, if any, and counts it down.
   *
   * @param organisation called only if a fault is for one organisation
   */
  forCall(provider: string, method: string, path: string, organisation?: () => string | undefined) {
    return this.strike(provider, method, path, CALL_FAULTS, organisation) as CallFault | undefined;
  }

  /** Returns an answer's body with the fields that form faults replace, at any depth. */
  bend(provider: string, path: string, body: unknown): unknown {
    const rules = this.rules.filter(
      ({ kind, match, ...rule }) =>
        kind === FORM_FAULT && rule.provider === provider && (!match.path || matchesPath(match.path, path)),
    );
    if (rules.length === 0 || typeof body !== "object" || body === null || Buffer.isBuffer(body)) return body;
    const text = JSON.stringify(body, (_key, value: unknown) => {
      const id = (value as { id?: unknown } | null)?.id;
      const struck = id === undefined ? [] : rules.filter(({ match }) => match.id === String(id));
      return struck.length > 0 ? Object.assign({}, value, ...struck.map(({ fields }) => fields)) : value;
    });
    return JSON.parse(text);
  }

  forWebhook(provider: string, path: string): WebhookFault | undefined {
    return this.strike(provider, "POST", path, WEBHOOK_FAULTS) as WebhookFault | undefined;
  }

  private strike(
    provider: string,
    method: string,
    path: string,
    kinds: readonly string[],
    organisation?: () => string | undefined,
  ): string | undefined {
    for (const rule of this.rules) {
      if (rule.provider !== provider || !kinds.includes(rule.kind) || rule.timesLeft === 0) continue;
      if (rule.match.method && rule.match.method.toUpperCase() !== method) continue;
      if (rule.match.path && !matchesPath(rule.match.path, path)) continue;
      if (rule.match.organisation && rule.match.organisation !== organisation?.()) continue;
      if (rule.draw() >= rule.probability) continue;
      if (rule.timesLeft !== null) rule.timesLeft -= 1;
      return rule.kind;
    }
    return undefined;
  }
}

/**
 * True if the pattern matches: `*` matches any run of characters; without `*`, the pattern may occur anywhere in the
 * path.
 */
function matchesPath(pattern: string, path: string): boolean {
  if (!pattern.includes("*")) return path.includes(pattern);
  const source = pattern
    .split("*")
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");
  return new RegExp(`^${source}$`).test(path);
}

/** Returns a small seeded generator (mulberry32), so that random faults are the same in every run. */
function mulberry32(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
