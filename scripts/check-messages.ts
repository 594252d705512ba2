import { createTranslator } from "next-intl";
import { ALL_BOOKS, FILE_BOOKS, KEYED } from "../lib/connections/types";
import de from "../messages/de.json";
import en from "../messages/en.json";

/** Both languages have the same keys, with the same placeholders, in texts that parse; every system of books has its words. */
type Tree = { [key: string]: string | Tree };

const problems: string[] = [];
const english = flatten(en as Tree);
const german = flatten(de as Tree);

for (const key of english.keys()) if (!german.has(key)) problems.push(`de.json lacks ${key}`);
for (const key of german.keys()) if (!english.has(key)) problems.push(`en.json lacks ${key}`);
for (const [key, text] of english) {
  const other = german.get(key);
  if (other !== undefined && names(text) !== names(other))
    problems.push(`${key}: placeholders differ (${names(text)} / ${names(other)})`);
}
for (const [locale, messages] of [
  ["en", english],
  ["de", german],
] as const) {
  for (const [key, text] of messages) {
    const onError = (error: { code: string; message: string }) => {
      if (error.code === "INVALID_MESSAGE") problems.push(`${locale}.json ${key}: ${error.message}`);
    };
    createTranslator({ locale, messages: { text }, onError, getMessageFallback: () => "" } as never)("text" as never);
  }
}
/** Words by system: of all of them, of those let in by a key, or of those that go by file. */
const CLASSES: readonly (readonly string[])[] = [ALL_BOOKS, KEYED, FILE_BOOKS];
for (const [path, names] of groups(en as Tree)) {
  const named = ALL_BOOKS.filter((type) => names.includes(type));
  const isWhole = CLASSES.some((types) => types.length === named.length && types.every((type) => names.includes(type)));
  if (named.length > 0 && !isWhole)
    problems.push(`${path}: has words for ${named.join(", ")}, of ${ALL_BOOKS.join(", ")}`);
}
for (const [locale, messages] of [
  ["en", english],
  ["de", german],
] as const)
  for (const [key, text] of messages)
    if (/,\s*select\s*,/.test(text) && ALL_BOOKS.some((type) => new RegExp(`\\b${type}\\s*\\{`).test(text)))
      problems.push(`${locale}.json ${key}: chooses by the name of a system; a text for each, or by what it can do`);
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(`messages: ${english.size} texts in two languages`);

function flatten(tree: Tree, prefix = ""): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): [string, string][] =>
      typeof value === "string" ? [[prefix + key, value]] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

/** Every branch of the tree with the names of what hangs on it. */
function groups(tree: Tree, path = ""): [path: string, names: string[]][] {
  const below = Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [] : groups(value, path ? `${path}.${key}` : key),
  );
  return [[path, Object.keys(tree)], ...below];
}

/** Names of placeholders and tags, sorted. */
function names(text: string): string {
  const found = [...text.matchAll(/\{\s*(\w+)\s*[,}]|<(\w+)>/g)].map((match) => match[1] ?? match[2] ?? "");
  return [...new Set(found)].sort().join(",");
}
