import pg from "pg";

/** Any number; the same in all workers. */
const KEY = 72_120_826;

/**
 * The twins have one calendar for everybody. Journeys that leave it alone share it; one that moves it waits until the
 * others are through and keeps them out meanwhile. PostgreSQL queues the askers fairly and frees the lock of a dead one.
 */
export async function holdCalendar(how: "shared" | "alone"): Promise<() => Promise<void>> {
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  await client.query(how === "alone" ? "SELECT pg_advisory_lock($1)" : "SELECT pg_advisory_lock_shared($1)", [KEY]);
  return async () => await client.end();
}
