import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { ALONE, JOURNEYS } from "../e2e/support/projects";

/**
 * `npm test`, and with `--all` `npm run test:all`: runs the parts one after the other and stops at the first that fails. At the
 * end it prints the seconds of each part and the ten slowest test files. With GATE_BUDGET_SECONDS a run that took longer fails,
 * too: whoever sets it knows the machine.
 */
interface Part {
  name: string;
  command: string[];
  env?: Record<string, string>;
}

const SLOWEST = 10;
const isAll = process.argv.includes("--all");
const folder = join(".data", "gate");
const vitestReport = join(folder, "vitest.json");
// One run of all of them: no worker waits for the end of another tier.
const TIERS = ["unit", "unit-apart", "components", "sandbox", "db", "db-apart", "contract", "contract-apart"];
const projects = [...TIERS, ...(isAll ? ["restores"] : [])];
const reports = ["--reporter=default", "--reporter=json", `--outputFile.json=${vitestReport}`];

const parts: Part[] = [
  { name: "check", command: ["npm", "run", "check"] },
  {
    name: projects.join(", "),
    command: ["npx", "vitest", "run", ...projects.flatMap((name) => ["--project", name]), ...reports],
  },
  {
    name: isAll ? "journeys in both languages" : "journeys",
    command: ["npm", "run", "test:e2e", ...(isAll ? ["--", "--all"] : [])],
    env: { JOURNEYS_REPORTS: folder },
  },
  ...(isAll ? [{ name: "crashes", command: ["npm", "run", "test:crashes"] }] : []),
];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const took: [name: string, seconds: number][] = [];
let failed: string | undefined;
for (const part of parts) {
  const startedAt = performance.now();
  if ((await exitCode(part)) !== 0) failed = part.name;
  took.push([part.name, (performance.now() - startedAt) / 1_000]);
  if (failed) break;
}
const whole = took.reduce((sum, [, seconds]) => sum + seconds, 0);
print("Parts", [...took, ["all", whole]]);
print("Slowest files", [...filesOfVitest(), ...filesOfJourneys()].sort((a, b) => b[1] - a[1]).slice(0, SLOWEST));
const budget = Number(process.env.GATE_BUDGET_SECONDS ?? Number.POSITIVE_INFINITY);
if (failed) console.error(`\nFailed: ${failed}`);
if (whole > budget) console.error(`\nThis took ${Math.round(whole)} s, and ${budget} s are allowed`);
process.exit(failed || whole > budget ? 1 : 0);

function exitCode({ command: [program = "", ...args], env }: Part): Promise<number> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: "inherit" });
  return new Promise((done) => child.once("exit", (code) => done(code ?? 1)));
}

function print(title: string, rows: [string, number][]): void {
  if (rows.length === 0) return;
  console.log(`\n${title}`);
  for (const [name, seconds] of rows) console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
}

/** Test files with their seconds, without those of loading what they import. */
function filesOfVitest(): [string, number][] {
  const report = read<{ testResults: { name: string; startTime: number; endTime: number }[] }>(vitestReport);
  return (report?.testResults ?? []).map(({ name, startTime, endTime }) => [
    relative(process.cwd(), name),
    (endTime - startTime) / 1_000,
  ]);
}

interface Suite {
  file: string;
  suites?: Suite[];
  specs?: { tests: { results: { duration: number }[] }[] }[];
}

function filesOfJourneys(): [string, number][] {
  const reports = [JOURNEYS, ALONE].map((project) => read<{ suites: Suite[] }>(join(folder, `${project}.json`)));
  const suites = reports.flatMap((report) => report?.suites ?? []);
  return suites.map((suite) => [join("e2e", suite.file), secondsOf(suite)]);
}

function secondsOf({ suites = [], specs = [] }: Suite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  const ownMs = own.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + secondsOf(suite), ownMs / 1_000);
}

/** A part that did not come to its end has left no report. */
function read<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : undefined;
}
