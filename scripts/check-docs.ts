import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Holds the documents to two rules: every link to a file of ours leads somewhere, and `docs/decisions/README.md` lists every
 * decision with its status. `npx tsx scripts/check-docs.ts --write` writes that list anew.
 */
const DECISIONS = "docs/decisions";
const INDEX = join(DECISIONS, "README.md");
const problems: string[] = [];

const index = toIndex();
if (process.argv.includes("--write")) writeFileSync(INDEX, index);
else if (readFileSync(INDEX, "utf8") !== index) problems.push(`${INDEX}: npx tsx scripts/check-docs.ts --write`);

const pages = globSync(["*.md", ".github/**/*.md", "docs/**/*.md", "findings/*.md"]);
for (const page of pages) checkLinks(page);
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(`docs: ${pages.length} pages hold the rules`);

function toIndex(): string {
  const rows = globSync(`${DECISIONS}/[0-9]*.md`).sort().map(toRow);
  return [
    "# Decisions",
    "",
    "What was decided, when, and why. A decision is changed by a new one that names it; the status of the old one says so.",
    "A new one starts from the [template](template.md). This list is generated: `npx tsx scripts/check-docs.ts --write`.",
    "",
    "| | decision | status |",
    "|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

/** The first line is `# NNN Title`, the third `YYYY-MM-DD · status`. */
function toRow(file: string): string {
  const [title = "", , status = ""] = readFileSync(file, "utf8").split("\n");
  const [, number, name] = /^# (\d{3}) (.+)$/.exec(title) ?? [];
  const isNamed = !!number && basename(file).startsWith(`${number}-`);
  if (!isNamed || !/^\d{4}-\d{2}-\d{2} · \w/.test(status))
    problems.push(`${file}: no title or no status (template.md)`);
  return `| ${number} | [${name}](${basename(file)}) | ${status} |`;
}

function checkLinks(page: string): void {
  for (const [, target = ""] of readFileSync(page, "utf8").matchAll(/\]\(([^)\s]+)\)/g)) {
    const path = target.split("#", 1)[0] ?? "";
    if (path && !/^\w+:/.test(path) && !existsSync(join(dirname(page), path)))
      problems.push(`${page}: ${target} is nowhere`);
  }
}
