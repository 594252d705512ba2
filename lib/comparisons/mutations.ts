import type { CustomerId } from "@/lib/auth/scope";
import { db, type Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { Comparison } from "@/lib/core/prisma/client";
import type { ComparedFeed, DifferenceRepair } from "@/lib/core/prisma/enums";
import { log } from "@/lib/core/telemetry/log";
import { now } from "@/lib/core/time/clock";
import type { Connectable } from "@/lib/vendors/types";
import { COMPARED_VENDORS, DIFFERENCE_KINDS, type Finding } from "./types";

/** A comparison that was cut off resumes within this time. Later, the vendor's cursor may no longer be valid. */
const RESUMES_FOR_MS = 12 * 3_600_000;

/** Returns the running comparison of a feed, or starts a new one. */
export async function openComparison(customerId: CustomerId, feed: ComparedFeed): Promise<Comparison> {
  const where = { customerId_feed: { customerId, feed } };
  const last = await db.comparison.findUnique({ where });
  if (last?.isRunning && now().getTime() - last.startedAt.getTime() < RESUMES_FOR_MS) return last;
  const begun = { startedAt: now(), isRunning: true, cursor: null, isListed: false, seenCount: 0 };
  // Only a comparison that was cut off leaves items behind.
  if (last?.isRunning) await db.comparedItem.deleteMany({ where: { customerId, feed } });
  return await db.comparison.upsert({ where, create: { customerId, feed, ...begun }, update: begun });
}

/** Stores that a page of the vendor's list is done: which of our ids it contained, and where the next page begins. */
export async function turnPage(
  { customerId, feed }: Comparison,
  page: { met: string[]; seen: number; next: string | undefined },
): Promise<Comparison> {
  return await db.$transaction(async (tx) => {
    const items = page.met.map((providerId) => ({ customerId, feed, providerId }));
    await tx.comparedItem.createMany({ data: items, skipDuplicates: true });
    return await tx.comparison.update({
      where: { customerId_feed: { customerId, feed } },
      data: { cursor: page.next ?? null, isListed: !page.next, seenCount: { increment: page.seen } },
    });
  });
}

/**
 * Ends a comparison. Open differences that it did not find again are closed as `gone`: an event arrived later, or a
 * person repaired them.
 */
export async function closeComparison({ customerId, feed, startedAt }: Comparison, seenCount?: number): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.difference.updateMany({
      where: {
        customerId,
        kind: { in: [...DIFFERENCE_KINDS[feed]] },
        repairedAt: null,
        seenAt: { lt: startedAt },
      },
      data: { repairedAt: now(), repair: "gone" },
    });
    await tx.comparedItem.deleteMany({ where: { customerId, feed } });
    await tx.comparison.update({
      where: { customerId_feed: { customerId, feed } },
      data: { isRunning: false, finishedAt: now(), ...(seenCount === undefined ? {} : { seenCount }) },
    });
  });
}

/**
 * Keeps differences open whose events still wait in the inbox, by setting `seenAt`. A later comparison judges them,
 * once the events are applied.
 */
export async function keepDifferences(
  { customerId, feed }: Pick<Comparison, "customerId" | "feed">,
  subjects: string[],
): Promise<void> {
  const kind = { in: [...DIFFERENCE_KINDS[feed]] };
  const where = { customerId, kind, subject: { in: subjects }, repairedAt: null };
  if (subjects.length > 0) await db.difference.updateMany({ where, data: { seenAt: now() } });
}

/**
 * Stores a difference once, however often it is found. One that was repaired and is found again counts as found today.
 */
export async function noteDifference(customerId: CustomerId, finding: Finding): Promise<void> {
  const { kind, subject, ours, theirs, invoiceId = null } = finding;
  const at = now();
  const where = { customerId_kind_subject: { customerId, kind, subject } };
  const before = await db.difference.findUnique({ where });
  const isNews = !before || before.repairedAt !== null;
  if (isNews) log.warn(finding, "reconciliation mismatch");
  await db.difference.upsert({
    where,
    create: { customerId, id: newId("difference"), kind, subject, ours, theirs, invoiceId, foundAt: at, seenAt: at },
    update: {
      ...{ ours, theirs, invoiceId, seenAt: at, repairedAt: null, repair: null },
      ...(isNews ? { foundAt: at } : {}),
    },
  });
}

export async function settleDifference(
  customerId: CustomerId,
  { kind, subject }: Pick<Finding, "kind" | "subject">,
  repair: DifferenceRepair,
): Promise<void> {
  const where = { customerId, kind, subject, repairedAt: null };
  await db.difference.updateMany({ where, data: { repairedAt: now(), repair } });
}

/**
 * Closes the open differences of vendors that are being disconnected. No comparison will run that could settle them.
 */
export async function closeDifferences(tx: Tx, customerId: CustomerId, vendors: Connectable[]): Promise<void> {
  const feeds = (Object.keys(COMPARED_VENDORS) as ComparedFeed[]).filter((feed) =>
    COMPARED_VENDORS[feed].some((vendor) => vendors.includes(vendor)),
  );
  const kind = { in: feeds.flatMap((feed): string[] => [...DIFFERENCE_KINDS[feed]]) };
  const data = { repairedAt: now(), repair: "gone" } as const;
  await tx.difference.updateMany({ where: { customerId, kind, repairedAt: null }, data });
}

/**
 * Returns the vendor's ids that unhandled events in the inbox name. Their changes are on the way, so nothing about them
 * is a difference yet.
 */
export async function subjectsUnderWay(customerId: CustomerId): Promise<Set<string>> {
  const rows = await db.inboxEvent.findMany({
    where: { customerId, handledAt: null },
    select: { subject: true },
    distinct: ["subject"],
    take: 5_000,
  });
  return new Set(rows.map(({ subject }) => subject.slice(subject.indexOf(":") + 1)));
}
