import { oldestComparisons } from "@/lib/comparisons/data";
import { readHoursBetweenReadings } from "@/lib/connections/pace/check-data";
import { db, Prisma } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { INBOX_PROVIDERS } from "@/lib/inbox/mutations";
import { OPEN_JOBS } from "@/lib/jobs/tables";
import { BOOKS } from "@/lib/vendors/types";

const HOUR_MS = 3_600_000;

/** One metric of the whole installation at this moment, with a sample for each set of labels. */
export interface Gauge {
  name: string;
  help: string;
  samples: { labels: Record<string, string>; value: number }[];
}

/**
 * Returns all metrics that an operator monitors, above all the age of the oldest waiting item of every feed and queue.
 * No figure names a supplier. The tables named in `docs/operations.md` show which supplier is behind a conspicuous one.
 */
export async function readGauges(): Promise<Gauge[]> {
  return [...(await jobGauges()), ...(await inboxGauges()), ...(await feedGauges()), ...(await workGauges())];
}

async function jobGauges(): Promise<Gauge[]> {
  const rows = await db.$queryRaw<{ queue: string; state: string; count: number; waited: number }[]>`
    SELECT name AS queue, state::text AS state, count(*)::int AS count,
      GREATEST(0, COALESCE(EXTRACT(EPOCH FROM now() - min(start_after)), 0))::float8 AS waited
    FROM (${OPEN_JOBS}) AS job GROUP BY 1, 2 ORDER BY 1, 2`;
  const waiting = rows.filter(({ state }) => state === "created" || state === "retry");
  return [
    {
      name: "einzug_jobs",
      help: "Jobs by queue and state; failed ones are dead letters.",
      samples: rows.map(({ queue, state, count }) => ({ labels: { queue, state }, value: count })),
    },
    {
      name: "einzug_job_wait_seconds",
      help: "How long the oldest job that is due waits.",
      samples: waiting.map(({ queue, state, waited }) => ({ labels: { queue, state }, value: waited })),
    },
  ];
}

/**
 * A query of the events that can be handled now.
 * Events of an account that is not connected wait for it to be connected again, perhaps forever. Events of an unknown
 * organisation are nobody's. Stripe's account is our own.
 */
const WAITING_EVENTS = Prisma.sql`
  SELECT event.* FROM inbox_events AS event
  WHERE event.handled_at IS NULL AND event.customer_id IS NOT NULL AND (event.provider = 'STRIPE' OR EXISTS (
    SELECT 1 FROM connections AS own
    WHERE own.customer_id = event.customer_id AND own.type = event.provider AND own.status = 'connected'))`;

/**
 * Returns for each vendor how many events wait, how long the oldest has waited, and the time since the last event
 * (`age`), in seconds.
 * Ids are in the order of arrival, so the last event is found by id. Another index would cost time at every event.
 */
export async function readInboxes() {
  return await db.$queryRaw<{ provider: string; waiting: number; wait: number | null; age: number }[]>`
    SELECT provider, COALESCE(waiting.count, 0)::int AS waiting,
      EXTRACT(EPOCH FROM now() - waiting.since)::float8 AS wait, EXTRACT(EPOCH FROM now() - last.at)::float8 AS age
    FROM unnest(${INBOX_PROVIDERS}::text[]) AS vendor (provider)
    LEFT JOIN LATERAL (
      SELECT received_at AS at FROM inbox_events WHERE inbox_events.provider = vendor.provider
      ORDER BY id DESC LIMIT 1) AS last ON true
    LEFT JOIN (
      SELECT provider, count(*) AS count, min(received_at) AS since FROM (${WAITING_EVENTS}) AS event GROUP BY 1
    ) AS waiting USING (provider)
    WHERE last.at IS NOT NULL ORDER BY provider`;
}

