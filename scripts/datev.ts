import { createReadStream } from "node:fs";
import { access, constants } from "node:fs/promises";
import { createTranslator } from "next-intl";
import { readItems } from "../lib/providers/accounting/datev/import/file";
import { type Problem, Problems, UnreadableFile } from "../lib/providers/accounting/datev/import/file-problems";
import { openItems } from "../lib/providers/accounting/datev/open-items";
import en from "../messages/en.json";

/**
 * `npm run datev -- open-items FILE`: prints how the product reads a list of open items. One line of JSON for each
 * claim, each refused line, and each column that a person must identify.
 */
const text = createTranslator({ locale: "en", messages: en, namespace: "datev.problem" });

const [task, file] = process.argv.slice(2);
if (task !== "open-items" || file === undefined) fail("usage: npm run datev -- open-items FILE");
await access(file, constants.R_OK).catch((error: Error) => fail(`cannot open ${file}: ${error.message}`));
await printOpenItems(file).catch((error: NodeJS.ErrnoException) => fail(`cannot read ${file}: ${error.message}`));

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

async function printOpenItems(path: string): Promise<void> {
  const open = () => createReadStream(path);
  const format = openItems(null, new Date());
  const problems = new Problems(Number.POSITIVE_INFINITY);
  try {
    const asked = await format.prepare(open);
    asked.forEach(print);
    if (asked.length > 0) return;
    for await (const { item, line } of readItems(open, format, problems)) {
      problems.errors.splice(0).forEach(print);
      if (item?.status !== "open") continue;
      const { contactExternalId: debtor, number, openCents, currency } = item;
      const dueDate = format.mapping.dueDate === undefined ? null : item.dueDate;
      console.log(JSON.stringify({ line, debtor, number, dueDate, openCents, currency }));
    }
    problems.errors.splice(0).forEach(print);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    problems.errors.splice(0).forEach(print);
    print(error.problem);
  }
}

function print(problem: Problem): void {
  const { line, code, column, value } = problem;
  const isAsked = code === "column_missing" || code === "column_unknown";
  console.log(JSON.stringify(isAsked ? { ask: column } : { line, refused: text(code, { line, column, value }) }));
}
