import { ownPath } from "./imports";

/** Modules whose answer is not a function of the arguments. A rules file may import their types only. */
const IMPURE: Record<string, string> = {
  "lib/core/time/clock": "reads the clock; take the day or the time as an argument",
  "lib/core/telemetry/log": "writes the log; return what happened, and let the caller log it",
  "lib/core/env": "reads the environment; take the value as an argument",
  "lib/core/database/db": "reaches the database; take the rows as an argument",
  "lib/core/formats/ids": "makes a random id; take the id as an argument",
};
const IMPURE_CALL = /\bDate\.now\(\)|\bnew Date\(\)|\bMath\.random\b|\brandom(?:UUID|Bytes|Int)\b/;
/** Files of a domain that read, write or call. */
const IMPURE_FILE = /[/-](?:data|mutations|provider|loaders|actions|jobs|access)$/;

/**
 * Returns why a `rules` file is not pure, and why a `loaders` file does not leave its queries to `data`.
 *
 * @param code the file's text without comments
 */
export function purityProblems(file: string, code: string): string[] {
  if (/^lib\/.+\bloaders\.tsx?$/.test(file)) return loaderProblems(file, code);
  return /^lib\/.+\brules\.tsx?$/.test(file) ? rulesProblems(file, code) : [];
}

function loaderProblems(file: string, code: string): string[] {
  const paths = valueImports(file, code).filter((path) => path.startsWith("lib/core/database/"));
  return paths.map((path) => `imports ${path}; move the query into the data file of its topic, and call that`);
}

function rulesProblems(file: string, code: string): string[] {
  const imported = valueImports(file, code).flatMap((path) => {
    if (IMPURE[path]) return `imports ${path}, which ${IMPURE[path]}`;
    return IMPURE_FILE.test(path) ? `imports ${path}; move the pure part of that into a rules file` : [];
  });
  const call = IMPURE_CALL.exec(code)?.[0];
  return call ? [...imported, `uses ${call}; take the value as an argument`] : imported;
}

/** Returns the paths of our own modules from which a file imports or re-exports more than types. */
function valueImports(file: string, code: string): string[] {
  const named = code.matchAll(/^(?:import|export)\s+((?:type\s+)?[\w*{][^;"]*?)\bfrom\s+"([^"]+)"/gm);
  const bare = code.matchAll(/\bimport\s*\(?\s*"([^"]+)"/g);
  const targets = [
    ...[...named].flatMap(([, names = "", target = ""]) => (isOfTypes(names) ? [] : target)),
    ...[...bare].flatMap(([, target = ""]) => target),
  ];
  return targets.flatMap((target) => ownPath(file, target) ?? []);
}

/** True for `type A`, `type { A }` and `{ type A, type B }`. */
function isOfTypes(names: string): boolean {
  return /^type\b/.test(names) || /^\{(\s*type\s[^,}]+,?)+\s*\}\s*$/.test(names);
}
