import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Entry } from "./table";

export interface Result {
  entry: Entry;
  seconds: number;
  /** Why no test noticed it; undefined if one did. */
  missed?: string;
}

export const REPORT = "docs/weakenings.md";
const HEAD = [
  "# Weakenings, and the tests that notice them",
  "",
  "`npm run weaken` makes one small fault at a time in a copy of the product, and runs the test of the gate that must notice it",
  "(decision 057). `npm run weaken -- --write` writes this table. The seconds are of a machine with two cores. Journeys share",
  "one build, so each row of them has the time of all.",
  "",
];

/** Returns the start of a row, by which a run of some weakenings finds and keeps the rows of the others. */
export const startOfRow = ({ topic, name }: Pick<Entry, "topic" | "name">) => `| ${topic} | ${cell(name)} |`;

const cell = (text: string) => text.replaceAll("|", "\\|");

function rowOf({ entry, seconds, missed }: Result): string {
  const { tier, file, test } = entry.noticedBy;
  const by = missed ? `nothing: ${cell(missed.split("\n")[0] ?? "")}` : `${tier}, \`${file}\`: ${cell(test)}`;
  return `${startOfRow(entry)} ${by} | ${seconds.toFixed(1)} |`;
}

/** Writes the rows of these results into the table, and removes rows of weakenings that no longer exist. */
export function writeReport(results: Result[], entries: Entry[]): void {
  const before = existsSync(REPORT) ? readFileSync(REPORT, "utf8").split("\n") : [];
  const rows = entries.flatMap((entry) => {
    const result = results.find((one) => one.entry === entry);
    return result ? rowOf(result) : before.filter((line) => line.startsWith(startOfRow(entry)));
  });
  const sums = sumsOf(entries);
  writeFileSync(
    REPORT,
    [...HEAD, ...sums, "", "| topic | weakening | noticed by | seconds |", "|---|---|---|---|", ...rows, ""].join("\n"),
  );
}

const TIERS = ["unit", "db", "contract", "e2e"] as const;

function sumsOf(entries: Entry[]): string[] {
  const topics = [...new Set(entries.map(({ topic }) => topic))];
  const countOf = (some: Entry[]) =>
    TIERS.map((tier) => some.filter(({ noticedBy }) => noticedBy.tier === tier).length);
  const line = (name: string, some: Entry[]) => `| ${name} | ${[...countOf(some), some.length].join(" | ")} |`;
  return [
    `| topic | ${TIERS.join(" | ")} | all |`,
    "|---|---|---|---|---|---|",
    ...topics.map((topic) =>
      line(
        topic,
        entries.filter((entry) => entry.topic === topic),
      ),
    ),
    line("all", entries),
  ];
}
