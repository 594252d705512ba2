import pg from "pg";
import { db } from "@/lib/core/database/db";
import { type Child, startChild, waitFor } from "../scripts/processes";
import { type Owner, signedInOwner } from "./owner";
import { layNeighbours, layRows } from "./scale-rows";
import { type SqlCounter, startSqlCounter } from "./sql-counter";
import { withStack } from "./stack-of-its-own";
import { quantile } from "./two-samples";

/**
 * Measures whether a supplier's pages get slower with the number of other suppliers. Compares every page's slowest
 * answers (p99) in a database with a million invoices of a thousand suppliers, and in one with only the supplier's own
 * thousand. Both are requested alternately in one run. Also counts each page's SQL statements, with one row and with
 * five thousand, and reports large tables that are read completely.
 */
const RATIO_BOUND = 1.2;
const STATEMENT_BOUND = 4;
const LARGE_TABLE = 10_000;
const NEIGHBOURS = 1_000;
const INVOICES_EACH = 1_000;
const WARM_UP = 15;
/** If the slowest answers differ, up to this many times the requests are made. */
const MORE = 12;

const PAGES = [
  "/app",
  "/app/invoices",
  "/app/invoices?filter=needs-you",
  "/app/invoices?filter=waiting",
  "/app/invoices?filter=on-its-way",
  "/app/invoices?filter=collected",
  "/app/invoices?filter=returned",
  "/app/invoices?filter=not-collected",
  "/app/invoices?filter=open",
  "/app/invoices?filter=to-decide",
  "/app/invoices?filter=collected-this-month&sort=debit&dir=desc",
  "/app/invoices?search=RE-77",
  "/app/invoices?search=Tischlerei&filter=collected",
  "/app/invoices?rows=100&after=inv_0000400",
  "/app/invoices?sort=amount",
  "/app/invoices?sort=contact",
  "/app/invoices?sort=number",
  "/app/invoices?filter=on-its-way&sort=debit",
  "/app/invoices/inv_0000019",
  "/app/invoices?invoice=inv_0000019",
  "/app/invoices?after=inv_0000400&invoice=inv_0000019",
  "/app/invoices?filter=on-its-way&sort=debit&after=col_ext-18&invoice=inv_0000008",
  "/app/upcoming",
  "/app/returns",
  "/app/returns?search=RE-9",
  "/app/returns?filter=all",
  "/app/returns?after=rtn_col_ext-19",
  "/app/mandates",
  "/app/mandates?name=Praxis",
  "/app/mandates?filter=open",
  "/app/mandates?filter=usable",
  "/app/mandates?filter=ended",
  "/app/mandates?r-after=mrq_ctc-17&m-after=mdt_ctc-16",
  "/app/mandates?match=mdt_foreign_1",
  "/app/mandates?match=mdt_foreign_1&find=Praxis",
  "/app/mandates/first-requests",
  "/app/contacts",
  "/app/contacts?name=Kanzlei",
  "/app/contacts?filter=granted",
  "/app/contacts?filter=none",
  "/app/contacts?filter=asked",
  "/app/contacts?filter=lost",
  "/app/contacts?filter=excluded",
  "/app/contacts?after=ctc_12",
  "/app/contacts?payer=ctc_7",
  "/app/contacts/ctc_12",
  "/app/contacts/ctc_12?after=inv_0000111",
  "/app/contacts/ctc_12?list=debits",
  "/app/contacts/ctc_12?list=debits&after=col_ext-111",
  "/app/contacts/ctc_12?list=returns",
  "/app/contacts/ctc_12?list=mails",
  "/app/search?query=RE-77",
  "/app/search?query=Tischlerei",
  "/app/search?query=297%2C50",
  "/app/search?query=nobody",
  "/app/activity",
  "/app/activity?kind=debits",
  "/app/activity?kind=mails&person=einzug",
  "/app/notices",
  "/app/notices?filter=unread",
  "/app/notices?after=ntc_20",
  "/app/emails",
  "/app/payouts",
  "/app/payouts?after=pay_9",
  "/app/payouts/pay_1",
  "/app/settings",
  "/app/settings/collecting",
  "/app/settings/notifications",
  "/app/transfer",
  "/app/connections",
  "/app/datev",
  "/app/subscription",
  "/app/account",
  "/app/account/security",
  "/app/account/data",
  "/app/account/team",
  "/app/account/api",
  "/app/account/webhooks",
  "/app/e-invoices",
  "/status",
  "/changelog",
  "/api-docs",
];

