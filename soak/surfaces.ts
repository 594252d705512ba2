import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import type { Proof, Tally } from "./tally";

const SPECS = ["e2e/route-fuzz.spec.ts", "e2e/tenant-matrix.spec.ts", "e2e/secrets.spec.ts"];
const ROUNDS = "30";

/** Runs the journeys that call everything the build serves; each hands over its counts (e2e/support/tally.ts). */
export const proveSurfaces: Proof = async ({ rounds = ROUNDS, seed = "1" }, keep) => {
  const report = resolve(".data/soak-surfaces.json");
  rmSync(report, { force: true });
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/e2e.ts", ...SPECS, "--reporter=list,json"], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, FUZZ_ROUNDS: rounds, FUZZ_SEED: seed },
    stdio: "inherit",
  });
  const code = await new Promise<number | null>((done) => child.once("exit", done));
  const handed = tallies(JSON.parse(readFileSync(report, "utf8")));
  for (const tally of handed) keep(tally);
  // A failed journey explains itself in the list; here it counts as broken, whatever it counted.
  keep({ "runs that broke off": code === 0 ? 0 : 1 });
};

/** Reads the counts from Playwright's report, a tree of suites with annotations at its leaves. */
function tallies(part: unknown): Tally[] {
  if (Array.isArray(part)) return part.flatMap(tallies);
  if (typeof part !== "object" || part === null) return [];
  const { type, description } = part as { type?: unknown; description?: unknown };
  if (type === "tally" && typeof description === "string") return [JSON.parse(description) as Tally];
  // The results of a test repeat its annotations.
  return Object.entries(part).flatMap(([name, inner]) => (name === "results" ? [] : tallies(inner)));
}
