import { createHash } from "node:crypto";

/** A journey as Playwright lists it: its file, and the titles from the outermost group to its own. */
export interface Journey {
  file: string;
  titles: string[];
  tags: string[];
}

/** Told in both languages also in the gate: where the text itself is what the journey is about. */
const BOTH = "both";
/** Told by `npm run test:all` only: what it shows is proven at a lower tier, or it matters too seldom. */
const RARE = "rare";
const LANGUAGE = /\bin (?:en|de)(?:-GB|-DE)?\b/;

/**
 * The journeys of `npm test`. Most are written down once for each language, and the gate tells each of them in one: which one
 * follows from the titles, so that a journey keeps its language and half of them speak German. `npm run test:all` tells all.
 */
export function journeysOfGate(all: Journey[]): Journey[] {
  const told = new Map<string, Journey[]>();
  for (const journey of all) {
    if (journey.tags.includes(RARE)) continue;
    const path = [journey.file, ...journey.titles].join(" › ").replace(LANGUAGE, "");
    told.set(path, [...(told.get(path) ?? []), journey]);
  }
  return [...told].flatMap(([path, inLanguages]) => {
    if (inLanguages.some(({ tags }) => tags.includes(BOTH))) return inLanguages;
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

/** Every journey in the report that `playwright test --list --reporter=json` prints. */
export function journeysIn(report: string): Journey[] {
  const read = ({ file, title, specs = [], suites = [] }: Listed, outer: string[]): Journey[] => {
    // The outermost group is the file itself.
    const titles = title === file ? outer : [...outer, title];
    const own = specs.map((spec) => ({ file: spec.file, titles: [...titles, spec.title], tags: spec.tags }));
    return [...own, ...suites.flatMap((suite) => read(suite, titles))];
  };
  return (JSON.parse(report) as { suites: Listed[] }).suites.flatMap((suite) => read(suite, []));
}

/** The file that Playwright's `--test-list` takes. */
export function toTestList(journeys: Journey[]): string {
  return journeys.map(({ file, titles }) => [file, ...titles].join(" › ")).join("\n");
}
