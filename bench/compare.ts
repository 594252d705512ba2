import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { median } from "./two-samples";

/**
 * `npm run bench -- compare COMMIT [--rows NAME,…] [--runs N]`: builds COMMIT and this one's HEAD in temporary folders, as clean clones,
 * measures each row on both in turn, and prints the medians with their ratio.
 *
 * Rows about the product's work are measured by the benches of this commit on both sides: they, the twins and what starts a
 * stack are copied over the other commit, whose product and build stay its own. Ends with 1 if a row misses its target or
 * cannot be measured.
 */
interface Row {
  says: string;
  unit: string;
  /** The bound of ours divided by theirs; without one, of ours alone. */
  target: { most: number; of: "ratio" | "ours" } | { least: number; of: "ratio" | "ours" };
  measure: (side: Side) => Promise<number>;
}

interface Side {
  name: string;
  folder: string;
  isBuilt: boolean;
  /** The figures of a bench that several rows read, of the current run. */
  outputs: Map<string, string>;
}

/** Belongs to the measurement and not to the product. Each side keeps its own build. */
const OF_THE_BENCH = [
  ...["bench", "sandbox", "scripts/migrations", "scripts/past", "scripts/stack.ts", "scripts/demo-environment.ts"],
  ...[
    "scripts/processes.ts",
    "scripts/embedded-postgres.ts",
    "scripts/postgres-server.ts",
    "scripts/local-database.ts",
  ],
];
const PORTS = { PORT: process.env.PORT ?? "3400", SANDBOX_PORT: process.env.SANDBOX_PORT ?? "4400" };
const LIMIT_MS = 30 * 60_000;

const ROWS: Record<string, Row> = {
  statements: {
    says: "statements per collected invoice",
    unit: "",
    target: { most: 45, of: "ours" },
    measure: figure(["sync"], /statements per invoice\s+([\d.]+)/),
  },
  cpu: {
    says: "CPU time per collected invoice",
    unit: "ms",
    target: { most: 0.4, of: "ratio" },
    measure: figure(["sync"], /CPU per invoice\s+([\d.]+) ms/),
  },
  rate: {
    says: "invoices collected a second",
    unit: "/s",
    target: { least: 2.5, of: "ratio" },
    measure: figure(["sync"], /\(([\d.]+) invoices a second\)/),
  },
  pages: {
    says: "a list page, requests a second of a bare page",
    unit: "",
    target: { least: 0.6, of: "ours" },
    measure: figure(["pages", "rates"], /\/app\/invoices\s+([\d.]+) \(/),
  },
  memory: {
    says: "memory of worker and web after 1,000 invoices and 200 pages",
    unit: "MB",
    target: { most: 0.7, of: "ratio" },
    measure: figure(["memory"], /worker and web\s+([\d.]+) MB/),
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

/** Rows that need a clean clone, without the benches of this commit. */
const WHOLE = ["demo", "production"];

export async function compareWith(args: string[]): Promise<boolean> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { rows: { type: "string" }, runs: { type: "string", default: "5" } },
  });
  const [commit] = positionals;
  const names = values.rows?.split(",") ?? Object.keys(ROWS);
  const unknown = names.filter((name) => !ROWS[name]);
  if (!commit || unknown.length > 0) {
    console.error(`npm run bench -- compare COMMIT [--rows ${Object.keys(ROWS).join(",")}] [--runs 5]`);
    return false;
  }
  const root = mkdtempSync(join(tmpdir(), "einzug-compare-"));
  const sides = [cloneOf(commit, join(root, "before")), cloneOf("HEAD", join(root, "now"))];
  try {
    return await measureAll(sides, names, Number(values.runs));
  } finally {
    for (const { folder } of sides) execFileSync("git", ["worktree", "remove", "--force", folder]);
    rmSync(root, { recursive: true, force: true });
  }
}

async function measureAll(sides: Side[], names: string[], runs: number): Promise<boolean> {
  const found = new Map(names.map((name) => [name, sides.map((): number[] => [])]));
  // Clean clones come first: afterwards the benches of this commit lie over the other one.
  const whole = names.filter((name) => WHOLE.includes(name));
  const benched = names.filter((name) => !whole.includes(name));
  for (const part of [whole, benched]) {
    if (part === benched && benched.length > 0) for (const side of sides.slice(0, 1)) layBench(side);
    for (let run = 1; run <= (part.length > 0 ? runs : 0); run += 1)
      for (const [index, side] of sides.entries()) {
        side.outputs.clear();
        for (const name of part) {
          const value = await (ROWS[name] as Row).measure(side).catch((error: unknown) => failed(side, name, error));
          found.get(name)?.[index]?.push(value);
          console.log(`· run ${run} of ${runs}, ${side.name}, ${name}: ${value.toFixed(2)}`);
        }
      }
  }
  return report(found);
}

function report(found: Map<string, number[][]>): boolean {
  console.log("\n| what | before | now | ratio | target | |\n|---|---|---|---|---|---|");
  let holds = true;
  for (const [name, [before = [], now = []]] of found) {
    const { says, unit, target } = ROWS[name] as Row;
    const [old, own] = [median(before), median(now)];
    const judged = target.of === "ratio" ? own / old : own;
    const isMet = "most" in target ? judged <= target.most : judged >= target.least;
    holds &&= isMet;
    const bound = "most" in target ? `at most ${target.most}` : `at least ${target.least}`;
    const cells = [says, `${old.toFixed(2)} ${unit}`, `${own.toFixed(2)} ${unit}`, (own / old).toFixed(3)];
    console.log(
      `| ${cells.join(" | ")} | ${bound}${target.of === "ratio" ? " of it" : ""} | ${isMet ? "met" : "MISSED"} |`,
    );
  }
  console.log(`\n  ${holds ? "holds" : "BROKEN"}`);
  return holds;
}

function failed(side: Side, name: string, error: unknown): number {
  console.error(`! ${side.name}, ${name}: ${error instanceof Error ? error.message : error}`);
  return Number.NaN;
}

/** A clean clone of a commit, with its packages. */
function cloneOf(commit: string, folder: string): Side {
  console.log(`· clones ${commit}, and installs its packages`);
  execFileSync("git", ["worktree", "add", "--detach", folder, commit], { stdio: "ignore" });
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: folder,
    env: cleanEnvironment(folder),
    stdio: "ignore",
  });
  return { name: commit, folder, isBuilt: false, outputs: new Map() };
}

/** Replaces what measures, so that both sides are measured alike. The product and its build stay. */
function layBench({ folder }: Side): void {
  for (const path of OF_THE_BENCH) {
    rmSync(join(folder, path), { recursive: true, force: true });
    cpSync(path, join(folder, path), { recursive: true });
  }
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

/** Reads a figure from what a bench prints. Rows of one bench share a run. */
function figure(bench: string[], pattern: RegExp): Row["measure"] {
  return async (side) => {
    const key = bench.join(" ");
    const output = side.outputs.get(key) ?? (await outputOf(side, ["run", "bench", "--", ...bench]));
    side.outputs.set(key, output);
    const [, value] = pattern.exec(output) ?? [];
    if (value === undefined) throw new Error(`bench ${key} printed no such figure:\n${output.slice(-2_000)}`);
    return Number(value);
  };
}

async function outputOf({ folder }: Side, args: string[], isEnough = (_output: string) => false): Promise<string> {
  const child = spawn("npm", args, { cwd: folder, env: cleanEnvironment(folder), detached: true });
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
