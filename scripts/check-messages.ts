import { createTranslator } from "next-intl";
import { ACCOUNTING_SYSTEMS, VENDOR_NAMES } from "../lib/vendors/types";
import de from "../messages/de.json";
import en from "../messages/en.json";

/**
 * Checks that both languages have the same keys and placeholders, that all texts parse, and that no text is about one
 * accounting system.
 */
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
/** Texts may depend only on what a system can do. Names of systems are data, except in these lists written by hand. */
const NAMES_SYSTEMS = /^(faq|datev|eInvoices)\./;
const named = new RegExp(
  `\\b(?:${[...ACCOUNTING_SYSTEMS, ...ACCOUNTING_SYSTEMS.map((type) => VENDOR_NAMES[type])].join("|")})\\b`,
);
for (const [locale, messages] of [
  ["en", english],
  ["de", german],
] as const)
  for (const [key, text] of messages)
    if (!NAMES_SYSTEMS.test(key) && (named.test(key) || named.test(text)))
      problems.push(
        `${locale}.json ${key}: names a system of books; say it by what it can do, or in the system's own data`,
      );
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

/** Returns the names of placeholders and tags, sorted; the branches of a plural do not count. */
function names(text: string): string {
  const found = [...text.matchAll(/(?<!\b(?:zero|one|two|few|many|other)\s*|=\d+\s*)\{\s*(\w+)\s*[,}]|<(\w+)>/g)].map(
    (match) => match[1] ?? match[2] ?? "",
  );
  return [...new Set(found)].sort().join(",");
}
