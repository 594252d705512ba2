import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputOf } from "../../bench/compare-rows";

const MIGRATIONS = "prisma/migrations/";

/** A commit with its build, in a worktree of its own. */
export interface Before {
  commit: string;
  folder: string;
  /** The migrations that this checkout has, and the commit has not. */
  missing: string[];
}

/**
 * Builds a commit in a worktree below the system's temporary folder, which remains for the next run.
 *
 * @param given the commit; by default the last one without the newest migration
 * @throws Error if the commit has all migrations of this checkout, or if it cannot be built
 */
export async function buildBefore(given?: string): Promise<Before> {
  const commit = git("rev-parse", `${given ?? lastWithoutNewest()}^{commit}`);
  const known = migrationsOf(commit);
  const missing = migrationsOf("HEAD").filter((name) => !known.includes(name));
  if (missing.length === 0) throw new Error(`${commit} has every migration of this checkout: nothing is migrated`);
  const folder = join(tmpdir(), `einzug-build-${commit.slice(0, 12)}`);
  if (!isBuilt(folder)) {
    console.log(`· building ${commit.slice(0, 8)} in ${folder} (remove it with git worktree remove --force)`);
    git("worktree", "prune");
    if (!existsSync(folder)) git("worktree", "add", "--detach", folder, commit);
    const output = [
      await outputOf({ folder }, ["ci", "--no-audit", "--no-fund"]),
      await outputOf({ folder }, ["run", "build"]),
    ];
    if (!isBuilt(folder)) throw new Error(`${commit} cannot be built:\n${output.join("\n").slice(-2_000)}`);
  }
  return { commit, folder, missing };
}

/** The build's last step writes this file. */
const isBuilt = (folder: string) => existsSync(join(folder, ".next/einzug-sources"));

function lastWithoutNewest(): string {
  const newest = migrationsOf("HEAD").at(-1);
  const added = git("log", "-1", "--diff-filter=A", "--format=%H", "--", `${MIGRATIONS}${newest}`);
  return `${added}^`;
}

function migrationsOf(commit: string): string[] {
  const names = git("ls-tree", "--name-only", commit, MIGRATIONS).split("\n");
  return names.map((name) => name.slice(MIGRATIONS.length)).filter((name) => /^\d/.test(name));
}

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}
