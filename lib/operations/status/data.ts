import { oldestComparisons } from "@/lib/comparisons/data";
import { DIFFERENCE_KINDS } from "@/lib/comparisons/types";
import { db } from "@/lib/core/database/db";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { now } from "@/lib/core/time/clock";
import { INBOX_PROVIDERS } from "@/lib/inbox/mutations";
import { listDeadLetters } from "@/lib/jobs/recovery/dead-letters";
import { OPEN_JOBS, secondsSinceLastJob } from "@/lib/jobs/tables";
import { UNREADABLE_KINDS } from "@/lib/notices/mutations";
import { countFailedEvents, oldestReadings, readInboxes } from "@/lib/operations/gauges/data";
import type { FaultKey, Feed, FeedKey, OpenDifference, QueueState } from "@/lib/operations/types";
import { vendorName } from "@/lib/vendors/types";
import { levelOf, queueLevel } from "./rules";

/** Returns the state of the whole installation, across all suppliers, by parallel queries. */
export async function readStatus() {
  const [feeds, queues, faults, differences, letters] = await crossTenant(() =>
    Promise.all([readFeeds(), readQueues(), readFaults(), readDifferences(), listDeadLetters()]),
  );
  return { feeds, queues, faults, differences, letters };
}

/** Returns the age of every feed: of its last event, or of the oldest reading among the connected suppliers. */
export async function readFeeds(): Promise<Feed[]> {
  return [
    await readWorker(),
    ...(await readInbox()),
    ...(await readReadings()),
    await readMails(),
    ...(await readComparisons()),
  ];
}

function feed(key: FeedKey, facts: Partial<Omit<Feed, "key" | "level">>): Feed {
  const { age = null, wait = null, waiting = 0 } = facts;
  return { key, age, wait, waiting, level: levelOf(key, age, wait) };
}

async function readWorker(): Promise<Feed> {
  return feed("worker", { age: await secondsSinceLastJob() });
}

async function readInbox(): Promise<Feed[]> {
  const rows = await readInboxes();
  return INBOX_PROVIDERS.map((provider) => ({
    ...feed("webhooks", rows.find((row) => row.provider === provider) ?? {}),
    vendor: vendorName(provider) ?? "Stripe",
  }));
}

/** In business time, like the stored times of the readings. */
function ageOf(at: Date | null | undefined): number | null {
  return at ? Math.max(0, (now().getTime() - at.getTime()) / 1_000) : null;
}

async function readReadings(): Promise<Feed[]> {
  const { events, books } = await oldestReadings();
  const contracts = await db.contract.aggregate({
    where: { stripeCustomerId: { not: null }, endedAt: null, customer: { closedAt: null } },
    _min: { readAt: true },
  });
  return [
    feed("events", { age: ageOf(events) }),
    feed("books", { age: ageOf(books) }),
    feed("contracts", { age: ageOf(contracts._min.readAt) }),
  ];
}

async function readMails(): Promise<Feed> {
  const [row] = await db.$queryRaw<{ waiting: number; wait: number | null; age: number | null }[]>`
    SELECT count(*) FILTER (WHERE status IN ('queued', 'sending'))::int AS waiting,
      EXTRACT(EPOCH FROM now() - min(created_at) FILTER (WHERE status IN ('queued', 'sending')))::float8 AS wait,
      EXTRACT(EPOCH FROM now() - max(updated_at) FILTER (WHERE status = 'sent'))::float8 AS age
    FROM mails`;
  return feed("mails", row ?? {});
}

async function readComparisons(): Promise<Feed[]> {
  const open = await db.difference.groupBy({ by: ["kind"], where: { repairedAt: null }, _count: true });
  return (await oldestComparisons()).map(({ feed: key, at }) => {
    const kinds: readonly string[] = DIFFERENCE_KINDS[key];
    const waiting = open.filter(({ kind }) => kinds.includes(kind)).reduce((sum, row) => sum + row._count, 0);
    const found = feed(key, { age: ageOf(at), waiting });
    return waiting > 0 && found.level === "good" ? { ...found, level: "wait" } : found;
  });
}

export async function readQueues(): Promise<QueueState[]> {
  const rows = await db.$queryRaw<Omit<QueueState, "level">[]>`
    SELECT name, count(*) FILTER (WHERE state = 'created')::int AS waiting,
      EXTRACT(EPOCH FROM now() - min(start_after) FILTER (WHERE state = 'created' AND start_after <= now()))::float8 AS wait,
      count(*) FILTER (WHERE state = 'active')::int AS running,
      count(*) FILTER (WHERE state = 'retry')::int AS retrying,
      count(*) FILTER (WHERE state = 'failed')::int AS dead
    FROM (${OPEN_JOBS}) AS job WHERE name NOT LIKE '\\_\\_%' GROUP BY 1 ORDER BY 1`;
  return rows.map((row) => ({ ...row, level: queueLevel(row.wait, row.retrying, row.dead) }));
}

/** Counts what failed within a day, or is in doubt now. */
export async function readFaults(): Promise<Record<FaultKey, number>> {
  const since = new Date(now().getTime() - 24 * 3_600_000);
  const [events, readings, mails, bookings, unreadable, unknownDebits] = await Promise.all([
    countFailedEvents(),
    db.syncRun.count({ where: { status: "failed", startedAt: { gte: since } } }),
    db.mail.count({ where: { status: { in: ["failed", "unknown"] }, updatedAt: { gte: since } } }),
    db.payout.count({ where: { bookingStatus: "needs_attention" } }),
    db.notice.count({ where: { kind: { in: UNREADABLE_KINDS }, resolvedAt: null } }),
    db.collection.count({ where: { status: "pending", calledAt: { not: null }, providerId: null } }),
  ]);
  return { events, readings, mails, bookings, unreadable, unknownDebits };
}

const SHOWN = 30;

/** Returns the differences that wait for a person, newest first, and how many were repaired within a day. */
export async function readDifferences(): Promise<{ open: OpenDifference[]; total: number; repaired: number }> {
  const where = { repairedAt: null };
  const [rows, total, repaired] = await Promise.all([
    db.difference.findMany({ where, orderBy: { foundAt: "desc" }, take: SHOWN }),
    db.difference.count({ where }),
    db.difference.count({ where: { repairedAt: { gte: new Date(now().getTime() - 24 * 3_600_000) } } }),
  ]);
  const open = rows.map(({ id, kind, customerId, subject, invoiceId, ours, theirs, foundAt }) => ({
    ...{ id, kind, customerId, subject, ours, theirs },
    ...{ invoiceId: invoiceId ?? undefined, foundAt: foundAt.toISOString() },
  }));
  return { open, total, repaired };
}
