import type { CustomerId } from "@/lib/auth/scope";
import type { Connectable } from "@/lib/connections/types";
import { now } from "@/lib/core/clock";
import { db, type Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { log } from "@/lib/core/log";
import type { Comparison } from "@/lib/core/prisma/client";
import type { ComparedFeed, DifferenceRepair } from "@/lib/core/prisma/enums";
import { COMPARED_VENDORS, DIFFERENCE_KINDS, type Finding } from "./types";

/** One that was cut off goes on; after this long the vendor's cursor may mean nothing any more. */
const RESUMES_FOR_MS = 12 * 3_600_000;

/** The comparison of a feed that is under way, or a new one. */
export async function openComparison(customerId: CustomerId, feed: ComparedFeed): Promise<Comparison> {
  const where = { customerId_feed: { customerId, feed } };
  const last = await db.comparison.findUnique({ where });
  if (last?.isRunning && now().getTime() - last.startedAt.getTime() < RESUMES_FOR_MS) return last;
  const begun = { startedAt: now(), isRunning: true, cursor: null, isListed: false, seenCount: 0 };
  // One that came to its end has left nothing behind.
  if (last?.isRunning) await db.comparedItem.deleteMany({ where: { customerId, feed } });
  return await db.comparison.upsert({ where, create: { customerId, feed, ...begun }, update: begun });
}

/** A page of the vendor's list is worked off: what of ours it named, and where the next one begins. */
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

/** The comparison is over. What it did not meet again has gone by itself: an event came later, or somebody saw to it. */
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

/** What is on its way stays open, as met: whether it has gone is told once its news are worked off. */
export async function keepDifferences(
  { customerId, feed }: Pick<Comparison, "customerId" | "feed">,
  subjects: string[],
): Promise<void> {
  const kind = { in: [...DIFFERENCE_KINDS[feed]] };
  const where = { customerId, kind, subject: { in: subjects }, repairedAt: null };
  if (subjects.length > 0) await db.difference.updateMany({ where, data: { seenAt: now() } });
}

/** Writes a difference down, once however often it is met; one that was repaired and is back counts from today. */
export async function noteDifference(customerId: CustomerId, finding: Finding): Promise<void> {
  const { kind, subject, ours, theirs, invoiceId = null } = finding;
  const at = now();
  const where = { customerId_kind_subject: { customerId, kind, subject } };
  const before = await db.difference.findUnique({ where });
  const isNews = !before || before.repairedAt !== null;
  if (isNews) log.warn(finding, "a vendor and we do not say the same");
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

/** Vendors that are disconnected are not asked again: what was found there would wait for ever. */
export async function closeDifferences(tx: Tx, customerId: CustomerId, vendors: Connectable[]): Promise<void> {
  const feeds = (Object.keys(COMPARED_VENDORS) as ComparedFeed[]).filter((feed) =>
    COMPARED_VENDORS[feed].some((vendor) => vendors.includes(vendor)),
  );
  const kind = { in: feeds.flatMap((feed): string[] => [...DIFFERENCE_KINDS[feed]]) };
  const data = { repairedAt: now(), repair: "gone" } as const;
  await tx.difference.updateMany({ where: { customerId, kind, repairedAt: null }, data });
}

/** What is still to be worked off from the inbox is on its way: no difference yet. By the ids that events name. */
export async function subjectsUnderWay(customerId: CustomerId): Promise<Set<string>> {
  const rows = await db.inboxEvent.findMany({
    where: { customerId, handledAt: null },
    select: { subject: true },
    distinct: ["subject"],
    take: 5_000,
  });
  return new Set(rows.map(({ subject }) => subject.slice(subject.indexOf(":") + 1)));
}
