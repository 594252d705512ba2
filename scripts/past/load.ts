import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { dayInBerlin } from "../../sandbox/kit/calendar";
import type { Ports } from "../demo-environment";
import { readArchive, type Snapshot, snapshotOf } from "./archive";
import { withPlaces } from "./places";
import { shiftDates } from "./shift";

/** Encrypts a text for its place in the database, with the keys of this data directory. */
export type Seal = (plain: string, place: string) => string;

const DAY_MS = 86_400_000;

/**
 * Returns the recorded past that ends on the given day: the snapshot of the same day of the week, moved by whole weeks.
 * Working days stay working days. A holiday may become one, which changes nothing that has happened.
 */
export function readPast(day: string, ports: Ports): Snapshot {
  const daysUntil = (recorded: string) => Math.round((Date.parse(day) - Date.parse(recorded)) / DAY_MS);
  const found = readArchive((recorded) => daysUntil(recorded) % 7 === 0);
  const text = withPlaces(shiftDates(found.lines.join("\n"), daysUntil(found.day)), ports);
  return snapshotOf({ day, lines: text.split("\n") });
}

/** Stores the twins' documents where the sandbox finds them. */
export function writeTwins({ twins }: Pick<Snapshot, "twins">, file: string): void {
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  const store = new DatabaseSync(unfinished);
  store.exec(
    "CREATE TABLE docs (kind TEXT NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (kind, id)); BEGIN",
  );
  const put = store.prepare("INSERT INTO docs (kind, id, seq, json) VALUES (?, ?, ?, ?)");
  for (const [kind, docs] of Object.entries(twins))
    for (const { id, seq, doc } of docs) put.run(kind, id, seq, JSON.stringify(doc));
  store.exec("COMMIT");
  store.close();
  renameSync(unfinished, file);
}

/** Stores the product's rows in an empty, migrated database, all or none. */
export async function writeRows(
  { columns, tables }: Pick<Snapshot, "columns" | "tables">,
  databaseUrl: string,
  seal: Seal,
): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query("BEGIN");
    const keys = await dropForeignKeys(client);
    for (const row of tables.connections ?? []) sealTokens(row, seal);
    for (const [name, rows] of Object.entries(tables)) {
      const list = (columns[name] ?? []).map((column) => `"${column}"`).join(", ");
      await client.query(
        `INSERT INTO "${name}" (${list}) SELECT ${list} FROM json_populate_recordset(NULL::"${name}", $1::json)`,
        [JSON.stringify(rows)],
      );
    }
    for (const statement of keys) await client.query(statement);
    // The migration of that column did the same: a supplier who has sent requests has made the choice.
    await client.query("UPDATE customers SET first_requests_at = created_at WHERE first_requests_at IS NULL");
    // The newest requests are sent from here: their links are signed with the keys of this data directory.
    await client.query(`
      UPDATE mails SET status = 'queued', sent_at = NULL FROM mandate_requests r
      WHERE mails.key = 'mandate:' || r.id || ':' || r.mail_count
        AND r.status IN ('sent', 'opened', 'exited') AND r.reminder_count = 0`);
    await client.query("COMMIT");
    await client.query("ANALYZE");
  } finally {
    await client.end();
  }
}

/** Drops all foreign keys, because tables name each other. @returns the statements that create and check them again */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2`);
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return rows.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
}

function sealTokens(row: Record<string, unknown>, seal: Seal): void {
  for (const column of ["access", "refresh"]) {
    const token = row[`${column}_token`];
    if (typeof token === "string")
      row[`${column}_token`] = seal(token, `connections/${row.customer_id}/${row.type}/${column}`);
  }
}

/** Loads the past into a new data directory, in two steps: the twins start while the database is still prepared. */
export class PastLoading {
  private readonly mark: string;
  private past: Snapshot | undefined;

  constructor(
    private readonly dataDir: string,
    private readonly ports: Ports,
  ) {
    this.mark = join(dataDir, "loading-past");
  }

  /** Prepares the twins, unless they have data already. Data of a start that was interrupted is replaced. */
  prepareTwins(): void {
    const file = join(this.dataDir, "sandbox.db");
    if (existsSync(file) && !existsSync(this.mark)) return;
    mkdirSync(this.dataDir, { recursive: true });
    writeFileSync(this.mark, "");
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    this.past = readPast(dayInBerlin(new Date()), this.ports);
    writeTwins(this.past, file);
  }

  /** Fills the migrated database, if the twins were prepared. */
  async fillDatabase(databaseUrl: string, seal: Seal): Promise<void> {
    if (!this.past) return;
    if (!(await hasUsers(databaseUrl))) await writeRows(this.past, databaseUrl, seal);
    rmSync(this.mark);
  }
}

async function hasUsers(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query("SELECT 1 FROM users LIMIT 1").finally(() => client.end());
  return rows.length > 0;
}
