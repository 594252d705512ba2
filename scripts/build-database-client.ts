import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const NAME = "einzug-database-client";
/** Loads the package. Turbopack leaves a package alone only if a file of the project names it. */
const LOADER = "lib/core/prisma/built.cjs";

/**
 * A part of `npm run build`: bundles the generated database client as a package of its own in `node_modules`, which the
 * build of the pages leaves alone. Turbopack would write a copy of 0.5 MB into the chunks of each route (docs/decisions/095).
 *
 * @returns the variables from which next.config.mjs reads the package's name and the file that loads it
 */
export async function buildDatabaseClient(): Promise<Record<string, string>> {
  const folder = join("node_modules", NAME);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: NAME, version: "1.0.0", main: "index.js" }));
  await build({
    entryPoints: ["lib/core/prisma/client.ts"],
    outfile: join(folder, "index.js"),
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    packages: "external",
    define: { "import.meta.url": "here" },
    banner: { js: 'const here = require("node:url").pathToFileURL(__filename).href;' },
    logLevel: "warning",
  });
  writeFileSync(LOADER, `module.exports = require("${NAME}");\n`);
  return { EINZUG_DATABASE_CLIENT: NAME, EINZUG_DATABASE_CLIENT_LOADER: `./${LOADER}` };
}
