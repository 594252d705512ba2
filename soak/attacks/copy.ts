import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Written by tools as they go: a link to it would reach into the tree that was copied. */
const CACHES = [".vite", ".vite-temp", ".vitest", ".cache"];

/**
 * The working tree in a folder of its own, with all that is not ignored, the generated client and the packages. These
 * are linked where the file system can, so that it takes seconds.
 */
export function copyOfTree(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "einzug-attacks-"));
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
