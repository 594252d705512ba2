import { db, type Prisma } from "@/lib/core/database/db";
import { traceIdOf } from "@/lib/core/telemetry/trace";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { OPEN_JOBS, readTracesOfJobs } from "@/lib/jobs/tables";
import { diagnosisOf } from "@/lib/operations/status/rules";
import type { Match, Trail, TrailStep } from "@/lib/operations/types";
import { onlineSystemOf } from "@/lib/vendors/rules";

const MATCHES = 10;

/**
 * Finds invoices of the whole installation by number or by any id: ours, the accounting system's, a collection's, a
 * payment's.
 * Names no payer. For operators only; everything else searches within one supplier.
 */
export async function findMatches(text: string): Promise<Match[]> {
  const debit = { some: { OR: [{ id: text }, { providerId: text }] } };
  const rows = await crossTenant(() =>
    db.invoice.findMany({
      where: { OR: [{ id: text }, { number: text }, { externalId: text }, { collections: debit }] },
      select: { customerId: true, id: true, number: true, createdAt: true },
      orderBy: { id: "desc" },
      take: MATCHES,
    }),
  );
  return rows.map(({ id, createdAt, ...row }) => ({ ...row, invoiceId: id, createdAt: createdAt.toISOString() }));
}

const include = {
  contact: { select: { staleAt: true } },
  customer: { select: { connections: true } },
  mandateRequests: { select: { createdAt: true, signedAt: true } },
  collections: { orderBy: [{ holdsInvoice: "desc" }, { attempt: "desc" }], include: { events: true } },
} satisfies Prisma.InvoiceInclude;
type Row = Prisma.InvoiceGetPayload<{ include: typeof include }>;

/** Returns the diagnosis of one invoice: where it is, how it got there, and what is still to be done about it. */
export async function readTrail({ customerId, invoiceId }: Match): Promise<Trail | undefined> {
  const row = await db.invoice.findUnique({ where: { customerId_id: { customerId, id: invoiceId } }, include });
  if (!row) return undefined;
  const paymentIds = row.collections.flatMap((debit) => debit.providerId ?? []);
  // Only payouts that brought the money: one that deducts an earlier payment of the invoice settles nothing.
  const items = await db.payoutItem.findMany({
    where: { customerId, type: "payment_paid_out", providerPaymentId: { in: paymentIds } },
    select: { providerPaymentId: true, payout: true },
    orderBy: { payout: { createdAt: "desc" } },
  });
  const ofDebit = items.find((item) => item.providerPaymentId === row.collections[0]?.providerId);
  const { since, ...diagnosis } = diagnosisOf(factsOf(row, ofDebit?.payout));
  return {
    ...{ customerId, invoiceId, number: row.number, reason: row.reason ?? undefined },
    diagnosis: { ...diagnosis, since: since?.toISOString() },
    steps: stepsOf(row, [...new Map(items.map(({ payout }) => [payout.id, payout])).values()]),
    jobs: await readJobs(customerId, row),
    events: await readEvents(customerId, [row.externalId, ...paymentIds]),
    differences: await readDifferencesOf(customerId, invoiceId),
    traces: await readTraces(customerId, row, paymentIds),
  };
}

type PayoutRow = Prisma.PayoutGetPayload<object>;

function factsOf(row: Row, payout: PayoutRow | undefined) {
  const { connections } = row.customer;
  const marks = [row.staleAt, row.openStaleAt, row.contact?.staleAt].filter((at) => at instanceof Date);
  const debit = row.collections[0];
  const news = debit?.events.map((event) => event.receivedAt.getTime()) ?? [];
  return {
    hasBooks: onlineSystemOf(connections)?.status === "connected",
    hasPayments: connections.some((one) => one.type === "GOCARDLESS" && one.status === "connected"),
    staleSince: marks.length > 0 ? new Date(Math.min(...marks.map((at) => at.getTime()))) : null,
    needsDecision: row.needsDecision,
    changedAt: row.updatedAt,
    outcome: row.outcome,
    reason: row.reason,
    decidedAt: row.decidedAt,
    debit: debit && { ...debit, newsAt: news.length > 0 ? new Date(Math.max(...news)) : null },
    payout,
  };
}

