import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildDatabaseClient } from "./build-database-client";
import { run } from "./processes";

const SOURCES = [
  "app",
  "components",
  "lib",
  "messages",
  "prisma/schema",
  "middleware.ts",
  "instrumentation.ts",
  "web.ts",
  "worker.ts",
  "worker-jobs.ts",
  "e-invoice-reader.ts",
  "scripts/build-database-client.ts",
  "scripts/build-programs.ts",
  "scripts/hint-chunks.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
const MARK = ".next/einzug-sources";
const WORKER = "dist/worker.js";

/** A quick build does not minify, which saves a third of the work. */
type Thoroughness = "full" | "quick";

/**
 * Builds unless `.next` and `dist` were built from the current sources. A full build serves for a quick one, too.
 *
 * @returns whether it built
 */
export async function buildOnce(env: Record<string, string>, how: Thoroughness = "full"): Promise<boolean> {
  const sources = hashOf(SOURCES);
  const built = existsSync(WORKER) && existsSync(MARK) ? readFileSync(MARK, "utf8") : "";
  if (built === markOf(sources, "full") || built === markOf(sources, how)) return false;
  await build(env, how, sources);
  return true;
}

const markOf = (sources: string, how: Thoroughness) => (how === "full" ? sources : `${sources} ${how}`);

/**
 * Builds web process, worker and commands. The build is named by its sources, so that pages of one can be served by another
 * one of the same sources.
 */
export async function build(
  env: Record<string, string>,
  how: Thoroughness = "full",
  sources = hashOf(SOURCES),
): Promise<void> {
  // What Turbopack stores for the next build is a fifth of the work, and of no use to those who build once.
  const hasBuilt = existsSync(".next/BUILD_ID");
  const ofNext = {
    ...env,
    NODE_ENV: "production",
    EINZUG_BUILD_ID: sources.slice(0, 20),
    NEXT_TELEMETRY_DISABLED: "1",
    ...(await buildDatabaseClient()),
  };
  // First, because Turbopack reads `dist`, which the pages name, and fails if a file appears there meanwhile (Next.js 16.4.6).
  await run(["--import", "tsx", "scripts/build-programs.ts"], env);
  await run(["node_modules/next/dist/bin/next", "build"], {
    ...ofNext,
    EINZUG_BUILD_CACHE: hasBuilt ? "on" : "off",
    EINZUG_BUILD_MINIFY: how === "full" ? "on" : "off",
  });
  await run(["--import", "tsx", "scripts/hint-chunks.ts"], env);
  writeFileSync(MARK, markOf(sources, how));
}

function hashOf(paths: string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) if (existsSync(path)) addTo(hash, path);
  return hash.digest("hex");
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  // The client is generated from the schema, which is one of the sources.
  if (path === "lib/core/prisma") return;
  if (statSync(path).isFile()) {
    hash.update(path).update(readFileSync(path));
    return;
  }
  for (const name of readdirSync(path).sort()) addTo(hash, join(path, name));
}
