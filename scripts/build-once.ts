import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./processes";

const SOURCES = [
  "app",
  "components",
  "lib",
  "messages",
  "prisma/schema",
  "middleware.ts",
  "instrumentation.ts",
  "worker.ts",
  "worker-jobs.ts",
  "scripts/build-worker.ts",
  "scripts/hint-chunks.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
const MARK = ".next/einzug-sources";
const WORKER = "dist/worker.js";

/**
 * Builds web process and worker unless `.next` and `dist` were built from the current sources. Returns whether it
 * built.
 */
export async function buildOnce(env: Record<string, string>): Promise<boolean> {
  const sources = hashOf(SOURCES);
  if (existsSync(WORKER) && existsSync(MARK) && readFileSync(MARK, "utf8") === sources) return false;
  await run(["node_modules/next/dist/bin/next", "build"], { ...env, NODE_ENV: "production" });
  for (const step of ["hint-chunks", "build-worker"]) await run(["--import", "tsx", `scripts/${step}.ts`], env);
  writeFileSync(MARK, sources);
  return true;
}

function hashOf(paths: string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) if (existsSync(path)) addTo(hash, path);
  return hash.digest("hex");
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  if (statSync(path).isFile()) {
    hash.update(path).update(readFileSync(path));
    return;
  }
  for (const name of readdirSync(path).sort()) addTo(hash, join(path, name));
}