interface Side {
  app: string;
  cookie: string;
  counter: SqlCounter;
  client: pg.Client;
}

/**
 * `npm run bench -- scale [requests [part]]`: this many requests per page and side (400); only pages whose address
 * contains the part.
 */
export async function measureScale([count, part = ""]: string[]): Promise<boolean> {
  const requests = Number(count ?? 400);
  const pages = PAGES.filter((page) => page.includes(part));
  return await withStack("scale", async (stack, { app }) => {
    // The worker would check a thousand suppliers that no vendor knows.
    await stack.children.worker.stop();
    await stack.children.web.stop();
    const postgres = new URL(stack.env.DATABASE_URL as string);
    const owners = { measured: await signedInOwner(), one: await signedInOwner(), many: await signedInOwner() };
    await db.$disconnect();
    const large = await copyDatabase(postgres, "einzug_large");
    const [few, many] = [new pg.Client(postgres.href), new pg.Client(large.href)];
    // The server may be shutting down after another error.
    for (const client of [few, many]) await client.on("error", () => {}).connect();
    await layRows(few, [{ id: owners.measured.customerId, invoices: INVOICES_EACH }]);
    console.log("· laying a million invoices");
    await layRows(many, [
      { id: owners.measured.customerId, invoices: INVOICES_EACH },
      { id: owners.one.customerId, invoices: 1 },
      { id: owners.many.customerId, invoices: 5_000 },
      ...(await layNeighbours(many, NEIGHBOURS)).map((id) => ({ id, invoices: INVOICES_EACH })),
    ]);
    for (const client of [few, many]) await client.query("VACUUM ANALYZE");
    const port = Number(new URL(app).port);
    const webs: Child[] = [];
    const side = async (name: string, url: URL, client: pg.Client, offset: number): Promise<Side> => {
      const counter = await startSqlCounter(port + offset + 1, Number(url.port));
      const through = new URL(url);
      through.port = String(port + offset + 1);
      const place = `http://localhost:${port + offset}`;
      const env = { ...stack.env, DATABASE_URL: through.href, PORT: String(port + offset) };
      const web = startChild(`web-${name}`, ["dist/web.js"], env, ".data/bench-scale/logs");
      webs.push(web);
      await waitFor(`${place}/api/health`, web, 60_000, ".data/bench-scale/logs");
      return { app: place, cookie: owners.measured.cookie, counter, client };
    };
    const sides = { few: await side("few", postgres, few, 10), many: await side("many", large, many, 20) };
    try {
      const statements = await countStatements(pages, sides.many, owners);
      const times = await compareTimes(pages, sides, requests);
      return report(times, statements, await wholeReads(sides.many.client));
    } finally {
      for (const web of webs) await web.stop();
      for (const { client, counter } of Object.values(sides)) {
        await client.end();
        await counter.stop();
      }
    }
  });
}

