import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The second part of `npm run build`: scripts that every page runs as it comes to life (React and the router) ask V8 to
 * compile them whole while they arrive, beside the main thread. Left alone, it compiles each module in the moment that it
 * is run, and the page does not answer meanwhile (docs/decisions/031). Browsers that do not know the comment skip it.
 *
 * @see https://v8.dev/blog/explicit-compile-hints
 */
const HINT = "//# allFunctionsCalledOnLoad\n";
const BUILD = ".next";

const { rootMainFiles } = JSON.parse(readFileSync(join(BUILD, "build-manifest.json"), "utf8")) as {
  rootMainFiles: string[];
};
if (rootMainFiles.length === 0) throw new Error("the build names no scripts that every page runs");
for (const file of rootMainFiles) {
  const path = join(BUILD, file);
  const script = readFileSync(path, "utf8");
  if (!script.startsWith(HINT)) writeFileSync(path, HINT + script);
}
