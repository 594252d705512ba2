import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A row of the table that `bench -- compare` prints. */
export interface Row {
  says: string;
  unit: string;
  /** The bound of ours divided by theirs; without one, of ours alone. */
  target: { most: number; of: "ratio" | "ours" } | { least: number; of: "ratio" | "ours" };
  measure: (side: Side) => Promise<number>;
}

/** One of the two commits, in its folder. */
export interface Side {
  name: string;
  folder: string;
  isBuilt: boolean;
  /** How many suppliers a bench has; undefined for its usual number. */
  suppliers: string | undefined;
  /** The figures of a bench that several rows read, of the current run. */
  outputs: Map<string, string>;
}

const PORTS = { PORT: process.env.PORT ?? "3400", SANDBOX_PORT: process.env.SANDBOX_PORT ?? "4400" };
const LIMIT_MS = 30 * 60_000;

/** The process groups that are at work. */
export const running = new Set<number>();

export const ROWS: Record<string, Row> = {
  statements: {
    says: "statements per collected invoice",
    unit: "",
    target: { most: 45, of: "ours" },
    measure: figure("sync", /statements per invoice\s+([\d.]+)/),
  },
  cpu: {
    says: "CPU time per collected invoice",
    unit: "ms",
    target: { most: 0.4, of: "ratio" },
    measure: figure("sync", /CPU per invoice\s+([\d.]+) ms/),
  },
  rate: {
    says: "invoices collected a second",
    unit: "/s",
    target: { least: 2.5, of: "ratio" },
    measure: figure("sync", /\(([\d.]+) invoices a second\)/),
  },
  idle: {
    says: "database work of an idle installation with 1,000 connected suppliers, a minute",
    unit: "ms",
    target: { most: 0.3, of: "ratio" },
    measure: figure("idle", /database, idle, a minute\s+([\d.]+) ms/),
  },
  first: {
    says: "from connected to the first invoice",
    unit: "s",
    target: { most: 2, of: "ours" },
    measure: figure("first", /first invoice after\s+([\d.]+) s/),
  },
  pages: {
    says: "a list page, requests a second of a bare page",
    unit: "",
    target: { least: 0.6, of: "ours" },
    measure: figure("pages rates", /\/app\/invoices\s+([\d.]+) \(/),
  },
  memory: {
    says: "memory of worker and web after 1,000 invoices and 200 pages",
    unit: "MB",
    target: { most: 0.7, of: "ratio" },
    measure: figure("memory", /worker and web\s+([\d.]+) MB/),
  },
  production: {
    says: "what runs in production, with Node.js",
    unit: "MB",
    target: { most: 0.25, of: "ratio" },
    measure: measureProduction,
  },
  demo: {
    says: "npm run demo on a clean clone after npm ci",
    unit: "s",
    target: { most: 0.6, of: "ratio" },
    measure: measureDemo,
  },
};

/** Reads a figure from what a bench prints. Rows of one bench share a run. */
function figure(bench: string, pattern: RegExp): Row["measure"] {
  return async (side) => {
    const sizes = side.suppliers && ["sync", "memory", "idle", "first"].includes(bench) ? [side.suppliers] : [];
    const output =
      side.outputs.get(bench) ?? (await outputOf(side, ["run", "bench", "--", ...bench.split(" "), ...sizes]));
    side.outputs.set(bench, output);
    const [, value] = pattern.exec(output) ?? [];
    if (value === undefined) throw new Error(`bench ${bench} printed no such figure:\n${output.slice(-2_000)}`);
    return Number(value);
  };
}

/** Our own packages must not be found before those of the clone. */
function cleanEnvironment(folder: string): NodeJS.ProcessEnv {
  const path = (process.env.PATH ?? "").split(":").filter((part) => !part.includes("node_modules"));
  // Without NODE_ENV, which would decide what npm installs.
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== "NODE_ENV"));
  return {
    ...(environment as NodeJS.ProcessEnv),
    ...PORTS,
    PATH: [join(folder, "node_modules/.bin"), ...path].join(":"),
  };
}

export async function outputOf(
  { folder }: Pick<Side, "folder">,
  args: string[],
  isEnough = (_output: string) => false,
): Promise<string> {
  const child = spawn("npm", args, { cwd: folder, env: cleanEnvironment(folder), detached: true });
  if (child.pid) running.add(child.pid);
  let output = "";
  let isEnding = false;
  const timer = setTimeout(() => end("SIGKILL"), LIMIT_MS);
  const end = (signal: NodeJS.Signals) => child.pid && process.kill(-child.pid, signal);
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
    if (isEnding || !isEnough(output)) return;
    isEnding = true;
    end("SIGTERM");
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  await new Promise((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  if (child.pid) running.delete(child.pid);
  return output;
}

/** Measures from the command to the line that says the demo is ready. Nothing is built, and there is no data. */
async function measureDemo(side: Side): Promise<number> {
  for (const path of [".next", "dist", ".data"]) rmSync(join(side.folder, path), { recursive: true, force: true });
  const startedAt = performance.now();
  let seconds = Number.NaN;
  const output = await outputOf(side, ["run", "demo"], (text) => {
    if (!text.includes("is ready after")) return false;
    seconds = (performance.now() - startedAt) / 1_000;
    return true;
  });
  if (Number.isNaN(seconds)) throw new Error(`the demo did not start:\n${output.slice(-2_000)}`);
  side.isBuilt = true;
  return seconds;
}

/**
 * Measures the package; where a commit has none, its packages without those for development, its build, and its sources, as
 * its image holds them. Node.js counts on both sides.
 */
async function measureProduction(side: Side): Promise<number> {
  const { folder } = side;
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  if (!side.isBuilt || !existsSync(join(folder, ".next/BUILD_ID"))) await outputOf(side, ["run", "build"]);
  if (scripts.package) {
    await outputOf(side, ["run", "package"]);
    return (megabytes(join(folder, "release")) || Number.NaN) + statSync(process.execPath).size / 1e6;
  }
  const copy = mkdtempSync(join(tmpdir(), "einzug-production-"));
  try {
    execFileSync("git", ["-C", folder, "checkout-index", "--all", `--prefix=${copy}/`]);
    const env = cleanEnvironment(copy);
    execFileSync("npm", ["ci", "--omit=dev", "--no-audit", "--no-fund"], { cwd: copy, env, stdio: "ignore" });
    const built = [".next", "dist"].map((path) => megabytes(join(folder, path)));
    return megabytes(copy) + built.reduce((sum, size) => sum + size, 0) - megabytes(join(folder, ".next/cache"));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function megabytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size / 1e6, 0);
}
