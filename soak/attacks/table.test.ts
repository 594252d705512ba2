import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { weakenings } from "./table";
import { KINDS } from "./weakening";

/** The short form: `npm run soak -- attacks` weakens the product by each line of the table and runs the test it names. */
const read = (file: string) => readFileSync(file, "utf8");

test.each(weakenings)("$kind, $attack: the line that is weakened stands in the product once", (one) => {
  expect(read(one.file).split(one.search)).toHaveLength(2);
  expect(one.replace).not.toContain(one.search);
});

test.each(weakenings)("$kind, $attack: there is a test that has to catch it", ({ caughtBy: { tier, file, test } }) => {
  const folder = { unit: /^(lib|app|soak)\/.*\.test\.ts$/, db: /\.db\.test\.ts$/, contract: /\.contract\.test\.ts$/ };
  expect(file).toMatch(tier === "e2e" ? /^e2e\/.*\.spec\.ts$/ : folder[tier]);
  const text = read(file);
  // Of a test in a group the last words stand in the file as they are.
  expect(text.includes(test) || text.includes(test.replace(/^signing in /, ""))).toBe(true);
});

test("every kind of attack is tried", () => {
  const tried = new Set(weakenings.map(({ kind }) => kind));
  expect(KINDS.filter((kind) => !tried.has(kind))).toEqual([]);
});
