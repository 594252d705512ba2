import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import manifest from "../package.json" with { type: "json" };

/**
 * `npm run package`: collects what production needs from a build in `release/`, and nothing else: the build, the files of
 * packages that it reads, migrations and legal templates. Node.js alone runs it; nothing is installed or compiled there.
 */
interface Tracer {
  nodeFileTrace(entries: string[], options: { base: string; processCwd: string }): Promise<{ fileList: Set<string> }>;
}
// Next.js brings this package along without its types.
const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft") as Tracer;

const TO = "release";
const ROOT = resolve(".");
/** Files of a build of Next.js that only another build or a person reads. */
const OF_BUILDS_ONLY =
  /^\.next\/(cache|types|diagnostics|build|trace|trace-build|turbopack|lock)(\/|$)|^\.next\/.*\.(nft\.json|map)$/;
/** Files that a trace lists although production never loads them. */
const NEVER_LOADED = [
  // The compiler of a reader that was not built (lib/e-invoices/process), and programs that only a build of Next.js calls.
  /^node_modules\/(esbuild|@esbuild|typescript|@typescript|tsx|caniuse-lite)\//,
  // Other C libraries than Debian's.
  /^node_modules\/(@img|@node-rs)\/[^/]*musl/,
  // Font weights that PDF documents do not use (lib/core/pdf/font.ts).
  /^node_modules\/@expo-google-fonts\/inter\/(?!400Regular\/|600SemiBold\/|package\.json)/,
  // Next.js for development, and React's experiments, which next.config.mjs does not switch on.
  /^node_modules\/next\/dist\/compiled\/.*(\.dev\.js|\.development\.js|-experimental[./].*)$/,
  /^node_modules\/next\/dist\/(docs|next-devtools)\//,
  /^node_modules\/.*\.(map|d\.ts|d\.mts)$/,
];

const COMMANDS = {
  start: "node dist/web.js",
  worker: "node --enable-source-maps dist/worker.js",
  "db:deploy": "node dist/db-deploy.js",
  "after-restore": "node dist/after-restore.js",
  operators: "node dist/operators.js",
  "dead-letters": "node dist/dead-letters.js",
  datev: "node dist/datev.js",
  "e-invoices": "node dist/e-invoices.js",
  "keys:rotate": "node dist/rotate-keys.js",
};

if (!existsSync(".next/BUILD_ID") || !existsSync("dist/web.js")) {
  console.error("Run npm run build first.");
  process.exit(2);
}
rmSync(TO, { recursive: true, force: true });
mkdirSync(TO);
for (const folder of [".next", "dist", "prisma/migrations", "messages/legal"]) copyFolder(folder);
for (const file of [...tracesOfNext(), ...(await traceOf(programs()))]) copyFile(file);
const { name, version, license, type, engines } = manifest;
writeFileSync(
  join(TO, "package.json"),
  `${JSON.stringify({ name, version, private: true, license, type, engines, scripts: COMMANDS }, null, 2)}\n`,
);
console.log(`${TO}: ${Math.round(bytesOf(TO) / 1e6)} MB`);

/** Everything below a folder, except what only builds read. Links, which a build has instead of copies, stay links. */
function copyFolder(folder: string): void {
  const filter = (path: string) => !OF_BUILDS_ONLY.test(relative(ROOT, resolve(path)));
  cpSync(folder, join(TO, folder), { recursive: true, filter, verbatimSymlinks: true });
}

/** The files that Next.js' own traces name, for its server and for every page and route. */
function tracesOfNext(): string[] {
  const traces = readdirSync(".next", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".nft.json") && !file.startsWith("cache"))
    .filter((file) => file !== "next-minimal-server.js.nft.json")
    .map((file) => join(".next", file));
  const named = traces.flatMap((trace) => {
    const { files } = JSON.parse(readFileSync(trace, "utf8")) as { files: string[] };
    return files.map((file) => relative(ROOT, resolve(dirname(trace), file)));
  });
  return [...new Set(named)].filter((file) => file.startsWith("node_modules/"));
}

function programs(): string[] {
  return readdirSync("dist")
    .filter((file) => file.endsWith(".js"))
    .map((file) => join("dist", file));
}

/** The files of packages that programs load. */
async function traceOf(entries: string[]): Promise<string[]> {
  const { fileList } = await nodeFileTrace(entries, { base: ROOT, processCwd: ROOT });
  return [...fileList].filter((file) => file.startsWith("node_modules/"));
}

function copyFile(file: string): void {
  if (NEVER_LOADED.some((path) => path.test(file)) || !existsSync(file) || statSync(file).isDirectory()) return;
  const real = relative(ROOT, realpathSync(file));
  const to = join(TO, file);
  if (existsSync(to)) return;
  mkdirSync(dirname(to), { recursive: true });
  cpSync(real, to);
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
