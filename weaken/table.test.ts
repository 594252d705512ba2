import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startOfRow } from "./report";
import { attacks, type Entry, entries } from "./table";
import { KINDS } from "./weakening";

/** The short form: `npm run weaken` applies each entry to the product and runs the named test. */
const read = (file: string) => readFileSync(file, "utf8");

test("the text that each weakening replaces occurs in its file exactly once", () => {
  const wrong = entries.filter(({ file, search }) => !existsSync(file) || read(file).split(search).length !== 2);
  expect(wrong.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  expect(entries.filter(({ search, replace }) => replace === search)).toEqual([]);
});

const FOLDERS = {
  unit: /^(?!.*\.(db|contract)\.test)[^e].*\.test\.ts$/,
  db: /\.db\.test\.ts$/,
  contract: /\.contract\.test\.ts$/,
  e2e: /^e2e\/.*\.spec\.ts$/,
};

const quoted = (title: string) => `("${title}"`;

/** Returns the texts of a file's groups of tests, each from its title to the next group. */
function groupsOf(text: string): string[] {
  return text.split(/^ *describe(?:\.each\([\s\S]*?\))?(?=\()/m).slice(1);
}

test("each weakening names a test of its tier that exists", () => {
  const wrong = entries.filter(({ noticedBy: { tier, file, test } }) => {
    if (!FOLDERS[tier].test(file) || !existsSync(file)) return true;
    const [group, title] = test.includes(" > ") ? (test.split(" > ") as [string, string]) : [undefined, test];
    const texts = group ? groupsOf(read(file)).filter((one) => one.startsWith(quoted(group))) : [read(file)];
    return !texts.some((text) => text.includes(title) || text.includes(title.replaceAll('"', '\\"')));
  });
  expect(wrong.map(({ noticedBy: { file, test } }) => `${file}: ${test}`)).toEqual([]);
});

test("no weakening names a journey that the gate does not run", () => {
  const isRare = ({ file, test }: Entry["noticedBy"]) => {
    const [, after = ""] = read(file).split(test);
    return /^["`],\s*\{\s*tag:[^}]*@rare/.test(after);
  };
  const wrong = entries.filter(({ noticedBy }) => noticedBy.tier === "e2e" && isRare(noticedBy));
  expect(wrong.map(({ noticedBy }) => noticedBy.test)).toEqual([]);
});

test("docs/weakenings.md has a row for each weakening, and no other", () => {
  const rows = read("docs/weakenings.md").split("\n");
  const starts = entries.map(startOfRow);
  expect(starts.filter((start) => !rows.some((row) => row.startsWith(start)))).toEqual([]);
  expect(rows.filter((row) => / \| (unit|db|contract|e2e), /.test(row))).toHaveLength(starts.length);
});

test("every kind of attack is tried", () => {
  const tried = new Set(attacks.map(({ kind }) => kind));
  expect(KINDS.filter((kind) => !tried.has(kind))).toEqual([]);
});
