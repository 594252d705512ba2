import { dirname } from "node:path";
import { layerOf } from "./layers";

/** Most files in a folder of lib, and at the root of a domain; tests count. */
const MAX_FILES = 12;
const MAX_FILES_OF_DOMAIN = 6;

/** Returns the folders of lib with too many files: a topic with several files is a folder of its own. */
export function folderProblems(files: string[]): string[] {
  const counts = new Map<string, number>();
  for (const folder of files.filter((file) => file.startsWith("lib/")).map(dirname))
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]) => {
    const isRoot = folder.split("/").length === 2 && layerOf(`${folder}/`)?.name === "domain";
    const most = isRoot ? MAX_FILES_OF_DOMAIN : MAX_FILES;
    return count > most ? [`${folder}: ${count} files, at most ${most}; make folders of its topics`] : [];
  });
}
