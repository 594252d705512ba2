import { randomUUID } from "node:crypto";
import type { Client, ClientConfig, Pool } from "pg";
import { connectionSettings, singleClient } from "./settings";

/** The settings of the database have to be changed before the product can work on it. */
export class UnusableDatabase extends Error {}

/** Number of sessions that are compared. */
const SESSIONS = 3;

/**
 * Refuses a database on which every request would fail, or show one supplier the rows of another: the role of suppliers
 * cannot be set, or a pooler gives transactions of one connection to several sessions of the server.
 *
 * @throws UnusableDatabase with what the operator has to do; the driver's error if the database cannot be reached
 */
export async function requireUsableDatabase(settings: ClientConfig = connectionSettings()): Promise<void> {
  const clients = Array.from({ length: SESSIONS }, () => singleClient(settings));
  try {
    for (const client of clients) await client.connect();
    await requireOwnSessions(clients);
    for (const client of clients.slice(0, 1)) await requireRole(client);
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

/** Insufficient privilege; no such role. */
const REFUSALS = ["42501", "22023"];

async function requireRole(client: Client): Promise<void> {
  try {
    await client.query("SET ROLE einzug_supplier");
  } catch (error) {
    if (!REFUSALS.includes((error as { code?: string }).code ?? "")) throw error;
    throw new UnusableDatabase(
      "The database user may not become einzug_supplier. Run the migrations, or as an administrator: " +
        "CREATE ROLE einzug_supplier NOLOGIN; GRANT einzug_supplier TO the user of DATABASE_URL",
      { cause: error },
    );
  }
}

/**
 * Each client sets a value, and all read theirs at the same time. With one session per connection each finds its own.
 * A transaction pooler serves the statements one after the other from the same session, and the transactions, which
 * overlap, from different ones.
 */
export async function requireOwnSessions(clients: (Client | Pool)[]): Promise<void> {
  const own = clients.map(() => randomUUID());
  for (const [index, client] of clients.entries())
    await client.query("SELECT set_config('einzug.probe', $1, false)", [own[index]]);
  for (const client of clients) await client.query("BEGIN");
  const seen = await Promise.all(
    clients.map(async (client) => {
      const { rows } = await client.query<{ probe: string }>("SELECT current_setting('einzug.probe', true) AS probe");
      return rows[0]?.probe;
    }),
  );
  for (const client of clients) await client.query("ROLLBACK");
  if (seen.some((probe, index) => probe !== own[index]))
    throw new UnusableDatabase(
      "DATABASE_URL leads to a pooler in transaction mode, where suppliers could see each other's rows. " +
        "Use session mode (PgBouncer: pool_mode = session) or connect directly",
    );
}
