import { parseArgs } from "node:util";
import { type Figure, holds, type Proof, show } from "./figures";

/**
 * `npm run soak [-- proof …] [--seeds N] [--seed S] [--kills N] [--invoices N] [--only words]`: the long forms of the proofs that a
 * debit is made once and none is lost. Prints one table, and ends with 1 if a bound is broken.
 */
const proofs: Record<string, () => Promise<Proof>> = {
  simulation: async () => (await import("./simulations")).proveBySimulation,
  crashes: async () => (await import("./crashes")).proveByCrashes,
  attacks: async () => (await import("./attacks")).proveByAttacks,
};

const option = { type: "string" } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: option, seed: option, kills: option, invoices: option, only: option },
});
const chosen = positionals.length > 0 ? positionals : Object.keys(proofs);
const unknown = chosen.filter((name) => !(name in proofs));
if (unknown.length > 0) {
  console.error(`Which proof? ${unknown.join(", ")} is none of: ${Object.keys(proofs).join(", ")}`);
  process.exit(2);
}
const figures: Figure[] = [];
for (const name of chosen)
  figures.push(...((await (await proofs[name]?.())?.(values as Record<string, string>)) ?? []));
console.log(`\n${show(figures)}\n\n  ${figures.every(holds) ? "holds" : "BROKEN"}\n`);
process.exit(figures.every(holds) ? 0 : 1);
