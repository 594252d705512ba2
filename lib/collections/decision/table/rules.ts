import type { Decision, DecisionInput } from "@/lib/collections/types";
import { phaseOf, planOf } from "./fact-rules";
import { TABLE } from "./row-rules";

/**
 * Returns what happens to an invoice now, and why. Pure and total: the same facts always give the same decision, and every
 * invoice has one. The first row of the table decides that holds and has an effect in the phase of the running collection.
 */
export function decide(facts: DecisionInput): Decision {
  const phase = phaseOf(facts.live);
  for (const { reason, effects, holds, explain } of TABLE) {
    const effect = effects[phase];
    if (!effect || !holds(facts)) continue;
    const { outcome, because } = effect;
    if (because) return { outcome, reason: because };
    const plan = outcome === "collect" || outcome === "replace" ? planOf(facts) : {};
    return { outcome, reason, ...explain?.(facts), ...plan };
  }
  throw new Error(`the decision table has no row for the phase ${phase}`);
}
