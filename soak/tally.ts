import { quantile } from "../bench/two-samples";
import { CALL_FAULTS } from "../sandbox/kit/faults";

interface Rule {
  /** The least that a whole run must reach; a part of a run may have less. */
  goal?: number;
  /** More than this breaks the guarantee. */
  atMost?: number;
  /** Whether a whole run is accepted without this column. */
  isIncidental?: boolean;
}

/** The columns of the table, in order. */
const COLUMNS = {
  seeds: { goal: 2_000 },
  "simulated days": {},
  kills: { goal: 200 },
  "invoices under kills": { goal: 200 },
  // A database cluster is not installed everywhere.
  "strikes at machines": { isIncidental: true },
  "invoices under strikes": { isIncidental: true },
  "slow failovers": { atMost: 0, isIncidental: true },
  "failovers with loss": { isIncidental: true },
  "losses told or adopted late": { atMost: 0, isIncidental: true },
  "payments without a row": { atMost: 0, isIncidental: true },
  "managed databases": { isIncidental: true },
  "managed databases that fail": { atMost: 0, isIncidental: true },
  "processes replaced": { isIncidental: true },
  "processes that did not end": { atMost: 0, isIncidental: true },
  "invoices under an update": { isIncidental: true },
  "actions of open tabs": { isIncidental: true },
  "failed actions": { atMost: 0, isIncidental: true },
  "pages that reloaded": { isIncidental: true },
  "reloads asked for": { isIncidental: true },
  "parts of pages missing": { atMost: 0, isIncidental: true },
  "answers under an update": { isIncidental: true },
  "answers of 5xx": { atMost: 0, isIncidental: true },
  "requests that failed": { atMost: 0, isIncidental: true },
  "connections beyond the formula": { atMost: 0, isIncidental: true },
  restores: { goal: 4 },
  "debits forgotten": { goal: 100 },
  "mails again after a restore": { isIncidental: true },
  "sign-ins lost": { isIncidental: true },
  "invoices simulated": {},
  payments: {},
  faults: {},
  "double collections": { atMost: 0 },
  "lost collections": { atMost: 0 },
  "wrong amounts or days": { atMost: 0 },
  "sums off": { atMost: 0 },
  "cents off": { atMost: 0 },
  "mails twice": { atMost: 0 },
  "webhooks received": { goal: 500 },
  "webhooks again, same id": { isIncidental: true },
  "webhooks lost": { atMost: 0 },
  "webhooks with two ids": { atMost: 0 },
  "runs that broke off": { atMost: 0 },
  "effects twice": { atMost: 0 },
  "calls gone wrong": { atMost: 0 },
  // The number depends on the build; fewer than usual means that the build was not read completely.
  "routes fuzzed": { goal: 220 },
  requests: {},
  "5xx": { atMost: 0 },
  "forbidden input taken": { atMost: 0 },
  "cells tested": { goal: 850 },
  leaks: { atMost: 0 },
  "canaries hidden": {},
  "canaries found": { atMost: 0 },
} satisfies Record<string, Rule>;

const RECOVERY_BOUND_S = 15;
/** With fewer recoveries the 99th percentile is the slowest one, which depends more on the machine. */
const RECOVERIES_JUDGED = 100;
/** How many unmet items are named; the rest are counted. */
const NAMED = 8;

export type Column = keyof typeof COLUMNS;

/** What a proof has counted. An absent column was not checked. */
export type Tally = Partial<Record<Column, number>> & {
  /** The crash that was provoked, and the seconds until everything worked again. */
  recoveries?: { crash: string; seconds: number }[];
  /**
   * Calls to vendors that were seen ("gocardless POST /payments"), and those with the kind of fault that was injected.
   */
  calls?: string[];
  struck?: string[];
  /** Number of webhooks by receiving route and kind of delivery: "/api/webhooks/gocardless late". */
  webhooks?: Record<string, number>;
  /** How often each kind of crash was provoked. */
  crashes?: Record<string, number>;
  /** How often people did each thing they can do, and how the invoices ended. */
  acts?: Record<string, number>;
  fates?: Record<string, number>;
  /** Steps at which a worker could be killed ("gocardless POST /payments, before"), and those at which one was. */
  steps?: string[];
  cut?: string[];
};

