import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

const LOOK_MS = 50;

/** Returns the greatest number of connections of webs and workers, numbered or not, until `over` settles. */
export async function mostOpen(databaseUrl: string | undefined, over: Promise<unknown>): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "bench-connections" });
  await client.connect();
  let isOver = false;
  void over
    .catch(() => {})
    .finally(() => {
      isOver = true;
    });
  let most = 0;
  while (!isOver) {
    const { rows } = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name ~ '^einzug-(web|worker)[0-9]*$'",
    );
    most = Math.max(most, rows[0]?.count ?? 0);
    await wait(LOOK_MS);
  }
  await client.end();
  return most;
}
