import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/**
 * Refuses the terms that docs/glossary.md lists under "Refused", in comments, names, test titles, texts and pages. Only
 * the two pages that define them may name them.
 */
const GLOSSARY = "docs/glossary.md";
const DEFINING = [GLOSSARY, "docs/writing.md"];
const READ = /\.(ts|tsx|mjs|md|prisma|css|yml|sh)$|^messages\/en\.json$/;
/** History that was applied, and texts of vendors. */
const NOT_OURS = /^(prisma\/migrations|sandbox\/\w+\/schema)\//;

const [, section = ""] = readFileSync(GLOSSARY, "utf8").split("\n## Refused\n");
const terms = [...section.matchAll(/^- (.+)$/gm)].flatMap(([, line = ""]) => line.split(", "));
if (terms.length === 0) throw new Error(`${GLOSSARY} lists no refused terms`);
const refused = new RegExp(`\\b(${terms.map((term) => term.replaceAll(" ", "\\s+")).join("|")})\\b`, "i");

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"]).toString().split("\n");
const problems = files
  .filter((file) => READ.test(file) && !NOT_OURS.test(file) && !DEFINING.includes(file) && existsSync(file))
  .flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, index) => {
        const [, term] = refused.exec(toWords(line)) ?? [];
        return term ? [`${file}:${index + 1}: "${term}" is refused (${GLOSSARY})`] : [];
      }),
  );
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(`words: none of ${terms.length} refused terms is used`);

/** Names are read as their words: a term in camel case or snake case is found, too. */
function toWords(line: string): string {
  return line.replace(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll("_", " ");
}
