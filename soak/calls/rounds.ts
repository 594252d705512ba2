import { isDeepStrictEqual } from "node:util";
import { ProviderError, type ProviderErrorKind } from "@/lib/core/web/provider-error";
import { CALL_FAULTS, type CallFault } from "../../sandbox/kit/faults";
import type { Call } from "./faults";
import { nameOf, PATIENT_MS, type Scenario, type Step } from "./scenarios";
import type { CallWorld } from "./world";

/** Longest wait for an answer that will not come. */
const IMPATIENT_MS = 1_500;
/** No step may take longer, whatever the adapter or the vendor's client repeats. */
const LONGEST_MS = 30_000;

/** Errors with an unknown outcome: a write may have been executed, a read may be repeated. */
const UNKNOWN: ProviderErrorKind[] = ["network", "unavailable"];
/** The errors that may be reported for each fault. Only the rate limit proves that nothing was done. */
const MAY_SAY: Record<CallFault, ProviderErrorKind[]> = {
  "timeout-before": UNKNOWN,
  "timeout-after": UNKNOWN,
  reset: UNKNOWN,
  "malformed-json": UNKNOWN,
  "status-500": UNKNOWN,
  "status-502-html": UNKNOWN,
  "status-504-after": UNKNOWN,
  "status-429": ["rate_limited"],
  slow: [],
  "partial-page": UNKNOWN,
};
/** Faults after which the work is done but no answer arrives. */
const LOST: CallFault[] = ["timeout-after", "status-504-after", "malformed-json"];

export interface Finding {
  scenario: string;
  /** The call that met the fault, and the kind; empty if it failed without a fault. */
  place: string;
  text: string;
  isTwice: boolean;
}

export interface Proven {
  calls: string[];
  struck: string[];
  faults: number;
  findings: Finding[];
}

interface Attempt {
  answer?: unknown;
  error?: unknown;
}

/** Runs the scenario once without faults, then once for each call and each kind of fault selected for it. */
export async function prove(
  world: CallWorld,
  scenario: Scenario,
  isMeeting: (place: string, kind: CallFault) => boolean,
): Promise<Proven> {
  const proven: Proven = { calls: [], struck: [], faults: 0, findings: [] };
  try {
    await proveCalls(world, scenario, isMeeting, proven);
  } catch (error) {
    teller(scenario, "", proven)("broke off:", error instanceof Error ? error.stack : String(error));
  }
  return proven;
}

async function proveCalls(
  world: CallWorld,
  scenario: Scenario,
  isMeeting: (place: string, kind: CallFault) => boolean,
  proven: Proven,
): Promise<void> {
  const calls = await undisturbed(world, scenario, proven);
  proven.calls = [...new Set(calls.map(({ place }) => place))];
  for (const call of firstAndLast(calls))
    for (const kind of CALL_FAULTS)
      if (isPossible(call, kind) && isMeeting(call.place, kind))
        await disturbed(world, scenario, { call, kind }, proven);
}

/** Only the answer to a list call can lack its last rows. */
function isPossible({ place }: Call, kind: CallFault): boolean {
  return kind !== "partial-page" || place.includes(" GET ");
}

/** Of repeated calls in a row, returns only the first and the last. */
function firstAndLast(calls: Call[]): Call[] {
  return calls.filter(
    ({ place, turn }) => turn === 0 || turn === calls.filter((one) => one.place === place).length - 1,
  );
}

async function undisturbed(world: CallWorld, scenario: Scenario, proven: Proven): Promise<Call[]> {
  const tell = teller(scenario, "", proven);
  const step = await scenario.lay(world);
  const right = await rightOf(step);
  const watch = world.faults.watch(scenario.vendor);
  const first = await attempt(() => step.act(PATIENT_MS));
  world.faults.endWatch(scenario.vendor);
  tell("", wrongIn(first, right));
  if (!scenario.isSpent) tell("once more", wrongIn(await attempt(() => (step.again ?? step.act)(PATIENT_MS)), right));
  await countEffects(step, tell);
  return proven.findings.length > 0 ? [] : watch.calls;
}

async function disturbed(
  world: CallWorld,
  scenario: Scenario,
  { call, kind }: { call: Call; kind: CallFault },
  proven: Proven,
): Promise<void> {
  const tell = teller(scenario, `${call.place} ${kind}`, proven);
  const { vendor, mayBeShort, isSpent } = scenario;
  const step = await scenario.lay(world);
  const right = await rightOf(step);
  const watch = world.faults.watch(vendor, { call, kind });
  const first = await attempt(() => step.act(kind.startsWith("timeout") ? IMPATIENT_MS : PATIENT_MS));
  world.faults.endWatch(vendor);
  if (watch.waiting) return tell("", "the call was not made");
  proven.faults += 1;
  proven.struck.push(`${call.place} ${kind}`);
  const isShort = kind === "partial-page" && mayBeShort && !("error" in first);
  if (!isShort) tell("", wrongIn(first, right, MAY_SAY[kind]));
  // A step that answered must have taken effect completely; a failed one may have done part of it.
  await countEffects(step, tell, isShort || "error" in first);
  if (isSpent && !("error" in first)) return;
  const second = await attempt(() => (step.again ?? step.act)(PATIENT_MS));
  if (isSpent && LOST.includes(kind))
    tell("once more", isRefused(second) ? undefined : "was taken, though it is spent");
  else tell("once more", wrongIn(second, right));
  await countEffects(step, tell);
}

async function rightOf(step: Step): Promise<unknown> {
  return "right" in step ? step.right : await step.act(PATIENT_MS);
}

/**
 * Returns what is wrong with an outcome that should be this answer or an error of one of these kinds; undefined if
 * nothing is.
 */
function wrongIn({ answer, error }: Attempt, right: unknown, kinds: ProviderErrorKind[] = []): string | undefined {
  if (error === undefined)
    return isDeepStrictEqual(answer, right) ? undefined : `answered ${show(answer)} for ${show(right)}`;
  if (!(error instanceof ProviderError)) return `threw ${String(error)}`;
  return kinds.includes(error.kind) ? undefined : `said "${error.kind}": ${error.message}`;
}

function isRefused({ error }: Attempt): boolean {
  return error instanceof ProviderError && error.kind === "auth";
}

async function attempt(run: () => Promise<unknown>): Promise<Attempt> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no outcome after ${LONGEST_MS / 1_000} s`)), LONGEST_MS);
  });
  try {
    return { answer: await Promise.race([run(), limit]) };
  } catch (error) {
    return { error };
  } finally {
    clearTimeout(timer);
  }
}

type Tell = (when: string, text: string | undefined, isTwice?: boolean) => void;

function teller(scenario: Scenario, place: string, { findings }: Proven): Tell {
  return (when, text, isTwice = false) => {
    if (text)
      findings.push({ scenario: nameOf(scenario), place, text: [when, text].filter(Boolean).join(" "), isTwice });
  };
}

/** @param isUnderWay true while an effect may still be missing */
async function countEffects(step: Step, tell: Tell, isUnderWay = false): Promise<void> {
  const counts = (await step.effects?.()) ?? [];
  if (counts.some((count) => count > 1)) tell("", `stands at the vendor ${counts.join(", ")} times`, true);
  else if (!isUnderWay && counts.includes(0)) tell("", `does not stand at the vendor: ${counts.join(", ")}`);
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 200);
}
