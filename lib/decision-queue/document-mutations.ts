import type { CustomerId } from "@/lib/auth/scope";
import { db, type Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { DocumentKind } from "@/lib/providers/accounting/port";
import type { AccountingSystem } from "@/lib/vendors/types";

/** Vendors store a document's time of change and the event's a moment apart. */
const SAME_MOMENT_MS = 100;

/** Returns the time up to which events are covered by a version changed at `updatedAt`. */
export function coveredBy(updatedAt: Date): Date {
  return new Date(updatedAt.getTime() + SAME_MOMENT_MS);
}

/**
 * Sets the stale flag of documents that are open here but not in the full list. Each is read on its own: nothing is
 * assumed.
 *
 * @returns those that had no stale flag before
 */
export async function markMissing(
  customerId: CustomerId,
  books: AccountingSystem,
  listedBefore: Date,
  listedIds: Set<string>,
): Promise<{ id: string; externalId: string; bookStatus: string }[]> {
  const open = await db.invoice.findMany({
    where: {
      customerId,
      books,
      bookStatus: { in: ["open", "in_banking"] },
      createdAt: { lt: listedBefore },
      openStaleAt: null,
    },
    select: { id: true, externalId: true, bookStatus: true },
  });
  const missing = open.filter((row) => !listedIds.has(row.externalId));
  const id = { in: missing.map((row) => row.id) };
  if (missing.length > 0) await db.invoice.updateMany({ where: { customerId, id }, data: { openStaleAt: new Date() } });
  return missing;
}

/**
 * Sets the stale flags of a document that a webhook reports as changed. An unknown document gets a row with stale
 * flags. With `what` "amount", only the open amount is read again. With "document", an event no newer than the version
 * we have read is ignored, because each change causes several events.
 */
export async function markDocument(
  tx: Tx,
  customerId: CustomerId,
  document: { books: AccountingSystem; externalId: string; externalType: string; kind: DocumentKind },
  what: "document" | "amount",
  occurredAt: Date,
): Promise<void> {
  const at = new Date();
  const { books, externalId } = document;
  const known = await tx.invoice.findUnique({
    where: { customerId_books_externalId: { customerId, books, externalId } },
    select: { externalUpdatedAt: true, listedUpdatedAt: true, lastEventAt: true },
  });
  const isToldBy = (version: Date | null | undefined) => !!version && coveredBy(version) >= occurredAt;
  if (known && what === "amount") {
    await tx.invoice.updateMany({ where: { customerId, books, externalId }, data: { openStaleAt: at } });
    return;
  }
  if (known) {
    if (isToldBy(known.externalUpdatedAt)) return;
    const lastEventAt = known.lastEventAt && known.lastEventAt > occurredAt ? known.lastEventAt : occurredAt;
    const marks = { staleAt: at, lastEventAt, ...(isToldBy(known.listedUpdatedAt) ? {} : { openStaleAt: at }) };
    await tx.invoice.updateMany({ where: { customerId, books, externalId }, data: marks });
    return;
  }
  if (what === "amount") return;
  await tx.invoice.createMany({
    data: {
      customerId,
      id: newId("invoice"),
      ...document,
      bookStatus: "draft",
      voucherDate: at,
      dueDate: at,
      totalCents: 0,
      openCents: 0,
      staleAt: at,
      openStaleAt: at,
      lastEventAt: occurredAt,
      needsDecision: false,
    },
    skipDuplicates: true,
  });
}
