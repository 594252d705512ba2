import { dirname, join, normalize } from "node:path";

/** Returns the paths of our own modules that a file imports or re-exports, without ending. */
export function importsOf(file: string, text: string): string[] {
  const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*"((?:@\/|\.{1,2}\/)[^"]+)"/g)];
  return targets.flatMap(([, target = ""]) => ownPath(file, target) ?? []);
}

/** Returns the path of an imported module of ours; undefined for a package. */
export function ownPath(file: string, target: string): string | undefined {
  if (target.startsWith("@/")) return target.slice(2);
  return target.startsWith(".") ? normalize(join(dirname(file), target)) : undefined;
}
