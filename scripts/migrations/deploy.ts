import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { indexNameOf, isConcurrent, statementsOf } from "./statements";

export interface DeployOptions {
  folder?: string;
  /** How long a migration waits for a lock before it lets the waiting requests pass, and tries again. */
  lockTimeoutMs?: number;
  /** How long in all it tries to get its locks. */
  patienceMs?: number;
  onStep?: (text: string) => void;
}

/** The lock of Prisma's own `migrate deploy`, so that the two exclude each other. */
const LOCK = 72707369;
const PAUSE_MS = 500;
/** The codes of PostgreSQL after which the same migration may succeed: lock not available, deadlock. */
const WORTH_ANOTHER_TRY = ["55P03", "40P01"];
const NO_SUCH_DATABASE = "3D000";

const TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

/**
 * Applies the migrations that a database lacks, and returns their names. It may run while web and worker work, and on
 * several machines at once.
 *
 * A migration and its row are one transaction. It waits for a lock for a short time only, because all later requests
 * queue up behind the one that waits, and then tries again. A migration of concurrent statements has no transaction; each
 * of them may be repeated.
 *
 * @throws Error if a migration fails, or gets no lock in time; nothing of it remains then
 */
export async function deployMigrations(databaseUrl: string, options: DeployOptions = {}): Promise<string[]> {
  const { folder = "prisma/migrations" } = options;
  const client = await connect(databaseUrl);
  try {
    await takeLock(client);
    await client.query(TABLE);
    const applied = await namesOfApplied(client);
    const missing = readdirSync(folder)
      .filter((name) => /^\d/.test(name) && !applied.has(name))
      .sort();
    for (const name of missing) await apply(client, name, readFileSync(join(folder, name, "migration.sql")), options);
    return missing;
  } finally {
    await client.end();
  }
}

/** Connects, and creates the database if the server does not have it. */
async function connect(databaseUrl: string): Promise<pg.Client> {
  const open = async (url: string) => {
    const settings = { connectionString: url, application_name: "einzug-migrate", connectionTimeoutMillis: 10_000 };
    const client = new pg.Client({ ...settings, keepAlive: true });
    await client.connect();
    return client;
  };
  try {
    return await open(databaseUrl);
  } catch (error) {
    if (codeOf(error) !== NO_SUCH_DATABASE) throw error;
  }
  const url = new URL(databaseUrl);
  const name = decodeURIComponent(url.pathname.slice(1));
  url.pathname = "/postgres";
  const admin = await open(url.href);
  await admin.query(`CREATE DATABASE ${admin.escapeIdentifier(name)}`).finally(() => admin.end());
  return await open(databaseUrl);
}

/**
 * Waits until no other deployment runs. It asks repeatedly, because a statement that waits would itself hold up a
 * concurrent index of the other one.
 */
async function takeLock(client: pg.Client): Promise<void> {
  await client.query("SELECT set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)");
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [LOCK]);
    if (rows[0]?.taken) return;
    await wait(PAUSE_MS);
  }
}

async function namesOfApplied(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string; isFinished: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS "isFinished"
     FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`,
  );
  const failed = rows.filter(({ isFinished }) => !isFinished).map(({ name }) => name);
  if (failed.length > 0)
    throw new Error(
      `The migration ${failed.join(", ")} was begun by another program and did not finish. Restore the database, or ` +
        `repair it by hand and set finished_at in "_prisma_migrations".`,
    );
  return new Set(rows.map(({ name }) => name));
}

async function apply(client: pg.Client, name: string, file: Buffer, options: DeployOptions): Promise<void> {
  const { lockTimeoutMs = 2_000, patienceMs = 300_000, onStep } = options;
  onStep?.(`applies ${name}`);
  const sql = file.toString("utf8");
  const startedAt = Date.now();
  for (;;) {
    try {
      if (isConcurrent(sql)) await applyConcurrently(client, sql);
      else {
        await client.query(`BEGIN; SET LOCAL lock_timeout = ${Math.ceil(lockTimeoutMs)}`);
        await client.query(sql);
      }
      await keep(client, name, file);
      if (!isConcurrent(sql)) await client.query("COMMIT");
      return;
    } catch (error) {
      await client.query("ROLLBACK");
      const isPatient = Date.now() - startedAt < patienceMs;
      if (!WORTH_ANOTHER_TRY.includes(codeOf(error)) || !isPatient)
        throw new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : error}`, {
          cause: error,
        });
      onStep?.(`${name} waits for a lock, and will be tried again`);
      await wait(PAUSE_MS);
    }
  }
}

/** Builds indexes while the tables are written to. What an interrupted attempt left is invalid and is built again. */
async function applyConcurrently(client: pg.Client, sql: string): Promise<void> {
  for (const statement of statementsOf(sql)) {
    const index = indexNameOf(statement);
    if (index !== undefined) {
      const { rows } = await client.query<{ isValid: boolean }>(
        `SELECT i.indisvalid AS "isValid" FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
         WHERE c.relname = $1 AND c.relnamespace = current_schema()::regnamespace`,
        [index],
      );
      if (rows[0]?.isValid) continue;
      if (rows[0]) await client.query(`DROP INDEX CONCURRENTLY ${client.escapeIdentifier(index)}`);
    }
    await client.query(statement);
  }
}

async function keep(client: pg.Client, name: string, file: Buffer): Promise<void> {
  await client.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), createHash("sha256").update(file).digest("hex"), name],
  );
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? "";
}
