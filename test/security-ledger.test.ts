import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The table of docs/security.md: its references exist, and its totals equal its lines. */
const text = readFileSync("docs/security.md", "utf8");
const lines = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| (.+?) \| (holds|no|n\/a) \| (.+) \|$/gm)].map(
  ([, number = "", level = "", what = "", verdict = "", by = ""]) => ({ number, level, what, verdict, by }),
);
const filesIn = (part: string) =>
  [...part.matchAll(/`([\w./[\]-]+)`/g)]
    .map(([, file = ""]) => file)
    .filter((file) => /^(\.|[\w-]+\/|[\w.-]+\.(mjs|json)$|Dockerfile)/.test(file));
const place = (number: string) => number.split(".").reduce((sum, part) => sum * 1_000 + Number(part), 0);

test("every line of the table is read, in the standard's order, with each number once", () => {
  expect(lines).toHaveLength([...text.matchAll(/^\| \d+\.\d+\.\d+ \|/gm)].length);
  const places = lines.map(({ number }) => place(number));
  expect([...new Set(places)].sort((a, b) => a - b)).toEqual(places);
});

/** Number of level 1 and 2 requirements per chapter of OWASP ASVS 5.0.0, so that a missing line is noticed. */
const CHAPTERS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];
const LEVELS = { 1: 70, 2: 183 };

test("the table has as many lines as the standard has requirements, by chapter and by level", () => {
  const startWith = (chapter: number) => lines.filter(({ number }) => number.startsWith(`${chapter}.`)).length;
  expect(CHAPTERS.map((_, i) => startWith(i + 1))).toEqual(CHAPTERS);
  for (const [level, count] of Object.entries(LEVELS))
    expect(lines.filter((line) => line.level === level)).toHaveLength(count);
});

test.each(lines.filter(({ verdict }) => verdict === "holds"))("$number names a file for its verdict", ({ by }) => {
  expect(filesIn(by).length).toBeGreaterThan(0);
});

test("every named file exists", () => {
  const files = filesIn(text).filter((file) => !file.startsWith("public/.well-known"));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

/** A proof that runs with `npm test`; all others are code, settings or pages that somebody must read. */
const isRun = (file: string) => /\.(test|spec)\.tsx?$|^soak\/[\w-]+\.ts$|^scripts\/check-[\w-]+\.ts$/.test(file);

test("the totals are right", () => {
  const sum = (verdict: string) => lines.filter((line) => line.verdict === verdict).length;
  const tested = lines.filter(({ verdict, by }) => verdict === "holds" && filesIn(by).some(isRun)).length;
  const told = /Of \d+ lines [^;]+;/.exec(text.replaceAll("\n", " "))?.[0];
  expect(told).toBe(
    `Of ${lines.length} lines ${sum("holds")} hold, ${tested} of them by a test and ${sum("holds") - tested} by the code, settings or pages that are named, ${sum("no")} do not, ${sum("n/a")} do not apply;`,
  );
});
