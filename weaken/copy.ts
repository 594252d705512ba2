import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Weakening } from "./weakening";

/** Caches that tools write while they run: a link would change the copied tree. */
const CACHES = [".vite", ".vite-temp", ".vitest", ".cache"];

/**
 * Copies the working tree to a new folder: every file that git does not ignore, the generated client and the packages.
 * The packages are hard links if the file system allows it, so that a copy takes seconds.
 */
export function copyOfTree(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "einzug-weakened-"));
  chmodSync(folder, 0o755);
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).toString();
  const files = [...new Set(listed.split("\0"))].filter((file) => file !== "" && existsSync(file));
  for (const file of [...files, "lib/core/prisma"]) cpSync(file, join(folder, file), { recursive: true });
  linkPackages(folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function linkPackages(folder: string): void {
  const target = join(folder, "node_modules");
  try {
    execFileSync("cp", ["-al", "node_modules", target], { stdio: "ignore" });
  } catch {
    rmSync(target, { recursive: true, force: true });
    execFileSync("cp", ["-a", "node_modules", target]);
  }
  for (const cache of CACHES) rmSync(join(target, cache), { recursive: true, force: true });
}

/**
 * Weakens the copy.
 *
 * @returns a function that restores the file
 * @throws Error if the text to be replaced does not occur exactly once
 */
export function weaken(folder: string, { name, file, search, replace }: Weakening): () => void {
  const path = join(folder, file);
  const honest = readFileSync(path, "utf8");
  if (honest.split(search).length !== 2)
    throw new Error(`${file}: the text to be weakened does not occur once (${name})`);
  writeFileSync(
    path,
    honest.replace(search, () => replace),
  );
  return () => writeFileSync(path, honest);
}

/**
 * Compiles the copy with the weakenings, as many at once as do not change the same text. A weakening that does not
 * compile proves nothing about the tests.
 *
 * @throws Error with the compiler's messages
 */
export function requireTypes(folder: string, chosen: Weakening[]): void {
  let waiting = chosen;
  while (waiting.length > 0) {
    const restores: (() => void)[] = [];
    const next: Weakening[] = [];
    for (const one of waiting) {
      const isFree = readFileSync(join(folder, one.file), "utf8").includes(one.search);
      if (isFree) restores.push(weaken(folder, one));
      else next.push(one);
    }
    if (next.length === waiting.length) throw new Error(`${next[0]?.file}: the text to be weakened does not occur`);
    try {
      execFileSync("node_modules/.bin/tsc", ["--noEmit", "-p", "tsconfig.check.json"], { cwd: folder });
    } catch (error) {
      throw new Error(`The compiler refuses a weakening:\n${(error as { stdout: Buffer }).stdout.toString()}`);
    } finally {
      for (const restore of restores.reverse()) restore();
    }
    waiting = next;
  }
}