/** Counts the events that were tried and could not be handled yet. */
export async function countFailedEvents(): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (${WAITING_EVENTS}) AS event WHERE error IS NOT NULL`;
  return row?.count ?? 0;
}

async function inboxGauges(): Promise<Gauge[]> {
  const rows = await readInboxes();
  const of = (value: (row: (typeof rows)[number]) => number) =>
    rows.map((row) => ({ labels: { provider: row.provider }, value: value(row) }));
  return [
    {
      name: "einzug_inbox_waiting",
      help: "Events that have not been worked off.",
      samples: of(({ waiting }) => waiting),
    },
    {
      name: "einzug_inbox_wait_seconds",
      help: "How long the oldest of them waits.",
      samples: of(({ wait }) => wait ?? 0),
    },
    {
      name: "einzug_inbox_quiet_seconds",
      help: "Time since the last event came in.",
      samples: of(({ age }) => age),
    },
  ];
}

/**
 * Returns the oldest of the last readings, of all suppliers who are connected now. A supplier who was never read counts
 * from the connection. Null if nobody is connected.
 */
export async function oldestReadings(): Promise<{ events: Date | null; books: Date | null }> {
  const [oldest] = await db.$queryRaw<{ events: Date | null; books: Date | null }[]>`
    SELECT min(COALESCE(events_read_until, connected_at)) FILTER (WHERE type = 'GOCARDLESS') AS events,
      min(COALESCE(last_synced_at, connected_at)) FILTER (WHERE type = ANY(${BOOKS})) AS books
    FROM connections WHERE status = 'connected'`;
  if (!oldest) return { events: null, books: null };
  // In a large installation, suppliers without open business are not read every hour.
  const allowedMs = ((await readHoursBetweenReadings()) - 1) * HOUR_MS;
  const events = oldest.events && new Date(oldest.events.getTime() + allowedMs);
  return { events, books: oldest.books };
}

/**
 * Returns the gauges of the connections, and of the oldest feed over all suppliers. In business time, like the stored
 * times of the feeds.
 */
async function feedGauges(): Promise<Gauge[]> {
  const at = now().getTime();
  const age = (date: Date | null | undefined) => (date ? Math.max(0, (at - date.getTime()) / 1_000) : 0);
  const status = await db.connection.groupBy({ by: ["type", "status"], _count: true, orderBy: { type: "asc" } });
  const compared = await oldestComparisons();
  const { events, books } = await oldestReadings();
  return [
    {
      name: "einzug_connections",
      help: "Connections by vendor and status.",
      samples: status.map(({ type, status, _count }) => ({ labels: { type, status }, value: _count })),
    },
    {
      name: "einzug_feed_age_seconds",
      help: "Age of the oldest reading of a connected supplier.",
      samples: [
        { labels: { feed: "payment-events" }, value: age(events) },
        { labels: { feed: "books" }, value: age(books) },
        ...compared.map(({ feed, at }) => ({ labels: { feed: `comparison-${feed}` }, value: age(at) })),
      ],
    },
  ];
}

async function workGauges(): Promise<Gauge[]> {
  const unknown = await db.collection.count({
    where: { status: "pending", calledAt: { not: null }, providerId: null },
  });
  const unbooked = await db.payout.groupBy({ by: ["bookingStatus"], _count: true, orderBy: { bookingStatus: "asc" } });
  const mails = await db.mail.groupBy({ by: ["status"], _count: true, orderBy: { status: "asc" } });
  const differences = await db.difference.groupBy({
    by: ["kind"],
    where: { repairedAt: null },
    _count: true,
    orderBy: { kind: "asc" },
  });
  const notices = await db.notice.groupBy({
    by: ["kind"],
    where: { resolvedAt: null },
    _count: true,
    orderBy: { kind: "asc" },
  });
  return [
    {
      name: "einzug_collections_unknown",
      help: "Debits that were asked for and whose answer is not known yet.",
      samples: [{ labels: {}, value: unknown }],
    },
    {
      name: "einzug_payouts",
      help: "Payouts by how far they are in the books.",
      samples: unbooked.map(({ bookingStatus, _count }) => ({ labels: { booking: bookingStatus }, value: _count })),
    },
    {
      name: "einzug_mails",
      help: "Mails by status; of unknown ones nobody can say whether they arrived.",
      samples: mails.map(({ status, _count }) => ({ labels: { status }, value: _count })),
    },
    {
      name: "einzug_differences_open",
      help: "Open reconciliation mismatches with a vendor, by kind.",
      samples: differences.map(({ kind, _count }) => ({ labels: { kind }, value: _count })),
    },
    {
      name: "einzug_notices_open",
      help: "What stands before suppliers, by kind.",
      samples: notices.map(({ kind, _count }) => ({ labels: { kind }, value: _count })),
    },
  ];
}
