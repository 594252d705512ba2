import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Tier, titleOf, type Weakening } from "./weakening";

/** Titles of tests, each with those of the groups it stands in. */
export interface TestRun {
  passed: string[];
  failed: string[];
}

/** A test that a weakening sends round in circles ends, too. */
const LIMIT_MS = { vitest: 300_000, journeys: 900_000 };
const PATIENCE_MS = 20_000;
const RESULT = "attack-result.json";

/** Has the tests that are named run in the copy, one file after the other. */
export async function runTests(folder: string, tier: Exclude<Tier, "e2e">, chosen: Weakening[]): Promise<TestRun> {
  const files = [...new Set(chosen.map(({ caughtBy }) => caughtBy.file))];
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project", tier, "--bail", "1", "--no-file-parallelism"];
  const output = await inCopy(
    folder,
    [...args, "-t", titlesOf(chosen), "--reporter", "json", "--outputFile", RESULT, ...files],
    {},
    LIMIT_MS.vitest,
  );
  interface Report {
    testResults: { assertionResults: { fullName: string; status: string }[] }[];
  }
  const report = readReport<Report>(folder, output);
  const all = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const of = (status: string) => all.filter((one) => one.status === status).map((one) => one.fullName);
  return { passed: of("passed"), failed: of("failed") };
}

interface Suite {
  suites?: Suite[];
  specs?: { title: string; ok: boolean }[];
}

/** All journeys of the files that are named, on a build of the copy. */
export async function runJourneys(folder: string, chosen: Weakening[]): Promise<TestRun> {
  const files = [...new Set(chosen.map(({ caughtBy }) => caughtBy.file))];
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, RESULT), PLAYWRIGHT_JSON_OUTPUT_NAME: RESULT };
  const args = ["--import", "tsx", "scripts/e2e.ts", ...files, "--reporter=json"];
  const output = await inCopy(folder, args, env, LIMIT_MS.journeys);
  const specsOf = ({ suites = [], specs = [] }: Suite): NonNullable<Suite["specs"]> => [
    ...specs,
    ...suites.flatMap(specsOf),
  ];
  const specs = specsOf(readReport<Suite>(folder, output));
  const of = (ok: boolean) => specs.filter((spec) => spec.ok === ok).map(({ title }) => title);
  return { passed: of(true), failed: of(false) };
}

const titlesOf = (chosen: Weakening[]) =>
  [...new Set(chosen.map(({ caughtBy }) => titleOf(caughtBy.test).source))].join("|");

function readReport<T>(folder: string, output: string): T {
  const path = join(folder, RESULT);
  if (!existsSync(path)) throw new Error(`The tests left no report:\n${output.slice(-4_000)}`);
  const report = JSON.parse(readFileSync(path, "utf8")) as T;
  rmSync(path);
  return report;
}

/** Runs a program of the copy to its end, whatever that is, and gives what it has said. */
async function inCopy(folder: string, args: string[], env: Record<string, string>, limitMs: number): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output = (output + String(chunk)).slice(-20_000);
    });
  const gentle = setTimeout(() => child.kill("SIGTERM"), limitMs);
  const hard = setTimeout(() => child.kill("SIGKILL"), limitMs + PATIENCE_MS);
  await new Promise((done) => child.once("close", done));
  clearTimeout(gentle);
  clearTimeout(hard);
  return output;
}