/** Runs for a long time and hands over its counts piece by piece, so that an abort loses only the last piece. */
export type Proof = (options: Partial<Record<string, string>>, keep: (tally: Tally) => void) => Promise<void>;

interface Line {
  name: string;
  value: string;
  note: string;
  isBroken?: boolean;
}

export interface Sum {
  text: string;
  /** Names of columns beyond their bound, of missed goals, and of columns that were not counted. */
  broken: string[];
}

/**
 * Returns one table of all counts. For a part of a run only the bounds must hold. A whole run must have counted every
 * column, reached every goal and provoked every kind of crash. It must also have killed a worker at every step that
 * writes at a vendor and injected every fault into every call. Every kind of webhook must have been delivered in every
 * way.
 */
export function sumUp(tallies: Tally[], isWhole = false): Sum {
  const parts = [countLines, crashLines, recoveryLines, stepLines, faultLines, webhookLines, actLines, fateLines];
  const lines = parts.flatMap((linesOf) => linesOf(tallies, isWhole));
  const width = Math.max(0, ...lines.map(({ name }) => name.length));
  const text = lines
    .map(({ name, value, note, isBroken }) =>
      `  ${name.padEnd(width)}  ${value.padStart(9)}  ${note}${isBroken ? "  BROKEN" : ""}`.trimEnd(),
    )
    .join("\n");
  const broken = lines.filter(({ isBroken }) => isBroken).map(({ name, value, note }) => `${name}: ${value}, ${note}`);
  return { text, broken: lines.length > 0 ? broken : ["nothing was counted"] };
}

function countLines(tallies: Tally[], isWhole: boolean): Line[] {
  return Object.entries<Rule>(COLUMNS).flatMap(([name, { goal, atMost, isIncidental }]) => {
    const counts = tallies.flatMap((tally) => tally[name as Column] ?? []);
    if (counts.length === 0) return isWhole && !isIncidental ? [unseen(name)] : [];
    const value = counts.reduce((sum, count) => sum + count, 0);
    const note = atMost === undefined ? (goal === undefined ? "" : `of ${goal}`) : `at most ${atMost}`;
    const isMissed = isWhole && goal !== undefined && value < goal;
    return [{ name, value: String(value), note, isBroken: isMissed || (atMost !== undefined && value > atMost) }];
  });
}

function unseen(name: string): Line {
  return { name, value: "-", note: "not looked at", isBroken: true };
}

function recoveryLines(tallies: Tally[], isWhole: boolean): Line[] {
  const all = tallies.flatMap(({ recoveries = [] }) => recoveries);
  if (all.length === 0) return isWhole ? [unseen("recovery, p99")] : [];
  const seconds = (part: number, crash?: string) =>
    quantile(
      all.flatMap((one) => (crash === undefined || one.crash === crash ? one.seconds : [])),
      part,
    );
  const shown = (value: number) => `${value.toFixed(1)} s`;
  const kinds = [...new Set(all.map(({ crash }) => crash))].sort();
  return [
    { name: "recovery, p50", value: shown(seconds(0.5)), note: "" },
    {
      name: "recovery, p99",
      value: shown(seconds(0.99)),
      note: `at most ${RECOVERY_BOUND_S} s`,
      isBroken: all.length >= RECOVERIES_JUDGED && seconds(0.99) > RECOVERY_BOUND_S,
    },
    ...kinds.map((crash) => ({
      name: `  ${crash}, p50`,
      value: shown(seconds(0.5, crash)),
      note: `p99 ${shown(seconds(0.99, crash))}, ${all.filter((one) => one.crash === crash).length} times`,
    })),
  ];
}

