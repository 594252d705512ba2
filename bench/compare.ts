import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { outputOf, ROWS, type Row, running, type Side } from "./compare-rows";
import { median } from "./two-samples";

/** Belongs to the measurement and not to the product. Each side keeps its own build. */
const OF_THE_BENCH = [
  ...["sandbox", "scripts/migrations", "scripts/past", "scripts/stack.ts", "scripts/demo-environment.ts"],
  ...[
    "scripts/processes.ts",
    "scripts/embedded-postgres.ts",
    "scripts/postgres-server.ts",
    "scripts/local-database.ts",
  ],
];
/** Prepares rows by functions of the product, whose names differ from commit to commit. */
const OF_THE_PRODUCT = ["sync-suppliers.ts", "owner.ts", "scale-rows.ts"];
/** Modules that benches import, with what commits had before they were moved. */
const MOVED = { "lib/core/database/db.ts": 'export * from "../db";\n' };
/** Rows that need a clean clone, without the benches of this commit. */
const WHOLE = ["demo", "production"];

/**
 * `npm run bench -- compare COMMIT [--rows NAME,…] [--runs N] [--suppliers N]`: builds COMMIT and this one's HEAD in
 * temporary folders, as clean clones, measures each row on both in turn, and prints the medians with their ratio.
 *
 * Rows about the product's work are measured by the benches of this commit on both sides: they, the twins and what starts a
 * stack are copied over the other commit, whose product and build stay its own; only what prepares rows by the product's own
 * code stays, too. With fewer suppliers than usual a run is short, and its figures say less. Ends with 1 if a row misses its
 * target or cannot be measured.
 */
export async function compareWith(args: string[]): Promise<boolean> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { rows: { type: "string" }, runs: { type: "string", default: "5" }, suppliers: { type: "string" } },
  });
  const [commit] = positionals;
  const names = values.rows?.split(",") ?? Object.keys(ROWS);
  const unknown = names.filter((name) => !ROWS[name]);
  if (!commit || unknown.length > 0) {
    console.error(`npm run bench -- compare COMMIT [--rows ${Object.keys(ROWS).join(",")}] [--runs 5] [--suppliers N]`);
    return false;
  }
  const root = mkdtempSync(join(tmpdir(), "einzug-compare-"));
  const folders = [join(root, "before"), join(root, "now")];
  const leaveNothing = () => {
    for (const child of running) endGroup(child);
    for (const folder of folders)
      if (existsSync(folder)) execFileSync("git", ["worktree", "remove", "--force", folder], { stdio: "ignore" });
    rmSync(root, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      leaveNothing();
      process.exit(1);
    });
  try {
    const sides: Side[] = [];
    for (const [index, name] of [commit, "HEAD"].entries())
      sides.push(await cloneOf(name, folders[index] as string, values.suppliers));
    return await measureAll(sides, names, Number(values.runs));
  } finally {
    leaveNothing();
  }
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // It has ended.
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
async function cloneOf(commit: string, folder: string, suppliers: string | undefined): Promise<Side> {
  console.log(`· clones ${commit}, and installs its packages`);
  execFileSync("git", ["worktree", "add", "--detach", folder, commit], { stdio: "ignore" });
  const side = { name: commit, folder, isBuilt: false, suppliers, outputs: new Map() };
  await outputOf(side, ["ci", "--no-audit", "--no-fund"]);
  return side;
}

/** Replaces what measures, so that both sides are measured alike. The product and its build stay. */
function layBench({ folder }: Side): void {
  const benches = readdirSync("bench").map((name) => join("bench", name));
  const isKept = (path: string) =>
    OF_THE_PRODUCT.some((name) => path === join("bench", name)) && existsSync(join(folder, path));
  for (const path of [...benches, ...OF_THE_BENCH].filter((one) => !isKept(one))) {
    rmSync(join(folder, path), { recursive: true, force: true });
    cpSync(path, join(folder, path), { recursive: true });
  }
  for (const [path, text] of Object.entries(MOVED)) {
    if (existsSync(join(folder, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
