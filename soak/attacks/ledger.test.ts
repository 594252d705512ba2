import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The ledger of docs/security.md: what it points to is there, and its sums are its lines'. */
const text = readFileSync("docs/security.md", "utf8");
const lines = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| (.+?) \| (holds|no|n\/a) \| (.+) \|$/gm)].map(
  ([, number = "", level = "", what = "", verdict = "", by = ""]) => ({ number, level, what, verdict, by }),
);
const filesIn = (part: string) =>
  [...part.matchAll(/`([\w./[\]-]+)`/g)]
    .map(([, file = ""]) => file)
    .filter((file) => /^(\.|[\w-]+\/|[\w.-]+\.(mjs|json)$|Dockerfile)/.test(file));
const place = (number: string) => number.split(".").reduce((sum, part) => sum * 1_000 + Number(part), 0);

test("every line of the table is read, in the standard's order, each number once", () => {
  expect(lines).toHaveLength([...text.matchAll(/^\| \d+\.\d+\.\d+ \|/gm)].length);
  const places = lines.map(({ number }) => place(number));
  expect([...new Set(places)].sort((a, b) => a - b)).toEqual(places);
});

test.each(lines.filter(({ verdict }) => verdict === "holds"))("$number holds by something that is there", ({ by }) => {
  expect(filesIn(by).length).toBeGreaterThan(0);
});

test("every file that is named exists", () => {
  const files = filesIn(text).filter((file) => !file.startsWith("public/.well-known"));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test("the sums are right", () => {
  const sum = (verdict: string) => lines.filter((line) => line.verdict === verdict).length;
  expect(text.replaceAll("\n", " ")).toContain(
    `Of ${lines.length} lines ${sum("holds")} hold, ${sum("no")} do not, ${sum("n/a")} do not apply`,
  );
});