/** Steps that only read may be missed: nothing they do lasts. */
function stepLines(tallies: Tally[], isWhole: boolean): Line[] {
  const steps = [...new Set(tallies.flatMap((tally) => tally.steps ?? []))].sort();
  if (steps.length === 0) return isWhole ? [unseen("steps cut off")] : [];
  const cut = new Set(tallies.flatMap((tally) => tally.cut ?? []));
  const writing = steps.filter((step) => !step.includes(" GET "));
  const open = writing.filter((step) => !cut.has(step));
  const note = `of ${steps.length}, of those that write ${writing.length - open.length} of ${writing.length}`;
  const lines: Line[] = [
    { name: "steps cut off", value: String(cut.size), note, isBroken: isWhole && open.length > 0 },
  ];
  return [...lines, ...named(open)];
}

function named(open: string[]): Line[] {
  const lines = open.slice(0, NAMED).map((note): Line => ({ name: "  not met", value: "", note }));
  if (open.length > NAMED) lines.push({ name: "  not met", value: "", note: `and ${open.length - NAMED} more` });
  return lines;
}

/** Every kind of fault times every call to a vendor. Only the answer to a list call can lack its last rows. */
function faultLines(tallies: Tally[], isWhole: boolean): Line[] {
  const calls = [...new Set(tallies.flatMap((tally) => tally.calls ?? []))].sort();
  if (calls.length === 0) return isWhole ? [unseen("faults that met calls")] : [];
  const struck = new Set(tallies.flatMap((tally) => tally.struck ?? []));
  const pairs = calls.flatMap((call) =>
    CALL_FAULTS.filter((kind) => kind !== "partial-page" || call.includes(" GET ")).map((kind) => `${call} ${kind}`),
  );
  const open = pairs.filter((pair) => !struck.has(pair));
  const note = `of ${pairs.length} pairs with ${calls.length} calls`;
  const met = String(pairs.length - open.length);
  const lines: Line[] = [{ name: "faults that met calls", value: met, note, isBroken: isWhole && open.length > 0 }];
  return [...lines, ...named(open)];
}

/** Fails if a kind of crash is missing, for example because the machine cannot fill a disk. */
function crashLines(tallies: Tally[], isWhole: boolean): Line[] {
  return allMet(
    "crashes",
    "kinds",
    tallies.map(({ crashes = {} }) => crashes),
    isWhole,
  );
}

/** Webhooks of every vendor that sends some, in every kind of delivery. */
function webhookLines(tallies: Tally[], isWhole: boolean): Line[] {
  return allMet(
    "webhooks",
    "ways",
    tallies.map(({ webhooks = {} }) => webhooks),
    isWhole,
  );
}

/** Fails if people never did something they can do, for example because the product refused it each time. */
function actLines(tallies: Tally[], isWhole: boolean): Line[] {
  return allMet(
    "acts of people",
    "kinds",
    tallies.map(({ acts = {} }) => acts),
    isWhole,
  );
}

/** How the invoices ended: how many were collected, and why the others were not. */
function fateLines(tallies: Tally[]): Line[] {
  const fates = addUp(tallies.map((tally) => tally.fates ?? {}));
  return [...fates].map(([fate, count]) => ({ name: `  ended: ${fate}`, value: String(count), note: "" }));
}

function addUp(counts: Record<string, number>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [name, count] of counts.flatMap((one) => Object.entries(one)))
    sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
}

/** Fails a whole run if one of the kinds was never met. */
function allMet(name: string, what: string, counts: Record<string, number>[], isWhole: boolean): Line[] {
  const sums = addUp(counts);
  if (sums.size === 0) return isWhole ? [unseen(name)] : [];
  const open = [...sums].flatMap(([one, count]) => (count === 0 ? [one] : []));
  const value = String([...sums.values()].reduce((sum, count) => sum + count, 0));
  const note = `of ${sums.size - open.length} of ${sums.size} ${what}`;
  return [{ name, value, note, isBroken: isWhole && open.length > 0 }, ...named(open)];
}
