import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ALONE, JOURNEYS, READS_ALL } from "../e2e/support/projects";
import { PLAYWRIGHT, TEST_LIST, writeTestList } from "./gate-journeys";
import { assertFree } from "./processes";
import { startSpanFile } from "./span-file";
import { startStack } from "./stack";

/**
 * `npm run test:e2e [-- --all] [-- --only=journeys|alone] [-- playwright arguments]`: starts a new stack, runs the
 * journeys in a browser, and stops the stack. By default it runs the journeys of the gate (gate-journeys.ts), with
 * `--all` every journey in each language. Other arguments are passed to Playwright; named files or titles run
 * completely. Playwright's reports go to the folder JOURNEYS_REPORTS, if set.
 */
const args = process.argv.slice(2);
const isAll = args.includes("--all");
const projects = [JOURNEYS, ALONE].filter((project) => {
  const only = args.find((arg) => arg.startsWith("--only="));
  return !only || only === `--only=${project}`;
});
const given = args.filter((arg) => arg !== "--all" && !arg.startsWith("--only="));
const isGate = !isAll && given.every((arg) => arg.startsWith("--shard="));
const ports = { web: Number(process.env.E2E_PORT ?? 3200), desk: Number(process.env.E2E_SANDBOX_PORT ?? 4200) };
const [LINES_OF_ERROR, LINES_OF_SCREEN, COLUMNS] = [20, 60, 240];
const home = resolve(".data/e2e");
const dataDir = join(home, String(ports.web));

// Another run may be active here, and its files must not be deleted.
for (const port of Object.values(ports)) await assertFree(port);
rmSync(dataDir, { recursive: true, force: true });
const startedAt = performance.now();
const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10;

// As in production, because the logs are searched for secrets.
process.env.LOG_LEVEL ??= "info";
process.env.METRICS_TOKEN ??= randomBytes(24).toString("hex");
// Unique secrets, so that they can be searched for.
const passwords = { database: randomBytes(18).toString("hex"), mail: randomBytes(18).toString("hex") };
const collectorKey = randomBytes(18).toString("hex");
const collector = await startSpanFile(join(dataDir, "logs", "spans.log"), `Bearer ${collectorKey}`);
process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
process.env.OTEL_EXPORTER_OTLP_HEADERS = `authorization=Bearer%20${collectorKey}`;

let child: ReturnType<typeof spawn> | undefined;
const starting = startStack({
  ports,
  dataDir,
  data: "bare",
  databaseVariable: "E2E_DATABASE_URL",
  passwords,
  isInMemory: true,
  onStep: (step) => console.log(`· ${step}`),
});
let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    child?.kill("SIGTERM");
    void starting.then((stack) => stack.stop()).finally(() => process.exit(130));
  });
}

try {
  const [stack, chosen] = await Promise.all([starting, choose()]);
  console.log(`· the stack is ready after ${seconds()} s`);
  let code = 0;
  // Run one by one: if one depended on the other, Playwright would run all of it, whatever was selected.
  for (const project of projects) code ||= await runPlaywright(project, stack.env, chosen);
  code ||= await countMistakes();
  if (!isStopping) await stack.stop();
  console.log(`· journeys ended after ${seconds()} s`);
  if (code !== 0) printFailures();
  if (code !== 0)
    console.error(
      `Logs of web, worker and sandbox: ${join(dataDir, "logs")}; screenshots: test-results/ (E2E_TRACE=1 records traces)`,
    );
  if (!isStopping) process.exit(code);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(`Logs: ${join(dataDir, "logs")}`);
  process.exit(1);
}

/**
 * Prints calls of the product that a vendor's own file does not allow, and answers of a twin that violate it. Returns
 * the exit code.
 */
async function countMistakes(): Promise<number> {
  type Checked = Record<"stripe" | "sevdesk", { mistakes: string[] }>;
  const { stripe, sevdesk } = (await (await fetch(`http://127.0.0.1:${ports.desk}/state`)).json()) as Checked;
  for (const mistake of new Set(stripe.mistakes)) console.error(`! Stripe: ${mistake}`);
  for (const mistake of new Set(sevdesk.mistakes)) console.error(`! sevdesk: ${mistake}`);
  return stripe.mistakes.length + sevdesk.mistakes.length > 0 ? 1 : 0;
}

/**
 * Prints the errors of failed journeys and their screens: where only the end of this output is kept, nothing else shows
 * them.
 */
function printFailures(): void {
  for (const file of projects.flatMap(filesOfFailures)) {
    const [, details = ""] = readFileSync(file, "utf8").split("\n# Error details\n");
    // The screen follows its error, or has a section of its own.
    const [error = "", seen = ""] = (details.split("\n# Test source\n")[0] ?? "").split("```yaml\n");
    const screen = seen.split("\n");
    const main = screen.findIndex((line) => /^\s*- main\b/.test(line));
    const content = screen.slice(Math.max(0, main)).filter((line) => !line.includes("- /url:"));
    console.error(`! ${dirname(file)}`);
    printStart(error.split("\n"), LINES_OF_ERROR);
    printStart(content, LINES_OF_SCREEN);
  }
}

function filesOfFailures(project: string): string[] {
  const folder = join("test-results", project);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith("error-context.md")).map((file) => join(folder, file));
}

/** Lines are cut, because a searched text may be one long line. */
function printStart(lines: string[], count: number): void {
  const filled = lines.filter((line) => line.trim() && !line.startsWith("```"));
  for (const line of filled.slice(0, count)) console.error(line.slice(0, COLUMNS));
}

/** Returns Playwright's arguments. The gate has made its list already; else it is made while the stack starts. */
async function choose(): Promise<string[]> {
  if (!isGate) return given;
  const made = process.env[TEST_LIST];
  const file = made ?? join(dataDir, "journeys.txt");
  if (!made) await writeTestList(file);
  return ["--test-list", file, ...given];
}

async function runPlaywright(project: string, env: Record<string, string>, chosen: string[]): Promise<number> {
  const command = [...PLAYWRIGHT, `--project=${project}`, "--pass-with-no-tests", ...chosen];
  // The tests read rows with the product's own client, whose log lines would disturb the output.
  const childEnv = { ...process.env, ...env, LOG_LEVEL: "silent", EINZUG_PROCESS: "e2e", DATABASE_POOL_SIZE: "10" };
  // Without a limit the heaps of Playwright's workers grow to what the machine has. In the full run each has more to do.
  const heap = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --max-old-space-size=512`.trim() };
  if (isGate) Object.assign(childEnv, heap);
  // Named files are checked as thoroughly as all files together.
  if (!isGate) Object.assign(childEnv, { [READS_ALL]: "1" });
  const folder = process.env.JOURNEYS_REPORTS;
  if (folder) Object.assign(childEnv, { JOURNEYS_REPORT: join(folder, `${project}.json`) });
  const running = spawn(process.execPath, command, { env: childEnv, stdio: "inherit" });
  child = running;
  return await new Promise((done) => running.once("exit", (exit) => done(exit ?? 1)));
}
