import { readdirSync, readFileSync } from "node:fs";
import { lockProblems } from "./migrations/locks";

/**
 * Refuses migrations that would stop a running installation, or that the version before could not work with
 * (docs/operations.md, "Migrations"). Those before this rule are applied everywhere.
 */
const RULE_SINCE = "20261130190000";

const names = readdirSync("prisma/migrations").filter((name) => /^\d/.test(name) && name >= RULE_SINCE);
const problems = names.flatMap((name) =>
  lockProblems(readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8")).map((text) => `${name}: ${text}`),
);
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(`migrations: ${names.length} new ones can be applied while everything runs`);
