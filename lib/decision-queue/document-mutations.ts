import type { CustomerId } from "@/lib/auth/scope";
import { db, Prisma, type Tx } from "@/lib/core/database/db";
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

/** A document that webhooks report as changed. */
export interface ReportedDocument {
  books: AccountingSystem;
  externalId: string;
  externalType: string;
  kind: DocumentKind;
  /** With "amount" only the open amount is read again. */
  what: "document" | "amount";
  occurredAt: Date;
}

/**
 * Sets the stale flags of documents that webhooks report as changed. An unknown document gets a row with stale flags,
 * unless only its amount is reported. An event no newer than the version we have read is ignored, because each change
 * causes several events.
 * First adds unknown documents in the order of their ids at the vendor, then locks known ones in the order of our ids,
 * like everywhere that locks several invoices: transactions wait for each other, but never deadlock.
 */
export async function markDocuments(tx: Tx, customerId: CustomerId, reported: ReportedDocument[]): Promise<void> {
  for (const books of new Set(reported.map((one) => one.books)))
    await markDocumentsOf(
      tx,
      customerId,
      books,
      reported.filter((one) => one.books === books),
    );
}

async function markDocumentsOf(
  tx: Tx,
  customerId: CustomerId,
  books: AccountingSystem,
  reported: ReportedDocument[],
): Promise<void> {
  const ids = [...new Set(reported.map((one) => one.externalId))].sort();
  const known = await tx.invoice.findMany({
    where: { customerId, books, externalId: { in: ids } },
    select: { externalId: true },
  });
  const isKnown = new Set(known.map((row) => row.externalId));
  const at = new Date();
  const changes = ids.map((externalId) => changeOf(reported.filter((one) => one.externalId === externalId)));
  const unknown = changes.filter((one) => !isKnown.has(one.externalId));
  const added = unknown.flatMap(({ externalId, whole }) => (whole ? [newRow(customerId, externalId, whole, at)] : []));
  const { count } =
    added.length > 0 ? await tx.invoice.createMany({ data: added, skipDuplicates: true }) : { count: 0 };
  // Another transaction may have added some of them meanwhile.
  const left = count === added.length ? changes.filter((one) => isKnown.has(one.externalId)) : changes;
  if (left.length > 0) await flagChanged(tx, customerId, books, left, at);
}

interface DocumentChange {
  externalId: string;
  isAmountChanged: boolean;
  /** The newest event about the whole document. */
  whole: ReportedDocument | undefined;
}

function changeOf(reported: ReportedDocument[]): DocumentChange {
  const whole = reported
    .filter(({ what }) => what === "document")
    .toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime());
  return {
    externalId: reported[0]?.externalId ?? "",
    isAmountChanged: reported.some(({ what }) => what === "amount"),
    whole: whole.at(-1),
  };
}

function newRow(customerId: CustomerId, externalId: string, document: ReportedDocument, at: Date) {
  const { books, externalType, kind, occurredAt } = document;
  return {
    customerId,
    id: newId("invoice"),
    books,
    externalId,
    externalType,
    kind,
    bookStatus: "draft" as const,
    voucherDate: at,
    dueDate: at,
    totalCents: 0,
    openCents: 0,
    staleAt: at,
    openStaleAt: at,
    lastEventAt: occurredAt,
    needsDecision: false,
  };
}

async function flagChanged(
  tx: Tx,
  customerId: CustomerId,
  books: AccountingSystem,
  changes: DocumentChange[],
  at: Date,
): Promise<void> {
  const rows = changes.map(({ externalId, isAmountChanged, whole }) => ({
    external_id: externalId,
    is_amount_changed: isAmountChanged,
    // No newer than the version read before: that version includes the change.
    newer_than: whole && new Date(whole.occurredAt.getTime() - SAME_MOMENT_MS),
    occurred_at: whole?.occurredAt,
  }));
  await tx.$executeRaw`
    WITH told AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS told (external_id text, is_amount_changed boolean, newer_than timestamptz, occurred_at timestamptz)
    ), held AS (
      SELECT id FROM invoices WHERE customer_id = ${customerId} AND books = ${books}
        AND external_id IN (SELECT external_id FROM told) ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE invoices AS own SET
      stale_at = CASE WHEN ${IS_NEWER} THEN ${at} ELSE own.stale_at END,
      last_event_at = CASE WHEN ${IS_NEWER} THEN GREATEST(own.last_event_at, told.occurred_at) ELSE own.last_event_at END,
      open_stale_at = CASE WHEN told.is_amount_changed OR own.listed_updated_at IS NULL
        OR own.listed_updated_at < told.newer_than THEN ${at} ELSE own.open_stale_at END,
      updated_at = ${at}
    FROM told WHERE own.customer_id = ${customerId} AND own.books = ${books} AND own.external_id = told.external_id
      AND own.id IN (SELECT id FROM held) AND (told.is_amount_changed OR ${IS_NEWER})`;
}

/** True if the document itself has to be read again. */
const IS_NEWER = Prisma.sql`(told.newer_than IS NOT NULL
  AND (own.external_updated_at IS NULL OR own.external_updated_at < told.newer_than))`;

/** Sets the stale flags of one document in the same way. */
export async function markDocument(
  tx: Tx,
  customerId: CustomerId,
  document: Pick<ReportedDocument, "books" | "externalId" | "externalType" | "kind">,
  what: ReportedDocument["what"],
  occurredAt: Date,
): Promise<void> {
  await markDocuments(tx, customerId, [{ ...document, what, occurredAt }]);
}
