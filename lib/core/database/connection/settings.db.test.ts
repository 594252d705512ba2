import { readFileSync } from "node:fs";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { env, parseEnv } from "@/lib/core/env";
import { crossTenant, withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { queue } from "@/lib/jobs/queue";
import { testEnvironment } from "@/test/test-environment";
import { singleClient } from "./settings";

/** More than any share of a process. */
const AT_ONCE = 40;

test("a process opens as many connections as DATABASE_POOL_SIZE says, and no more, however much runs at once", async () => {
  const boss = await queue({ isWorker: true });
  const listener = await boss.getDb().listen?.(
    "anything",
    () => {},
    () => {},
  );
  onTestFinished(() => listener?.close());
  const all = <T>(ask: () => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, ask));
  await Promise.all([
    all(() => withinSupplier("cus_1", async () => await db.$queryRaw`SELECT 1`)),
    all(() => crossTenant(async () => await db.$queryRaw`SELECT 1`)),
    all(() => boss.getDb().executeSql("SELECT 1")),
  ]);
  // They stay open for some seconds after their last statement.
  const observer = new Client({ connectionString: env().DATABASE_URL, application_name: "observer" });
  await observer.connect();
  // The server's own processes, e.g. autovacuum, are not connections.
  const { rows } = await observer.query(`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND application_name <> 'observer'`);
  await observer.end();
  expect(rows).toEqual([{ count: env().DATABASE_POOL_SIZE }]);
});

test("a server that ends a connection outside the pools ends the next query on it, and not the process", async () => {
  const client = singleClient();
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const isGone = new Promise((resolve) => client.once("end", resolve));
  await db.$queryRaw`SELECT pg_terminate_backend(${rows[0]?.pid}::int)`;
  await isGone;
  await expect(client.query("SELECT 1")).rejects.toThrow(/not queryable/);
});

test("the operator's page gives the sum over ten webs and ten workers by default", () => {
  const page = readFileSync("docs/operations.md", "utf8");
  expect(page).toContain("`(webs + workers) × DATABASE_POOL_SIZE`");
  const { DATABASE_POOL_SIZE: size } = parseEnv({ ...testEnvironment(), DATABASE_POOL_SIZE: undefined });
  expect(page).toContain(`10 webs and 10 workers hold at most ${20 * size}`);
});
