import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The last part of `npm run build`: marks scripts that every page runs at start (React and the router). V8 then
 * compiles them completely while they load, parallel to the main thread. Otherwise it compiles each module when it
 * runs, and the page does not respond meanwhile (docs/decisions/031). Browsers that do not support the comment ignore
 * it.
 *
 * @see https://v8.dev/blog/explicit-compile-hints
 */
const HINT = "//# allFunctionsCalledOnLoad\n";
const BUILD = ".next";

const { rootMainFiles } = JSON.parse(readFileSync(join(BUILD, "build-manifest.json"), "utf8")) as {
  rootMainFiles: string[];
};
if (rootMainFiles.length === 0) throw new Error("the build manifest has no rootMainFiles");
for (const file of rootMainFiles) {
  const path = join(BUILD, file);
  const script = readFileSync(path, "utf8");
  if (!script.startsWith(HINT)) writeFileSync(path, HINT + script);
}
