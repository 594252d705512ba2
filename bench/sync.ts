import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Stack } from "../scripts/stack";
import { withStack } from "./stack-of-its-own";
import { describeWork, measureWork, type Work } from "./work";

/**
 * Measures 1,000 invoices of 50 suppliers from the accounting system to one payment each. Counts every call that the
 * twins received, every 429, every payment in the ledger, every statement, and the CPU time of worker, web and
 * database. The minimum per invoice is one read and one payment; the bound is 1.05 times that. The work is counted until
 * all events and decisions that follow from the payments are done.
 *
 * Mandates and contacts are created before the count starts, and every supplier has been checked once, as every hour.
 * So calls that a process makes once (decision 049) do not count. The invoices then arrive as webhooks, as in
 * operation.
 */
const SUPPLIERS = 50;
const INVOICES_EACH = 20;
const BOUND = 1.05;
const LIMIT_MS = 15 * 60_000;
/** Statements that are printed, the most frequent first. */
const TOP = Number(process.env.BENCH_TOP ?? 25);
const AMOUNT_CENTS = 11_900;

interface LoggedRequest {
  provider: string;
  method: string;
  path: string;
  status: number | null;
}

export async function measureSync(args: string[]): Promise<boolean> {
  const suppliers = Number(args[0] ?? SUPPLIERS);
  const each = Number(args[1] ?? INVOICES_EACH);
  return await withStack("sync", (stack, { desk }) => measure(stack, desk, suppliers, each), {
    countsStatements: true,
  });
}

async function measure(stack: Stack, desk: string, suppliers: number, each: number): Promise<boolean> {
  console.log(`· laying ${suppliers} suppliers with mandates`);
  const { checkAll, laySuppliers } = await import("./sync-suppliers");
  const organisations = await laySuppliers(desk, suppliers);
  await checkAll();
  const before = await counted(desk);
  const workDone = await measureWork(stack);
  const startedAt = performance.now();
  for (const organisation of organisations) await addInvoices(desk, organisation, each);
  const wanted = suppliers * each;
  const made = await untilSettled(desk, wanted);
  const seconds = (performance.now() - startedAt) / 1_000;
  await untilHandled(stack.env.DATABASE_URL as string);
  const work = await workDone();
  const after = await counted(desk);
  return report({
    wanted,
    made,
    seconds,
    work,
    calls: after.calls.slice(before.calls.length),
    payments: await payments(desk),
  });
}

/** Adds invoices to an organisation's accounting system, which tells of them by webhooks. */
export async function addInvoices(
  desk: string,
  organisation: { id: string; contactId: string },
  each: number,
): Promise<void> {
  const dueDate = new Date(Date.now() + 21 * 86_400_000).toISOString().slice(0, 10);
  const invoices = Array.from({ length: each }, () => ({
    contact: { id: organisation.contactId },
    amountCents: AMOUNT_CENTS,
    dueDate,
    paymentTermLabel: "Der Betrag wird per SEPA-Lastschrift eingezogen.",
  }));
  const response = await fetch(`${desk}/lexware/invoices/bulk`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ organisation: organisation.id, invoices }),
  });
  if (!response.ok) throw new Error(`desk: ${response.status} ${await response.text()}`);
}

async function payments(
  desk: string,
): Promise<{ metadata: { invoice?: string }; amountCents: number; organisation: string }[]> {
  const ledger = (await (await fetch(`${desk}/ledger`)).json()) as { gocardless: { payments: [] } };
  return ledger.gocardless.payments;
}

/** Waits until every invoice has a payment, or for the limit, and then a little longer to see any surplus. */
export async function untilSettled(desk: string, wanted: number): Promise<number> {
  const startedAt = Date.now();
  let made = 0;
  while (made < wanted && Date.now() - startedAt < LIMIT_MS) {
    await wait(1_000);
    const response = await fetch(`${desk}/gocardless/payments/count`);
    made = ((await response.json()) as { count: number }).count;
  }
  return made;
}

/** Returns when no event waits in the inbox and no invoice waits for a reading or a decision. */
async function untilHandled(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "bench-work" });
  await client.connect();
  const startedAt = Date.now();
  for (let left = 1; left > 0 && Date.now() - startedAt < LIMIT_MS; ) {
    await wait(1_000);
    const { rows } = await client.query<{ left: number }>(`
      SELECT (SELECT count(*) FROM inbox_events WHERE handled_at IS NULL AND customer_id IS NOT NULL)::int
        + (SELECT count(*) FROM invoices WHERE stale_at IS NOT NULL OR open_stale_at IS NOT NULL OR needs_decision)::int
        AS left`);
    left = rows[0]?.left ?? 0;
  }
  await client.end();
}

async function counted(desk: string): Promise<{ calls: LoggedRequest[] }> {
  const body = (await (await fetch(`${desk}/requests`)).json()) as LoggedRequest[] | { requests: LoggedRequest[] };
  const all = Array.isArray(body) ? body : body.requests;
  return { calls: all.filter((call) => call.provider === "lexware" || call.provider === "gocardless") };
}

interface Outcome {
  wanted: number;
  made: number;
  seconds: number;
  work: Work;
  calls: LoggedRequest[];
  payments: { metadata: { invoice?: string }; organisation: string }[];
}

function report({ wanted, seconds, work, calls, payments: all }: Outcome): boolean {
  const minimum = 2 * wanted;
  const ratio = calls.length / minimum;
  const tooMany = calls.filter((call) => call.status === 429).length;
  const distinct = new Set(all.map((payment) => `${payment.organisation}:${payment.metadata.invoice}`)).size;
  const kinds = new Map<string, number>();
  for (const call of calls) {
    const kind = `${call.provider} ${call.method} ${call.path.replace(/\/[0-9a-f-]{36}|\/[A-Z]{2}[0-9A-Z]{8,}/g, "/:id")}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  for (const [kind, count] of [...kinds].sort((a, b) => b[1] - a[1]))
    console.log(`  ${String(count).padStart(6)}  ${kind}`);
  const isGood = all.length === wanted && distinct === wanted && tooMany === 0 && ratio <= BOUND;
  console.log(`${describeWork(work, wanted, TOP)}

  invoices                     ${wanted}
  payments in the ledger       ${all.length} (${distinct} distinct invoices)
  answers 429                  ${tooMany}
  provider calls               ${calls.length} of at least ${minimum}
  calls per minimum            ${ratio.toFixed(4)} (bound ${BOUND})
  time                         ${seconds.toFixed(1)} s (${(wanted / seconds).toFixed(1)} invoices a second)
  ${isGood ? "holds" : "BROKEN"}
`);
  return isGood;
}
