import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { queue } from "./queue";

await queue();

/** The columns that our statements in tables.ts read or write, with their types. */
const USED: Record<string, string> = {
  id: "uuid",
  name: "text",
  data: "jsonb",
  output: "jsonb",
  state: "USER-DEFINED",
  singleton_key: "text",
  group_id: "text",
  policy: "text",
  retry_limit: "integer",
  retry_count: "integer",
  retry_delay: "integer",
  retry_backoff: "boolean",
  retry_delay_max: "integer",
  expire_seconds: "integer",
  deletion_seconds: "integer",
  heartbeat_seconds: "integer",
  dead_letter: "text",
  start_after: "timestamp with time zone",
  created_on: "timestamp with time zone",
  completed_on: "timestamp with time zone",
  heartbeat_on: "timestamp with time zone",
  keep_until: "timestamp with time zone",
};

test("pg-boss' tables of jobs have the columns that our statements use", async () => {
  const rows = await db.$queryRaw<{ table: string; name: string; type: string }[]>`
    SELECT table_name AS table, column_name AS name, data_type AS type FROM information_schema.columns
    WHERE table_schema = 'pgboss' AND table_name IN ('job', 'job_common')`;
  for (const table of ["job", "job_common"]) {
    const found = Object.fromEntries(rows.filter((row) => row.table === table).map(({ name, type }) => [name, type]));
    expect(found).toMatchObject(USED);
  }
});

test("pg-boss adds no column that a job must have and that our insert leaves empty", async () => {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = 'pgboss' AND table_name = 'job_common' AND is_nullable = 'NO' AND column_default IS NULL`;
  expect(rows.map(({ name }) => name).sort()).toEqual(["name"]);
});

test("pg-boss knows the states that our statements name, in the order that they compare", async () => {
  const [row] = await db.$queryRaw<{ states: string[] }[]>`
    SELECT enum_range(NULL::pgboss.job_state)::text[] AS states`;
  expect(row?.states).toEqual(["created", "retry", "active", "completed", "cancelled", "failed"]);
});

test("at most one job of a key waits in a queue of the policy that all of ours have", async () => {
  const rows = await db.$queryRaw<{ definition: string }[]>`
    SELECT indexdef AS definition FROM pg_indexes
    WHERE schemaname = 'pgboss' AND tablename = 'job_common' AND indexdef LIKE 'CREATE UNIQUE%stately%'`;
  expect(rows).toHaveLength(1);
  expect(rows[0]?.definition).toContain("(name, state, COALESCE(singleton_key, ''::text))");
});
