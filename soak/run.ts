import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Proof, sumUp, type Tally } from "./tally";

/**
 * `npm run soak [-- proof …] [options]`: the long forms of the proofs. They prove that an invoice is collected once and
 * none is lost, that no input breaks anything, and that nobody sees another supplier's data. Prints one table and ends
 * with 1 if a bound is broken.
 *
 * Counts are appended to the file named by `--to` as soon as they are known. The table covers everything in this file,
 * so a long run may be made in parts. `npm run soak -- table --to FILE` runs nothing and treats the file as a whole
 * run. It also ends with 1 if a goal was missed or a column was not checked.
 */
const proofs: Record<string, () => Promise<Proof>> = {
  simulations: async () => (await import("./simulations")).proveBySimulations,
  crashes: async () => (await import("./crashes")).proveByCrashes,
  calls: async () => (await import("./calls")).proveByCalls,
  cluster: async () => (await import("./cluster")).proveByCluster,
  managed: async () => (await import("./managed")).proveOnManagedServer,
  rolling: async () => (await import("./rolling")).proveByRolling,
  restore: async () => (await import("./restores")).proveByRestores,
  surfaces: async () => (await import("./surfaces")).proveSurfaces,
};

// Proofs load the product's code, whose connections must not be taken for those of a web or a worker.
process.env.EINZUG_PROCESS ??= "soak";

const option = { type: "string" } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ to: option, minutes: option },
    ...{ from: option, count: option, beside: option, on: option },
    ...{ kills: option, invoices: option, seed: option },
    ...{ rounds: option, only: option },
    ...{ strikes: option, short: { type: "boolean" } as const, asynchronous: { type: "boolean" } as const },
    ...{ replicas: option },
  },
});
const chosen = positionals.length > 0 ? positionals.filter((name) => name !== "table") : Object.keys(proofs);
const unknown = chosen.filter((name) => !Object.hasOwn(proofs, name));
if (unknown.length > 0) {
  console.error(`Which proof? ${unknown.join(", ")} is none of: ${Object.keys(proofs).join(", ")}`);
  process.exit(2);
}

const { to } = values;
const tallies: Tally[] = to && existsSync(to) ? readRows(to) : [];
const keep = (tally: Tally) => {
  tallies.push(tally);
  if (to) appendFileSync(to, `${JSON.stringify(tally)}\n`);
};
const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
for (const name of chosen) await (await proofs[name]?.())?.(given, keep);
// Without selected proofs and options, this is a whole run.
const isWhole = positionals.length === 0 && Object.keys(values).every((name) => name === "to");
const { text, broken } = sumUp(tallies, isWhole || positionals.includes("table"));
console.log(`\n${text}\n\n  ${broken.length === 0 ? "holds" : `BROKEN\n    ${broken.join("\n    ")}`}\n`);
process.exit(broken.length === 0 ? 0 : 1);

function readRows(file: string): Tally[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Tally);
}