async function copyDatabase(from: URL, name: string): Promise<URL> {
  const copy = new URL(from);
  copy.pathname = `/${name}`;
  const admin = new pg.Client(new URL("/postgres", from).href);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE "${from.pathname.slice(1)}"`);
  await admin.end();
  return copy;
}

/** Counts each page's statements for a supplier with one invoice and one with five thousand. */
async function countStatements(pages: string[], side: Side, owners: { one: Owner; many: Owner }) {
  const counts: Record<string, { one: number; many: number }> = {};
  for (const page of pages) {
    const counted = { one: 0, many: 0 };
    for (const [size, owner] of Object.entries({ one: owners.one, many: owners.many })) {
      // A single row has no second page, and a supplier whose only contact has a mandate needs no other one.
      if (size === "one" && /after=|payer=/.test(page)) continue;
      // The supplier with one invoice requests that invoice, or its payer.
      const own = size === "one" ? page.replace(/inv_\d+/, "inv_0000001").replace(/\/ctc_\d+/, "/ctc_1") : page;
      // The first answer opens connections. Later, too, one that was idle may be closed, and its successor is told its
      // supplier by a statement more. The page itself needs the fewest.
      let asked: string[] = [];
      for (let round = 0; round < 3; round += 1) {
        side.counter.take();
        // A supplier may have no payout.
        await ask({ ...side, cookie: owner.cookie }, own, [200, 404]);
        const taken = side.counter.take();
        if (round === 1 || taken.length < asked.length) asked = taken;
      }
      counted[size as "one" | "many"] = asked.length;
      if (process.env.BENCH_SQL && size === "many") for (const text of asked) console.log(`${page}\n    ${text}`);
    }
    counts[page] = counted;
  }
  return counts;
}

async function compareTimes(pages: string[], sides: { few: Side; many: Side }, requests: number) {
  const times: Record<string, { few: number[]; many: number[] }> = {};
  await sides.many.client.query("SELECT pg_stat_reset()");
  for (const page of pages) {
    const found = { few: [] as number[], many: [] as number[] };
    // A few hundred requests have few slow ones, which chance decides. If the sides differ, more are made.
    const isEnough = (asked: number) =>
      asked >= requests * MORE || (asked >= requests && asked % requests === 0 && ratioOf(found) <= RATIO_BOUND);
    for (let i = -WARM_UP; !isEnough(i); i += 1) {
      // Each side is first in every second round.
      for (const name of i % 2 === 0 ? (["few", "many"] as const) : (["many", "few"] as const)) {
        const startedAt = performance.now();
        await ask(sides[name], page, [200]);
        if (i >= 0) found[name].push(performance.now() - startedAt);
      }
    }
    times[page] = found;
    for (const name of ["few", "many"] as const) sides[name].counter.take();
  }
  return times;
}

/** Compares the slowest answers of both sides. */
function ratioOf({ few, many }: { few: number[]; many: number[] }): number {
  return quantile(many, 0.99) / quantile(few, 0.99);
}

async function ask(side: Side, page: string, allowed: number[]): Promise<void> {
  const response = await fetch(`${side.app}${page}`, { headers: { cookie: side.cookie }, redirect: "manual" });
  await response.text();
  if (!allowed.includes(response.status)) throw new Error(`${page} answered ${response.status}`);
}

/** Returns large tables that were scanned completely since the statistics were reset. */
async function wholeReads(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ relname: string; seq_scan: string }>(
    "SELECT t.relname, seq_scan FROM pg_stat_user_tables t JOIN pg_class c ON c.oid = t.relid WHERE seq_scan > 0 AND reltuples > $1",
    [LARGE_TABLE],
  );
  return rows.map(({ relname, seq_scan }) => `${relname} (${seq_scan} times)`);
}

function report(
  times: Record<string, { few: number[]; many: number[] }>,
  statements: Record<string, { one: number; many: number }>,
  whole: string[],
): boolean {
  let holds = whole.length === 0;
  console.log("\n  page                                                p50 ms       p99 ms    ratio  statements");
  for (const [page, { few, many }] of Object.entries(times)) {
    const ratio = ratioOf({ few, many });
    const { one = 0, many: all = 0 } = statements[page] ?? {};
    const isFine = ratio <= RATIO_BOUND && all <= STATEMENT_BOUND && (one === all || one === 0);
    holds &&= isFine;
    const ms = (q: number) => `${quantile(few, q).toFixed(1)} ${quantile(many, q).toFixed(1)}`.padStart(12);
    console.log(
      `  ${page.padEnd(48)} ${ms(0.5)} ${ms(0.99)} ${ratio.toFixed(2).padStart(8)} ${`${one} / ${all}`.padStart(9)} ${isFine ? "" : "!"}`,
    );
  }
  console.log(`\n  large tables read from end to end: ${whole.join(", ") || "none"}`);
  console.log(
    `  bounds: ratio ${RATIO_BOUND}, ${STATEMENT_BOUND} statements, the same for 1 and 5,000 rows\n  ${holds ? "holds" : "BROKEN"}`,
  );
  return holds;
}
