import { Luck } from "./luck";
import { emptyReport, type FuzzReport, type FuzzTarget, fire, type Shot } from "./route-fuzz";
import { NASTY } from "./schema-values";

/** A server action of the build, with valid input. */
export interface FuzzedAction {
  id: string;
  name: string;
  /** A page that uses the action. */
  page: string;
  input: unknown;
}

/**
 * Calls each server action with mutated input. Server actions are routes without an API description, through which the
 * screens change data. From outside nobody can tell which input is allowed, so none has to be refused; but nothing may
 * break.
 */
export async function fuzzActions(
  target: FuzzTarget,
  actions: FuzzedAction[],
  { seed, rounds }: { seed: number; rounds: number },
): Promise<FuzzReport> {
  const [report, luck] = [emptyReport(), new Luck(seed)];
  for (const action of actions) {
    report.routes += 1;
    const shots = Array.from({ length: rounds }, () => shotAt(action, target, luck));
    // Each action gets its own session, because some actions end the session.
    await fire(target, report, shots, await target.cookies());
  }
  return report;
}

function shotAt({ id, page, input }: FuzzedAction, { app }: FuzzTarget, luck: Luck): Shot {
  const headers = { "next-action": id, origin: app, "content-type": "text/plain;charset=UTF-8" };
  const args = luck.of<unknown[]>([
    [bent(input, luck)],
    [bent(input, luck)],
    [bent(input, luck), input],
    [],
    [odd(luck)],
  ]);
  const body = luck.of([true, true, true, false]) ? JSON.stringify(args) : luck.of(REFERENCES);
  return { method: "POST", path: page, headers, body };
}

/**
 * React's encoding of values that JSON lacks, and references to values read before: cycles, and one value in many
 * places.
 */
const REFERENCES = [
  ...[
    '["$undefined"]',
    '["$NaN"]',
    '["$-0"]',
    '["$Infinity"]',
    '["$D2026-99-99"]',
    '["$n99999999999999999999"]',
    "[[[]]]",
  ],
  ...['[{"then":"$0"}]', '[{"id":"$0:0"}]', '[{"a":{"b":"$0"}}]', '[{"__proto__":"$0"}]', '[["$0","$0","$0"]]'],
];

/** Returns the input with one or two fields removed or replaced by values of another kind. */
function bent(input: unknown, luck: Luck): unknown {
  // Form data has no fields to mutate here.
  if (typeof input !== "object" || input === null || Object.keys(input).length === 0) return odd(luck);
  const copy = { ...(input as Record<string, unknown>) };
  for (const name of [luck.of(Object.keys(copy)), luck.of(Object.keys(copy))])
    if (luck.of([true, true, true, false])) copy[name] = odd(luck);
    else delete copy[name];
  return copy;
}

function odd(luck: Luck): unknown {
  const text = luck.of(NASTY);
  const big = Array.from({ length: 300 }, () => text.slice(0, 20));
  return luck.of<unknown>([text, text, null, -1, 1e300, true, [], {}, [text], { [text]: text }, big, { ids: [text] }]);
}