function stepsOf(row: Row, payouts: PayoutRow[]): TrailStep[] {
  const steps: { at: Date | null | undefined; what: TrailStep["what"]; detail?: string }[] = [
    { at: row.createdAt, what: "listed" },
    { at: row.readAt, what: "read" },
    { at: row.decidedAt, what: "decided", detail: row.reason ?? undefined },
    ...row.mandateRequests.flatMap((request) => [
      { at: request.createdAt, what: "requested" as const },
      { at: request.signedAt, what: "signed" as const },
    ]),
    ...row.collections.flatMap((debit) => [
      { at: debit.createdAt, what: "planned" as const, detail: String(debit.attempt) },
      { at: debit.calledAt, what: "called" as const, detail: String(debit.attempt) },
      ...debit.events.map((event) => ({ at: event.receivedAt, what: "event" as const, detail: event.action })),
    ]),
    ...payouts.flatMap((payout) => [
      { at: payout.archivedAt, what: "archived" as const },
      { at: payout.bookedAt, what: "booked" as const },
    ]),
  ];
  return steps
    .flatMap(({ at, ...step }) => (at ? [{ ...step, at: at.toISOString() }] : []))
    .sort((a, b) => b.at.localeCompare(a.at));
}

/** Queues in which an invoice's work has the supplier's id as its key. */
const SHARED = ["invoices.sync", "collections.decide", "inbox.drain", "payouts.book"];
const MESSAGE_LENGTH = 200;

async function readJobs(customerId: string, row: Row): Promise<Trail["jobs"]> {
  const ids = row.collections.map((debit) => debit.id);
  const rows = await db.$queryRaw<{ id: string; queue: string; state: string; since: Date; message: string | null }[]>`
    SELECT id::text AS id, name AS queue, state::text AS state, COALESCE(completed_on, started_on, created_on) AS since,
      left(output->>'message', ${MESSAGE_LENGTH}) AS message
    FROM (${OPEN_JOBS}) AS job
    WHERE (singleton_key = ANY(${ids}) OR (singleton_key = ${customerId} AND name = ANY(${SHARED})))
    ORDER BY created_on`;
  return rows.map((job) => ({ ...job, since: job.since.toISOString() }));
}

async function readEvents(customerId: string, ids: string[]): Promise<Trail["events"]> {
  const rows = await db.inboxEvent.findMany({
    where: { customerId, handledAt: null, OR: ids.map((id) => ({ subject: { endsWith: `:${id}` } })) },
    orderBy: { receivedAt: "asc" },
    take: 20,
  });
  return rows.map(({ id, subject, action, receivedAt, error }) => ({
    ...{ id, subject, action, receivedAt: receivedAt.toISOString() },
    error: error?.slice(0, MESSAGE_LENGTH) ?? null,
  }));
}

async function readDifferencesOf(customerId: string, invoiceId: string): Promise<Trail["differences"]> {
  const rows = await db.difference.findMany({
    where: { customerId, invoiceId },
    orderBy: { foundAt: "desc" },
    take: 20,
  });
  return rows.map(({ id, kind, ours, theirs, repairedAt }) => ({
    id,
    kind,
    ours,
    theirs,
    repaired: repairedAt !== null,
  }));
}

const SHOWN_TRACES = 5;

/** Returns the newest traces of the invoice's events, and of its jobs as long as the queue has them. */
async function readTraces(customerId: string, row: Row, paymentIds: string[]): Promise<Trail["traces"]> {
  const subjects = [row.externalId, ...paymentIds].map((id) => ({ subject: { endsWith: `:${id}` } }));
  const events = await db.inboxEvent.findMany({
    where: { customerId, trace: { not: null }, OR: subjects },
    select: { receivedAt: true, subject: true, action: true, trace: true },
    orderBy: { receivedAt: "desc" },
    take: SHOWN_TRACES,
  });
  const ids = row.collections.map((debit) => debit.id);
  const jobs = await readTracesOfJobs(ids, SHOWN_TRACES);
  const found = [
    ...jobs,
    ...events.map((event) => ({ ...event, at: event.receivedAt, what: `${event.subject} ${event.action}` })),
  ];
  return found
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .flatMap(({ at, what, trace }) => {
      const id = traceIdOf(trace);
      return id ? [{ id, at: at.toISOString(), what }] : [];
    })
    .slice(0, SHOWN_TRACES);
}
