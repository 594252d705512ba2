import { expect, test } from "vitest";
import { statementNames } from "./statement-names";

const SESSION = 'SELECT "t0"."id" FROM "public"."sessions" AS "t0" WHERE "t0"."id" = $1';

/** Returns the name of the last of several runs. */
function run(nameOf: (sql: string) => string, sql: string, times: number): string {
  return Array.from({ length: times }, () => nameOf(sql)).at(-1) ?? "";
}

test("the read of a session is named at once, in every process, always by the same name", () => {
  for (const isWorker of [true, false]) {
    const nameOf = statementNames({ isWorker });
    const name = nameOf(SESSION);
    expect(name).not.toBe("");
    expect(nameOf(SESSION)).toBe(name);
  }
});

test("a worker names what runs often, each text differently, and web does not", () => {
  const nameOf = statementNames({ isWorker: true });
  expect(run(nameOf, "SELECT 1", 20)).toBe("");
  const names = ["SELECT 1", "SELECT 2", SESSION].map((sql) => run(nameOf, sql, 21));
  expect(new Set(names).size).toBe(3);
  expect(names).not.toContain("");
  expect(run(nameOf, "BEGIN", 100)).toBe("");
  expect(run(statementNames({ isWorker: false }), "SELECT 1", 100)).toBe("");
});

test("the number of names is limited, and lists of many lengths get none", () => {
  const nameOf = statementNames({ isWorker: true });
  for (let i = 0; i < 5_000; i += 1) expect(nameOf(`SELECT ${i}`)).toBe("");
  const named = Array.from({ length: 200 }, (_, i) => run(nameOf, `UPDATE ${i}`, 21)).filter((name) => name !== "");
  expect(named).toHaveLength(80);
});
