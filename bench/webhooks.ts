import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { withRoute } from "./route-of-its-own";
import { withStack } from "./stack-of-its-own";
import { median, quantile } from "./two-samples";

/**
 * Measures the cost of receiving webhooks:
 * - webhooks of 50 events against an equal loop that inserts the same rows one by one;
 * - webhooks of one event against a route of the same build that does nothing;
 * - the time until another connection can read a single event.
 *
 * Compared loops run in alternating rounds. Their requests are made and signed before the clock starts, because that is
 * the vendor's work and would share our cores. The worker is stopped, because its work comes after the answer. Only its
 * fetching of jobs is simulated, so that jobs must be enqueued again.
 */
const BATCH = 50;
/** How many requests run at the same time: enough work for the web process while a group is being committed. */
const AT_ONCE = 96;
/** Connections of the insert loop: as many as the database can use here. */
const CONNECTIONS = 16;
const SUPPLIERS = 10;
/**
 * Many short rounds: one round varies between 0.7 and 1.2 with the machine's other work, the median of 8 still between
 * 0.75 and 0.87.
 */
const ROUNDS = 32;
const ROUND_MS = 1_000;
/** Load runs for this long before the clock of a round starts. */
const LEAD_MS = 400;
/** How long V8 still compiles a webhook's code, which doubles its speed. */
const WARM_UP_ROUNDS = 6;
const ALONE = 1_000;
const BOUNDS = { batches: 2, singles: 0.8, p50Ms: 10, p99Ms: 50 } as const;

const ROUTE = "/api/webhooks/gocardless";
/** Is next to the real route, and exists only while this bench builds. */
const EMPTY = { file: "app/api/webhooks/bench-empty/route.ts", path: "/api/webhooks/bench-empty" };
const SOURCE = `export async function POST(request: Request): Promise<Response> {
  await request.arrayBuffer();
  return Response.json({ stored: 0 }, { status: 202 });
}
`;

interface Place {
  app: string;
  secret: string;
  databaseUrl: string;
  organisations: string[];
}

export async function measureWebhooks(): Promise<boolean> {
  return await withRoute(EMPTY.file, SOURCE, () =>
    withStack("webhooks", async (stack, { app }) => {
      const { DATABASE_URL: databaseUrl = "", GOCARDLESS_WEBHOOK_SECRET: secret = "" } = stack.env;
      const organisations = await layOrganisations();
      await stack.children.worker.stop();
      const place = { app, secret, databaseUrl, organisations };
      const rates = await measureRates(place);
      const alone = await measureVisible(place);
      console.log(`\n  an empty route, alone, p50            ${(await measureEmptyAlone(place)).toFixed(1)} ms`);
      return report(rates, alone);
    }),
  );
}

/** Creates suppliers with a known GoCardless organisation, so that every event enqueues a job. */
async function layOrganisations(): Promise<string[]> {
  const { connectedSupplier } = await import("../test/supplier-data");
  const { db } = await import("../lib/core/database/db");
  const { queue } = await import("../lib/jobs/queue");
  for (let i = 0; i < SUPPLIERS; i += 1) await connectedSupplier();
  const rows = await db.connection.findMany({ where: { type: "GOCARDLESS" }, select: { organisationId: true } });
  // Connecting enqueues jobs; an open queue would log errors when the server stops.
  await (await queue()).stop({ graceful: false });
  await db.$disconnect();
  return rows.map((row) => row.organisationId ?? "");
}

type Rates = Record<"inserts" | "batches" | "empty" | "singles", number[]>;

async function measureRates(place: Place): Promise<Rates> {
  const pool = new pg.Pool({ connectionString: place.databaseUrl, max: CONNECTIONS });
  const stopTaking = takeJobs(pool);
  const singles = await takeTurns({
    empty: posts(place, EMPTY.path, 1),
    singles: posts(place, ROUTE, 1),
  });
  const batches = await takeTurns({
    inserts: inserts(place, pool),
    batches: posts(place, ROUTE, BATCH),
  });
  await stopTaking();
  await pool.end();
  return { ...singles, ...batches };
}

/** As often as an idle worker fetches jobs; each fetch takes all that wait. */
const TAKE_MS = 250;

/** Deletes jobs as if a worker had processed them: enqueueing a job costs more when none waits. */
function takeJobs(pool: pg.Pool): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(() => takeWaiting(pool));
  }, TAKE_MS);
  return async () => {
    clearInterval(timer);
    await last;
  };
}

async function takeWaiting(database: pg.Pool | pg.Client): Promise<void> {
  await database.query(`
    DELETE FROM pgboss.job WHERE id IN (
      SELECT id FROM pgboss.job WHERE state = 'created' AND start_after <= now() FOR UPDATE SKIP LOCKED)`);
}

/** Runs for one round and returns how much was done per second. */
type Loop = () => Promise<number>;

/**
 * Runs the compared loops in alternating rounds and separately from others. After hundreds of thousands of rows the
 * database vacuums, which would slow down the next loop.
 */
async function takeTurns<Name extends string>(loops: Record<Name, Loop>): Promise<Record<Name, number[]>> {
  const rates = Object.fromEntries(Object.keys(loops).map((name) => [name, []])) as unknown as Record<Name, number[]>;
  const names = Object.keys(loops) as Name[];
  // The second loop runs on what the first one left, so they change places.
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const rate = await loops[name]();
      if (round >= WARM_UP_ROUNDS) rates[name].push(rate);
    }
  return rates;
}

/**
 * Runs `AT_ONCE` senders in parallel; each answer while the clock runs counts `worth`. The senders begin before the
 * clock and end after it. A batch takes a quarter of a second, and at the edges of a round few senders are busy.
 */
