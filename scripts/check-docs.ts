import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { PHASES, type Phase } from "../lib/collections/decision/table/fact-rules";
import { TABLE } from "../lib/collections/decision/table/row-rules";
import type { DecisionReason } from "../lib/collections/types";
import en from "../messages/en.json";

/**
 * Checks that every link and name of a file of ours leads somewhere, and that the generated pages are current: the list of decisions,
 * and the table by which invoices are decided. `npx tsx scripts/check-docs.ts --write` writes those pages.
 */
const DECISIONS = "docs/decisions";
/** A file or folder of ours, as pages name it. */
const OWN_FILE = /`((?:app|bench|components|e2e|lib|prisma|sandbox|scripts|soak|test|weaken)\/[\w./[\]-]+)`/g;
const INDEX = join(DECISIONS, "README.md");
const problems: string[] = [];
const numbers = new Set<string>();

const GENERATED = { [INDEX]: toIndex(), "docs/decision-table.md": toDecisionTable() };
for (const [file, text] of Object.entries(GENERATED))
  if (process.argv.includes("--write")) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) problems.push(`${file}: npx tsx scripts/check-docs.ts --write`);

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

function toDecisionTable(): string {
  const heads: Record<Phase, string> = {
    none: "no collection",
    planned: "planned",
    at_provider: "at GoCardless",
    with_bank: "with the bank",
    paid_out: "paid out",
  };
  const rows = TABLE.map(({ reason, effects }) => {
    const cells = PHASES.map((phase) => {
      const { outcome, because } = effects[phase] ?? {};
      return because ? `${outcome} (\`${because}\`)` : (outcome ?? "");
    });
    return `| \`${reason}\`: ${toText(reason)} | ${cells.join(" | ")} |`;
  });
  return [
    "# How an invoice is decided",
    "",
    "`decide` tries these rows from top to bottom. The first row decides that holds and has an effect in the phase of the running",
    "collection. The text is what the supplier reads. The rows stand in `lib/collections/decision/table/row-rules.ts`; this page is generated:",
    "`npx tsx scripts/check-docs.ts --write`.",
    "",
    `| reason | ${PHASES.map((phase) => heads[phase]).join(" | ")} |`,
    `|---|${"---|".repeat(PHASES.length)}`,
    ...rows,
    "",
  ].join("\n");
}

function toText(reason: DecisionReason): string {
  const { title, help } = en.reasons[reason];
  return `${title}. ${help}`;
}

/** The first line is `# NNN Title`, the third `YYYY-MM-DD · status`. */
function toRow(file: string): string {
  const [title = "", , status = ""] = readFileSync(file, "utf8").split("\n");
  const [, number, name] = /^# (\d{3}) (.+)$/.exec(title) ?? [];
  const isNamed = !!number && basename(file).startsWith(`${number}-`);
  if (!isNamed || !/^\d{4}-\d{2}-\d{2} · \w/.test(status))
    problems.push(`${file}: no title or no status (template.md)`);
  if (number && numbers.has(number)) problems.push(`${file}: another decision has the number ${number}, too`);
  if (number) numbers.add(number);
  return `| ${number} | [${name}](${basename(file)}) | ${status} |`;
}

function checkLinks(page: string): void {
  const text = readFileSync(page, "utf8");
  for (const [, path = ""] of text.matchAll(OWN_FILE))
    if (!existsSync(path)) problems.push(`${page}: ${path} does not exist`);
  for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    const path = target.split("#", 1)[0] ?? "";
    if (path && !/^\w+:/.test(path) && !existsSync(join(dirname(page), path)))
      problems.push(`${page}: ${target} is nowhere`);
  }
}
