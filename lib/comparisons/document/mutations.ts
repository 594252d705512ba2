import type { CustomerId } from "@/lib/auth/scope";
import { closeComparison, noteDifference, settleDifference, subjectsUnderWay } from "@/lib/comparisons/mutations";
import { documentFindings } from "@/lib/comparisons/rules";
import type { Finding } from "@/lib/comparisons/types";
import { db } from "@/lib/core/database/db";
import type { Comparison } from "@/lib/core/prisma/client";
import type { DocumentEntry } from "@/lib/providers/accounting/port";
import type { OnlineSystem } from "@/lib/providers/accounting/systems";

/** The accounting system whose documents are being compared with our rows. */
export interface ComparedSystem {
  customerId: CustomerId;
  type: OnlineSystem;
  /**
   * Time of the last sync, for an accounting system without webhooks: only changes older than this count as a
   * difference. Null for one with webhooks.
   */
  toldUntil: Date | null;
}

/** Tolerance, because vendors write whole seconds and their clocks differ from ours. */
const CLOCKS_APART_MS = 60_000;

/**
 * Returns the differences between a page of the nightly list and our rows, before the list is stored. Rows with a stale
 * flag and documents with events in the inbox are skipped: we already know that they changed.
 */
export async function findInPage(books: ComparedSystem, entries: DocumentEntry[]): Promise<Finding[]> {
  const { customerId, type, toldUntil } = books;
  const externalId = { in: entries.map((entry) => entry.externalId) };
  const rows = await db.invoice.findMany({ where: { customerId, books: type, externalId } });
  const underWay = await subjectsUnderWay(customerId);
  return entries.flatMap((entry): Finding[] => {
    if (underWay.has(entry.externalId)) return [];
    if (toldUntil && entry.updatedAt.getTime() > toldUntil.getTime() - CLOCKS_APART_MS) return [];
    const row = rows.find((one) => one.externalId === entry.externalId);
    if (!row) return [{ kind: "document_unknown", subject: entry.externalId, ours: "-", theirs: entry.status }];
    return row.staleAt || row.openStaleAt ? [] : documentFindings(row, entry);
  });
}

/** Stores the differences of a page as repaired, because storing the list was the repair. */
export async function noteRepaired(customerId: CustomerId, findings: Finding[]): Promise<void> {
  for (const finding of findings) {
    await noteDifference(customerId, finding);
    await settleDifference(customerId, finding, finding.kind === "document_unknown" ? "imported" : "read_again");
  }
}

/**
 * Stores a difference for each document that is open here but not in the list. The sync run reads these documents one
 * by one; `closeDocuments` then settles the differences.
 */
export async function noteMissing(
  { customerId, toldUntil }: ComparedSystem,
  rows: { id: string; externalId: string; bookStatus: string }[],
): Promise<void> {
  if (toldUntil) return;
  for (const { id, externalId, bookStatus } of rows)
    await noteDifference(customerId, {
      ...{ kind: "document_missing", subject: externalId, invoiceId: id },
      ...{ ours: bookStatus, theirs: "-" },
    });
}

/** Settles the missing documents, all read by the sync run by now, and ends the comparison. */
export async function closeDocuments(customerId: CustomerId, run: Comparison, seenCount: number): Promise<void> {
  const open = await db.difference.findMany({ where: { customerId, kind: "document_missing", repairedAt: null } });
  for (const { subject } of open)
    await settleDifference(customerId, { kind: "document_missing", subject }, "read_again");
  await closeComparison(run, seenCount);
}
