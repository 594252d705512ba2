import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { Snapshot } from "./archive";

/**
 * Tables whose rows belong to a browser, a running process or this machine, and not to the supplier's past. Some are
 * keyed by a secret that every data directory has of its own.
 */
const NOT_KEPT = new Set([
  ...["_prisma_migrations", "rate_limits", "rate_paces", "booking_turns", "oauth_attempts"],
  ...["ceremonies", "database_timelines"],
  ...["sessions", "known_devices", "recovery_codes", "password_resets", "address_links"],
]);
/** The vendors' events of the last days: those before have been handled, and are not read again. */
const ONLY: Record<string, string> = {
  inbox_events: "WHERE received_at > (SELECT max(received_at) FROM inbox_events) - interval '9 days'",
};
/** Twins' collections with what is in transit or used up. */
const IN_TRANSIT = /-deliveries$|-webhooks$|-rotated-tokens$|-used-keys$/;

/** Reads all rows of the product and all documents of the twins. Nothing may run meanwhile. */
export async function takeSnapshot(day: string, databaseUrl: string, twinsFile: string): Promise<Snapshot> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query("SET TIME ZONE 'UTC'");
    const [columnsOf, tables]: [Snapshot["columns"], Snapshot["tables"]] = [{}, {}];
    for (const { name, columns } of await keptTables(client)) {
      const list = columns.map((column) => `"${column}"`).join(", ");
      const { rows } = await client.query<{ row: Record<string, unknown> }>(
        `SELECT row_to_json(r) AS row FROM (SELECT ${list} FROM "${name}" ${ONLY[name] ?? ""} ORDER BY 1, 2) AS r`,
      );
      if (rows.length === 0) continue;
      columnsOf[name] = columns;
      tables[name] = rows.map(({ row }) => row);
    }
    settleTimes(tables, day);
    return { day, columns: columnsOf, tables, twins: readTwins(twinsFile) };
  } finally {
    await client.end();
  }
}

/** Returns the tables with their stored columns. */
async function keptTables(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    SELECT c.table_name AS name, array_agg(c.column_name::text ORDER BY c.ordinal_position) AS columns
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
    GROUP BY c.table_name ORDER BY c.table_name`);
  return rows.filter(({ name }) => !NOT_KEPT.has(name));
}

/** Columns with the time of something that has happened. Other columns may contain future times. */
const OF_THE_PAST = ["resolved_at", "started_at", "ended_at", "received_at", "instructions_revoked_at", "updated_at"];

/**
 * Replaces times that a statement took from the database server, which no recording can set. They are later than the
 * snapshot. The row's own time takes their place.
 */
export function settleTimes(tables: Snapshot["tables"], day: string): void {
  for (const rows of Object.values(tables))
    for (const row of rows)
      for (const column of OF_THE_PAST) {
        const at = row[column];
        if (typeof at === "string" && at > `${day}T00:30`)
          row[column] =
            [row.updated_at, row.created_at].find((other) => String(other) < day) ?? `${day}T00:00:00+00:00`;
      }
}

function readTwins(file: string): Snapshot["twins"] {
  const store = new DatabaseSync(file, { readOnly: true });
  try {
    const twins: Snapshot["twins"] = {};
    for (const row of store.prepare("SELECT kind, id, seq, json FROM docs ORDER BY kind, seq").all()) {
      const { kind, id, seq, json } = row as { kind: string; id: string; seq: number; json: string };
      if (IN_TRANSIT.test(kind)) continue;
      twins[kind] ??= [];
      twins[kind].push({ id, seq, doc: JSON.parse(json) });
    }
    return twins;
  } finally {
    store.close();
  }
}