function loopOf<Made>(worth: number, make: () => Made, send: (made: Made) => Promise<unknown>): Loop {
  let sent = 0;
  return async () => {
    // Some more than the last round needed; the rest is made during the round.
    const ready = Array.from({ length: Math.ceil(sent * 1.3) }, make);
    sent = 0;
    let answered = 0;
    const from = performance.now() + LEAD_MS;
    const to = from + ROUND_MS;
    const sender = async () => {
      while (performance.now() < to) {
        sent += 1;
        await send(ready.pop() ?? make());
        const now = performance.now();
        if (now >= from && now < to) answered += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
    return (answered * worth * 1_000) / ROUND_MS;
  };
}

/** Inserts one row per statement, each committed separately. */
function inserts(place: Place, pool: pg.Pool): Loop {
  const text = `INSERT INTO inbox_events (id, provider, event_id, subject, action, occurred_at, payload)
    VALUES ($1, 'BENCH', $2, $3, $4, $5, $6)`;
  const make = () => {
    const event = gocardlessEvent(place);
    const subject = `payments:${event.links.payment}`;
    return [`evt_${event.id}`, event.id, subject, event.action, event.created_at, JSON.stringify(event)];
  };
  return loopOf(1, make, (values) => pool.query({ name: "insert-one", text, values }));
}

function posts(place: Place, path: string, count: number): Loop {
  const make = () =>
    signed(
      place,
      Array.from({ length: count }, () => gocardlessEvent(place)),
    );
  return loopOf(count, make, (webhook) => send(place, path, webhook));
}

type WireEvent = ReturnType<typeof gocardlessEvent>;

function signed({ secret }: Place, events: WireEvent[]): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify({ events, meta: { webhook_id: `WB${randomUUID()}` } });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return { body, headers: { "content-type": "application/json", "webhook-signature": signature } };
}

async function send({ app }: Place, path: string, webhook: ReturnType<typeof signed>): Promise<void> {
  const response = await fetch(`${app}${path}`, { method: "POST", ...webhook });
  const text = await response.text();
  if (response.status !== 202) throw new Error(`${path} answered ${response.status}: ${text}`);
}

function gocardlessEvent({ organisations }: Place) {
  const organisation = organisations[Math.floor(Math.random() * organisations.length)] ?? "";
  return {
    id: `EV${randomUUID()}`,
    created_at: new Date().toISOString(),
    resource_type: "payments",
    action: "confirmed",
    details: { origin: "gocardless", cause: "payment_confirmed", description: "Enough time has passed." },
    metadata: {},
    resource_metadata: { collection: `col_${randomUUID()}`, invoice: "RE-1042" },
    links: { payment: `PM${randomUUID().slice(0, 12).toUpperCase()}`, organisation },
  };
}

/**
 * Returns the milliseconds that the empty route takes for a single request: the share of the next figure that is not
 * ours.
 */
async function measureEmptyAlone(place: Place): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < ALONE; i += 1) {
    const webhook = signed(place, [gocardlessEvent(place)]);
    const startedAt = performance.now();
    await send(place, EMPTY.path, webhook);
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

/** Returns the milliseconds from sending one event until another connection can read its row. */
async function measureVisible(place: Place): Promise<number[]> {
  const client = new pg.Client(place.databaseUrl);
  await client.connect();
  const times: number[] = [];
  for (let i = 0; i < ALONE; i += 1) {
    await takeWaiting(client);
    const event = gocardlessEvent(place);
    const webhook = signed(place, [event]);
    const startedAt = performance.now();
    const sent = send(place, ROUTE, webhook);
    while (!(await isThere(client, event.id))) await wait(1);
    times.push(performance.now() - startedAt);
    await sent;
  }
  await client.end();
  return times.sort((a, b) => a - b);
}

async function isThere(client: pg.Client, eventId: string): Promise<boolean> {
  const text = "SELECT 1 FROM inbox_events WHERE provider = 'GOCARDLESS' AND event_id = $1";
  return (await client.query({ name: "is-there", text, values: [eventId] })).rowCount === 1;
}

function report(rates: Rates, alone: number[]): boolean {
  const middle = (name: keyof Rates) => median(rates[name]);
  const ratios = (name: keyof Rates, other: keyof Rates) =>
    rates[name].map((rate, round) => rate / (rates[other][round] ?? Number.NaN));
  const [ofInserts, ofEmpty] = [ratios("batches", "inserts"), ratios("singles", "empty")];
  const [batches, singles] = [median(ofInserts), median(ofEmpty)];
  const spread = (all: number[]) => `${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}`;
  const [p50, p99] = [quantile(alone, 0.5), quantile(alone, 0.99)];
  const holds = batches >= BOUNDS.batches && singles >= BOUNDS.singles && p50 <= BOUNDS.p50Ms && p99 <= BOUNDS.p99Ms;
  console.log(`
  rows a second, inserted one by one    ${middle("inserts").toFixed(0)}
  events a second, ${BATCH} in a webhook       ${middle("batches").toFixed(0)}
    as a part of those rows             ${batches.toFixed(2)} (bound ${BOUNDS.batches}; ${spread(ofInserts)})
  requests a second of an empty route   ${middle("empty").toFixed(0)}
  events a second, one in a webhook     ${middle("singles").toFixed(0)}
    as a part of those requests         ${singles.toFixed(2)} (bound ${BOUNDS.singles}; ${spread(ofEmpty)})
  visible to others after, p50          ${p50.toFixed(1)} ms (bound ${BOUNDS.p50Ms})
  visible to others after, p99          ${p99.toFixed(1)} ms (bound ${BOUNDS.p99Ms})
  ${holds ? "holds" : "BROKEN"}
`);
  return holds;
}
