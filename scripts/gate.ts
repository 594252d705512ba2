import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { ALONE, JOURNEYS } from "../e2e/support/projects";
import { buildOnce } from "./build-once";
import { TEST_LIST, writeTestList } from "./gate-journeys";

/**
 * `npm test`, and with `--all` `npm run test:all`: runs the parts and stops after the first that fails. The journeys that
 * move the calendar mostly wait, so they run in parallel with the tests below the browser, which compute. At the end it
 * prints the seconds of each part and the ten slowest test files. With GATE_BUDGET_SECONDS, a run that takes longer fails,
 * too; the limit depends on the machine.
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
const testList = join(folder, "journeys.txt");
// All tiers in one run, so that no worker waits for the end of another tier.
const TIERS = ["unit", "unit-apart", "components", "sandbox", "db", "db-apart", "contract", "contract-apart"];
const projects = [...TIERS, ...(isAll ? ["long"] : [])];
const reports = ["--reporter=default", "--reporter=json", `--outputFile.json=${vitestReport}`];

const journeys = (project: string): Part => ({
  name: `${project}${isAll ? ", in both languages" : ""}`,
  command: ["npm", "run", "test:e2e", "--", `--only=${project}`, ...(isAll ? ["--all"] : [])],
  env: { JOURNEYS_REPORTS: folder, ...(isAll ? {} : { [TEST_LIST]: testList }) },
});
const check: Part = { name: "check", command: ["npm", "run", "check"] };
const tests: Part = {
  name: projects.join(", "),
  command: ["npx", "vitest", "run", ...projects.flatMap((name) => ["--project", name]), ...reports],
};
const proofs = isAll ? ["crashes", "cluster"].map((name) => ({ name, command: ["npm", "run", `test:${name}`] })) : [];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const took: [name: string, seconds: number][] = [];
const startedAt = performance.now();
const seconds = (since = startedAt) => (performance.now() - since) / 1_000;
let failed: string | undefined;
await run(check);
// Alone: once, a build beside the tests failed.
if (!failed) await prepareJourneys();
if (!failed) {
  // Printed after the tests, so that the lines of both do not mix.
  const held: Buffer[] = [];
  await Promise.all([run(tests), run(journeys(ALONE), held)]);
  process.stdout.write(Buffer.concat(held));
}
for (const part of [journeys(JOURNEYS), ...proofs]) if (!failed) await run(part);
const whole = seconds();
print("Parts", [...took, ["all", whole]]);
print("Slowest files", [...filesOfVitest(), ...filesOfJourneys()].sort((a, b) => b[1] - a[1]).slice(0, SLOWEST));
const budget = Number(process.env.GATE_BUDGET_SECONDS ?? Number.POSITIVE_INFINITY);
if (failed) console.error(`\nFailed: ${failed}`);
if (whole > budget) console.error(`\nThis took ${Math.round(whole)} s, and ${budget} s are allowed`);
process.exit(failed || whole > budget ? 1 : 0);

async function prepareJourneys(): Promise<void> {
  const since = performance.now();
  try {
    await Promise.all([buildOnce({}), isAll ? undefined : writeTestList(testList)]);
  } catch (error) {
    console.error(error);
    failed ??= "build";
  }
  took.push(["build", seconds(since)]);
}

/** @param held collects the part's output; without it, output is printed at once */
async function run({ name, command: [program = "", ...args], env }: Part, held?: Buffer[]): Promise<void> {
  const since = performance.now();
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ["inherit", held ? "pipe" : "inherit", held ? "pipe" : "inherit"],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece: Buffer) => held?.push(piece));
  const code = await new Promise<number | null>((done) => child.once("close", done));
  took.push([name, seconds(since)]);
  if (code !== 0) failed ??= name;
}

function print(title: string, rows: [string, number][]): void {
  if (rows.length === 0) return;
  console.log(`\n${title}`);
  for (const [name, seconds] of rows) console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
}

/** Returns the test files with their seconds, without the time for loading imports. */
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

/** Reads a report; a part that did not finish has none. */
function read<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : undefined;
}
