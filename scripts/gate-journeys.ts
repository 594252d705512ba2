import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";

/** The variable with the path of a file that `writeTestList` has written. */
export const TEST_LIST = "JOURNEYS_LIST";
/** Playwright's command, run by this process' Node.js. */
export const PLAYWRIGHT = ["node_modules/@playwright/test/cli.js", "test"];

/** A journey as Playwright lists it: its file, and its titles from the outermost group inwards. */
export interface Journey {
  file: string;
  titles: string[];
  tags: string[];
}

/** Tag of journeys that only `npm run test:all` runs, because a lower tier proves the same or they matter rarely. */
const RARE = "rare";
const LANGUAGE = /\bin (?:en|de)(?:-GB|-DE)?\b/;

/**
 * Returns the journeys of `npm test`. Most exist once per language, and the gate runs each in one language. The titles
 * determine which, so that a journey keeps its language and half of all are German. `npm run test:all` runs all.
 */
export function journeysOfGate(all: Journey[]): Journey[] {
  const told = new Map<string, Journey[]>();
  for (const journey of all) {
    if (journey.tags.includes(RARE)) continue;
    const path = [journey.file, ...journey.titles].join(" › ").replace(LANGUAGE, "");
    told.set(path, [...(told.get(path) ?? []), journey]);
  }
  return [...told].flatMap(([path, inLanguages]) => {
    const [byte = 0] = createHash("sha256").update(path).digest();
    return inLanguages.slice(byte % inLanguages.length).slice(0, 1);
  });
}

interface Listed {
  file: string;
  title: string;
  specs?: { file: string; title: string; tags: string[] }[];
  suites?: Listed[];
}

/** Returns every journey in the report that `playwright test --list --reporter=json` prints. */
export function journeysIn(report: string): Journey[] {
  const read = ({ file, title, specs = [], suites = [] }: Listed, outer: string[]): Journey[] => {
    // The outermost group is the file itself.
    const titles = title === file ? outer : [...outer, title];
    const own = specs.map((spec) => ({ file: spec.file, titles: [...titles, spec.title], tags: spec.tags }));
    return [...own, ...suites.flatMap((suite) => read(suite, titles))];
  };
  return (JSON.parse(report) as { suites: Listed[] }).suites.flatMap((suite) => read(suite, []));
}

/** Writes the file for Playwright's `--test-list` that names the journeys of the gate. It takes seconds. */
export async function writeTestList(file: string): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, [...PLAYWRIGHT, "--list", "--reporter=json"], {
    // The test files need an address when they are loaded, but nothing is called.
    env: { ...process.env, APP_URL: "http://127.0.0.1" },
    maxBuffer: 64 * 2 ** 20,
  });
  await writeFile(file, toTestList(journeysOfGate(journeysIn(stdout))));
}

/** Returns the content of a file for Playwright's `--test-list`. */
export function toTestList(journeys: Journey[]): string {
  return journeys.map(({ file, titles }) => [file, ...titles].join(" › ")).join("\n");
}
