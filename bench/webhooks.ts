import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { withRoute } from "./route-of-its-own";
import { withStack } from "./stack-of-its-own";
import { median, quantile } from "./two-samples";

/**
 * What receiving costs. Webhooks of 50 events against an equal loop that inserts the same rows one by one; single ones
 * against a route of the same build that does nothing; and how long an event that comes alone takes until another
 * connection can read it. The rounds take turns in one run; what they send was made and signed before their clock starts,
 * for that is the vendor's work and would share our cores. The worker rests: what it does comes after the answer. Only its
 * taking of jobs is played, so that they have to be promised anew.
 */
const BATCH = 50;
/** So many that the web process has something to do while a group of them is being committed. */
const AT_ONCE = 96;
/** Connections of the loop that inserts: as many as the database has use for here. */
const CONNECTIONS = 16;
const SUPPLIERS = 10;
/** Many short ones: a round is worth 0.7 to 1.2 by what else the machine does in its second, the middle of 8 still 0.75 to 0.87. */
const ROUNDS = 32;
const ROUND_MS = 1_000;
/** So long load has been there before the clock of a round starts. */
const LEAD_MS = 400;
/** So long the engine still compiles what a webhook runs through: it gets from half its speed to all of it. */
const WARM_UP_ROUNDS = 6;
const ALONE = 1_000;
const BOUNDS = { batches: 2, singles: 0.8, p50Ms: 10, p99Ms: 50 } as const;

const ROUTE = "/api/webhooks/gocardless";
/** Stands beside the real one and only while this bench builds. */
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

/** Suppliers whose organisation at GoCardless is known, so that every event promises a job. */
async function layOrganisations(): Promise<string[]> {
  const { connectedSupplier } = await import("../test/supplier-data");
  const { db } = await import("../lib/core/db");
  const { queue } = await import("../lib/jobs/queue");
  for (let i = 0; i < SUPPLIERS; i += 1) await connectedSupplier();
  const rows = await db.connection.findMany({ where: { type: "GOCARDLESS" }, select: { organisationId: true } });
  // Connecting one promises jobs; what is left open here would complain when the server stops.
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

/** As often as a worker that is awake: each of them takes all that waits. */
const TAKE_MS = 250;

/** Jobs go as if somebody worked them off: promising one that is missing costs more than holding one that waits. */
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

/** Runs for a round and gives what it got done, a second. */
type Loop = () => Promise<number>;

/**
 * Two that are compared take turns, and no others with them: after hundreds of thousands of rows the database tidies up,
 * which would count for whoever comes next.
 */
async function takeTurns<Name extends string>(loops: Record<Name, Loop>): Promise<Record<Name, number[]>> {
  const rates = Object.fromEntries(Object.keys(loops).map((name) => [name, []])) as unknown as Record<Name, number[]>;
  const names = Object.keys(loops) as Name[];
  // Who comes second finds what the first one has left: they change places.
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const rate = await loops[name]();
      if (round >= WARM_UP_ROUNDS) rates[name].push(rate);
    }
  return rates;
}

/**
 * `AT_ONCE` senders beside each other; what is answered while the clock runs counts `worth`. They begin before it and end
 * after it: a batch takes a quarter of a second, and at the edges of a round few are at work.
 */
function loopOf<Made>(worth: number, make: () => Made, send: (made: Made) => Promise<unknown>): Loop {
  let sent = 0;
  return async () => {
    // Some more than the round before took; what is missing then is made on the way.
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

/** One row by one statement that commits by itself. */
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

/** Milliseconds that the empty route takes for a request that comes alone: what of the next figure is not ours. */
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

/** Milliseconds from sending one event until another connection reads its row. */
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
