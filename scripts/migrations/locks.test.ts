import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lockProblems } from "./locks";
import { isConcurrent, statementsOf } from "./statements";

test.each([
  ['CREATE INDEX "a" ON "invoices"("b");', "CONCURRENTLY"],
  ['CREATE UNIQUE INDEX "a" ON "invoices"("b");', "CONCURRENTLY"],
  ['DROP INDEX "a";', "DROP INDEX CONCURRENTLY"],
  ['REINDEX TABLE "invoices";', "REINDEX"],
  ['LOCK TABLE "invoices";', "whole table"],
  ["VACUUM FULL invoices;", "whole table"],
  ['ALTER TABLE "invoices" ALTER COLUMN "a" TYPE BIGINT;', "writes the table again"],
  ['ALTER TABLE "invoices" ALTER COLUMN "a" SET DATA TYPE TEXT;', "writes the table again"],
  ['ALTER TABLE "invoices" ADD COLUMN "a" UUID NOT NULL DEFAULT gen_random_uuid();', "differs by row"],
  ['ALTER TABLE "invoices" ADD COLUMN "a" BIGSERIAL;', "differs by row"],
  ['ALTER TABLE "invoices" ADD COLUMN "a" TEXT NOT NULL;', "give it a default"],
  ['ALTER TABLE "invoices" ADD COLUMN "a" TEXT DEFAULT \'\', ADD COLUMN "b" TEXT NOT NULL;', "give it a default"],
  ['ALTER TABLE "invoices" ALTER COLUMN "a" SET NOT NULL;', "reads the whole table"],
  ['ALTER TABLE "invoices" ADD CONSTRAINT "c" CHECK ("a" > 0);', "NOT VALID"],
  ['ALTER TABLE "invoices" ADD CONSTRAINT "c" FOREIGN KEY ("a") REFERENCES "b"("id");', "NOT VALID"],
  ['ALTER TABLE "invoices" ADD CONSTRAINT "c" UNIQUE ("a");', "USING INDEX"],
  ['ALTER TABLE "invoices" DROP COLUMN "a";', "one release after"],
  ['ALTER TABLE "invoices" RENAME COLUMN "a" TO "b";', "one release after"],
  ['DROP TABLE "invoices";', "one release after"],
  ['UPDATE "invoices" SET "a" = 1;', "in batches"],
  ["DELETE FROM invoices WHERE a = 1;", "in batches"],
  ['CREATE INDEX CONCURRENTLY "a" ON "b"("c"); ALTER TABLE "b" ADD COLUMN "d" TEXT;', "may not be repeated"],
  [
    'ALTER TABLE "b" ADD CONSTRAINT "c" CHECK (a > 0) NOT VALID; ALTER TABLE "b" VALIDATE CONSTRAINT "c";',
    "later migration",
  ],
])("%s is refused, because it stops or breaks what runs", (sql, says) => {
  expect(lockProblems(sql).join("\n")).toContain(says);
});

test.each([
  'CREATE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "invoices"("b");',
  'DROP INDEX CONCURRENTLY IF EXISTS "a";',
  'CREATE TABLE "new" ("id" TEXT NOT NULL); CREATE INDEX "a" ON "new"("id"); ALTER TABLE "new" ADD CONSTRAINT "c" UNIQUE ("id");',
  'ALTER TABLE "invoices" ADD COLUMN "a" TEXT;',
  'ALTER TABLE "invoices" ADD COLUMN "a" TEXT NOT NULL DEFAULT \'\';',
  'ALTER TABLE "invoices" ADD COLUMN "a" TEXT DEFAULT \'\' NOT NULL;',
  'ALTER TABLE "invoices" ADD COLUMN "a" TIMESTAMPTZ NOT NULL DEFAULT now();',
  'ALTER TABLE "invoices" ADD CONSTRAINT "c" CHECK ("a" > 0) NOT VALID;',
  'ALTER TABLE "invoices" VALIDATE CONSTRAINT "c";',
  'ALTER TABLE "invoices" ADD CONSTRAINT "c" UNIQUE USING INDEX "d";',
  'ALTER TABLE "invoices" ALTER COLUMN "a" SET DEFAULT 1;',
  "GRANT SELECT ON invoices TO einzug_supplier;",
  "CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE invoices SET a = 1; END $$;",
  '-- allowed: the table has one row per plan\nUPDATE "plans" SET "a" = 1;',
])("%s passes", (sql) => {
  expect(lockProblems(sql)).toEqual([]);
});

test("a reason allows only the statement that follows it", () => {
  const script =
    '-- allowed: the table has one row per plan\nUPDATE "plans" SET "a" = 1;\nUPDATE "invoices" SET "a" = 1;';
  expect(lockProblems(script)).toEqual([expect.stringContaining('UPDATE "invoices"')]);
});

test("no existing migration needs to run outside of a transaction", () => {
  const scripts = readdirSync("prisma/migrations").filter((name) => /^2026(?:0|10|11)/.test(name));
  for (const name of scripts)
    expect(isConcurrent(readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8"))).toBe(false);
});

test("a semicolon in a text, a body or a comment ends no statement", () => {
  expect(statementsOf("SELECT ';'; -- one; two\nDO $a$ x; $a$; /* ; */ SELECT 2")).toEqual([
    "SELECT ';'",
    "DO $a$ x; $a$",
    "SELECT 2",
  ]);
});
