import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ALONE, JOURNEYS } from "../e2e/support/projects";
import type { Answer, Outcome } from "./warm-vitest";
import type { Weakening } from "./weakening";

const LIMIT_MS = 900_000;
const PATIENCE_MS = 20_000;

interface Suite {
  suites?: Suite[];
  specs?: { title: string; ok: boolean; tests: { results: { errors: { message?: string }[] }[] }[] }[];
}

/** Runs all journeys of the named files on a build of the copy. */
export async function runJourneys(folder: string, chosen: Weakening[]): Promise<Answer> {
  const files = [...new Set(chosen.map(({ noticedBy }) => noticedBy.file))];
  const reports = join(folder, "journeys");
  const output = await inCopy(folder, ["--import", "tsx", "scripts/e2e.ts", ...files], { JOURNEYS_REPORTS: reports });
  const paths = [JOURNEYS, ALONE].map((project) => join(reports, `${project}.json`)).filter(existsSync);
  if (paths.length === 0) throw new Error(`The journeys left no report:\n${output.slice(-4_000)}`);
  const outcomes = paths.flatMap((path) => outcomesOf(JSON.parse(readFileSync(path, "utf8")) as Suite));
  rmSync(reports, { recursive: true });
  return { outcomes, failures: [] };
}

function outcomesOf({ suites = [], specs = [] }: Suite): Outcome[] {
  const own = specs.map(({ title, ok, tests }) => {
    const errors = tests.flatMap(({ results }) => results).flatMap((result) => result.errors);
    // Playwright's report does not name an error's class; only its assertions name the matcher.
    const named = errors.map(({ message = "" }) => ({
      name: /expect\(|Expected:/.test(message) ? "AssertionError" : "Error",
      message: message.slice(0, 300),
    }));
    return { title, state: ok ? ("passed" as const) : ("failed" as const), errors: named };
  });
  return [...own, ...suites.flatMap(outcomesOf)];
}

/** Runs a program of the copy to its end, and returns the end of its output. */
async function inCopy(folder: string, args: string[], env: Record<string, string>): Promise<string> {
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
  const gentle = setTimeout(() => child.kill("SIGTERM"), LIMIT_MS);
  const hard = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS + PATIENCE_MS);
  await new Promise((done) => child.once("close", done));
  clearTimeout(gentle);
  clearTimeout(hard);
  return output;
}
