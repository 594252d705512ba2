import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/db";
import type { Comparison } from "@/lib/core/prisma/client";
import type { DocumentEntry } from "@/lib/providers/accounting/port";
import type { BooksType } from "@/lib/providers/accounting/systems";
import { closeComparison, noteDifference, settleDifference, subjectsUnderWay } from "./mutations";
import { documentFindings } from "./rules";
import type { Finding } from "./types";

/** The books as they are being compared with our rows. */
export interface BooksUnderComparison {
  customerId: CustomerId;
  type: BooksType;
  /** Books that do not call us tell what is new by being read: only what is older than that is a difference. */
  toldUntil: Date | null;
}

/** Vendors write times in whole seconds, and by clocks of their own. */
const CLOCKS_APART_MS = 60_000;

/**
 * Finds where a page of the nightly list and our rows differ, before the list's word is taken over. A row that waits to
 * be read again is not one: somebody has told already.
 */
export async function findInPage(books: BooksUnderComparison, entries: DocumentEntry[]): Promise<Finding[]> {
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

/** Taking over the list's word is the repair. */
export async function noteRepaired(customerId: CustomerId, findings: Finding[]): Promise<void> {
  for (const finding of findings) {
    await noteDifference(customerId, finding);
    await settleDifference(customerId, finding, finding.kind === "document_unknown" ? "adopted" : "read_again");
  }
}

/** Held open here and not in the list: they are read one by one, and settled when the run has read them. */
export async function noteMissing(
  { customerId, toldUntil }: BooksUnderComparison,
  rows: { id: string; externalId: string; bookStatus: string }[],
): Promise<void> {
  if (toldUntil) return;
  for (const { id, externalId, bookStatus } of rows)
    await noteDifference(customerId, {
      ...{ kind: "document_missing", subject: externalId, invoiceId: id },
      ...{ ours: bookStatus, theirs: "-" },
    });
}

/** The run has read whatever was marked: what was missing is known now, and the comparison is over. */
export async function closeDocuments(customerId: CustomerId, run: Comparison, seenCount: number): Promise<void> {
  const open = await db.difference.findMany({ where: { customerId, kind: "document_missing", repairedAt: null } });
  for (const { subject } of open)
    await settleDifference(customerId, { kind: "document_missing", subject }, "read_again");
  await closeComparison(run, seenCount);
}
