import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from "vitest";
import { databaseUrl, dropDatabase } from "../../test/postgres";
import { deployMigrations } from "./deploy";

const { adminUrl } = inject("postgres");
const DATABASE = `deploy_${process.pid}`;
const url = databaseUrl(adminUrl, DATABASE);
const folder = mkdtempSync(join(tmpdir(), "einzug-migrations-"));

beforeAll(() =>
  write("20260101000000_begin", 'CREATE TABLE "payers" (id INT, name TEXT); INSERT INTO "payers" VALUES (1);'),
);
beforeEach(async () => {
  await dropDatabase(adminUrl, DATABASE);
  await deployMigrations(url, { folder });
});
afterAll(async () => {
  await dropDatabase(adminUrl, DATABASE);
  rmSync(folder, { recursive: true });
});

/** Adds a migration for one test. */
function write(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "migration.sql"), sql);
}

function writeForTest(name: string, sql: string): void {
  write(name, sql);
  onTestFinished(() => rmSync(join(folder, name), { recursive: true }));
}

async function connected(): Promise<Client> {
  const client = new Client(url);
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
}

test("all migrations of the project are applied to a database that the server did not have, each once", async () => {
  const name = `${DATABASE}_all`;
  onTestFinished(() => dropDatabase(adminUrl, name));
  const applied = await deployMigrations(databaseUrl(adminUrl, name));
  expect(applied.length).toBeGreaterThan(70);
  expect(await deployMigrations(databaseUrl(adminUrl, name))).toEqual([]);
});

test("a migration that fails leaves nothing behind and is applied after its repair", async () => {
  writeForTest("20260102000000_broken", 'ALTER TABLE "payers" ADD COLUMN a TEXT; SELECT 1 / 0;');
  await expect(deployMigrations(url, { folder })).rejects.toThrow("20260102000000_broken failed: division by zero");
  write("20260102000000_broken", 'ALTER TABLE "payers" ADD COLUMN a TEXT;');
  expect(await deployMigrations(url, { folder })).toEqual(["20260102000000_broken"]);
});

test("a migration lets requests pass while it waits for a lock", async () => {
  const holder = await connected();
  await holder.query('BEGIN; SELECT 1 FROM "payers"');
  writeForTest("20260102000000_column", 'ALTER TABLE "payers" ADD COLUMN a TEXT;');
  let noteTry = () => {};
  const tried = new Promise<void>((resolve) => {
    noteTry = resolve;
  });
  const deploying = deployMigrations(url, {
    folder,
    lockTimeoutMs: 50,
    onStep: (step) => void (step.includes("waits for a lock") && noteTry()),
  });
  await tried;
  // Without the timeout this statement would queue up behind the migration, which waits for the holder.
  const request = await connected();
  await request.query("SET statement_timeout = '5s'");
  expect((await request.query('SELECT id FROM "payers"')).rows).toEqual([{ id: 1 }]);
  await holder.query("COMMIT");
  expect(await deploying).toEqual(["20260102000000_column"]);
});

test("a migration that gets no lock in time fails and is not marked as applied", async () => {
  const holder = await connected();
  await holder.query('BEGIN; SELECT 1 FROM "payers"');
  writeForTest("20260102000000_column", 'ALTER TABLE "payers" ADD COLUMN a TEXT;');
  const options = { folder, lockTimeoutMs: 20, patienceMs: 0 };
  await expect(deployMigrations(url, options)).rejects.toThrow("lock timeout");
  await holder.query("COMMIT");
  expect(await deployMigrations(url, options)).toEqual(["20260102000000_column"]);
});

test("an index is built concurrently, and one that an interrupted attempt left invalid is built again", async () => {
  const client = await connected();
  await client.query('INSERT INTO "payers" VALUES (1)');
  await expect(client.query('CREATE UNIQUE INDEX CONCURRENTLY "payers_id" ON "payers"(id)')).rejects.toThrow();
  await client.query('DELETE FROM "payers" WHERE ctid = (SELECT min(ctid) FROM "payers")');
  const sql = 'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "payers_id" ON "payers"(id);';
  writeForTest("20260102000000_index", sql);
  expect(await deployMigrations(url, { folder })).toEqual(["20260102000000_index"]);
  const { rows } = await client.query("SELECT indisvalid FROM pg_index WHERE indexrelid = 'payers_id'::regclass");
  expect(rows).toEqual([{ indisvalid: true }]);
});

test("two deployments at once apply each migration once", async () => {
  writeForTest("20260102000000_row", 'INSERT INTO "payers" VALUES (2);');
  const both = await Promise.all([deployMigrations(url, { folder }), deployMigrations(url, { folder })]);
  expect(both.flat()).toEqual(["20260102000000_row"]);
});

test("a migration that another program began and did not finish stops the deployment with its name", async () => {
  const client = await connected();
  await client.query(`INSERT INTO "_prisma_migrations" (id, checksum, migration_name) VALUES ('1', '', '20260102_x')`);
  await expect(deployMigrations(url, { folder })).rejects.toThrow("20260102_x was begun by another program");
});
