import type { CustomerId } from "@/lib/auth/scope";
import { Prisma, type Tx } from "@/lib/core/database/db";
import type { Invoice } from "@/lib/core/prisma/client";
import { fromDate } from "@/lib/core/time/dates";
import type { EInvoice } from "@/lib/e-invoices/reading/types";
import { CORRECTION, isSameInvoice } from "./rules";
import type { OwnInvoice } from "./types";

/**
 * Returns the invoice of a number, as it is called now, was called before its corrections, or was called between two of
 * them; the newest of several.
 */
export async function findOfNumber(tx: Tx, customerId: CustomerId, text: string): Promise<Invoice | undefined> {
  const number = text.trim();
  const rows = await tx.invoice.findMany({
    where: { customerId, books: "EINVOICE", OR: [{ externalId: number }, { number }] },
    orderBy: { id: "desc" },
  });
  return rows.find((row) => row.number === number) ?? rows[0] ?? (await findCorrected(tx, customerId, number));
}

/**
 * Returns the invoice that a file of this number was before a correction took its place, or that a correction of this
 * number has become. Only rows that were corrected are looked at.
 */
async function findCorrected(tx: Tx, customerId: CustomerId, number: string): Promise<Invoice | undefined> {
  const [found] = await tx.$queryRaw<{ id: string }[]>(correctedBy(customerId, number));
  const where = found && { customerId_id: { customerId, id: found.id } };
  return where && ((await tx.invoice.findUnique({ where })) ?? undefined);
}

/** The statement of `findCorrected`. */
export function correctedBy(customerId: CustomerId, number: string): Prisma.Sql {
  return Prisma.sql`
    SELECT f.invoice_id AS id FROM ${filesOfCorrected(customerId)} AS f
    WHERE f.status = 'done' AND f.outcome IN ('direct_debit', 'other_means') AND f.reason IS DISTINCT FROM 'ignored'
      AND (f.facts->>'number' = ${number} OR (f.facts->>'typeCode' = ${CORRECTION}
        AND jsonb_exists(f.facts->'precedingNumbers', ${number}) AND COALESCE(f.answer, '') NOT LIKE '%separate%'))
    ORDER BY f.invoice_id DESC LIMIT 1`;
}

/**
 * The files of invoices that have another number than at first. There are few such invoices, which PostgreSQL cannot
 * know: of two columns that differ it expects nearly all rows, and would read all files of the supplier instead.
 */
export function filesOfCorrected(customerId: CustomerId): Prisma.Sql {
  return Prisma.sql`(
    WITH corrected AS MATERIALIZED (
      SELECT id FROM invoices WHERE customer_id = ${customerId} AND books = 'EINVOICE' AND number <> external_id)
    SELECT files.* FROM corrected
    CROSS JOIN LATERAL (
      SELECT * FROM e_invoice_files WHERE customer_id = ${customerId} AND invoice_id = corrected.id OFFSET 0) AS files)`;
}

/** True if another accounting system has an invoice of this number. */
export async function isInOtherSystem(tx: Tx, customerId: CustomerId, text: string): Promise<boolean> {
  return (await tx.invoice.count({ where: { customerId, books: { not: "EINVOICE" }, number: text.trim() } })) > 0;
}

/** The files that stated the content of an invoice. */
const APPLIED = { status: "done" as const, outcome: { in: ["direct_debit", "other_means"] } };

/** True if another file has stated the same invoice. Without such a file, its row has to agree. */
export async function isStatedBefore(
  tx: Tx,
  customerId: CustomerId,
  fileId: string,
  row: Invoice,
  invoice: OwnInvoice,
): Promise<boolean> {
  const files = await tx.eInvoiceFile.findMany({
    where: { customerId, invoiceId: row.id, id: { not: fileId }, ...APPLIED },
    select: { facts: true },
  });
  const stated = files.map(({ facts }) => (facts ?? {}) as Partial<EInvoice>);
  if (stated.some((one) => one.number?.trim() === invoice.number))
    return stated.some((one) => one.number?.trim() === invoice.number && isSameInvoice(one, invoice));
  return (
    row.number === invoice.number &&
    row.totalCents === invoice.payableCents &&
    fromDate(row.voucherDate) === invoice.issueDate &&
    (row.isDueUnknown || invoice.dueDate === undefined || fromDate(row.dueDate) === invoice.dueDate)
  );
}

/** Returns the earlier files of a credit's number that were applied. */
export async function findCreditsOfNumber(
  tx: Tx,
  customerId: CustomerId,
  fileId: string,
  number: string,
): Promise<{ facts: Partial<EInvoice>; invoiceId: string | null }[]> {
  return await tx.$queryRaw(creditsOfNumber(customerId, fileId, number));
}

/** The statement of `findCreditsOfNumber`. Its conditions are those of an index, so it reads few of many files. */
export function creditsOfNumber(customerId: CustomerId, fileId: string, number: string): Prisma.Sql {
  return Prisma.sql`
    SELECT facts, invoice_id AS "invoiceId" FROM e_invoice_files
    WHERE customer_id = ${customerId} AND facts->>'number' = ${number} AND id <> ${fileId} AND status = 'done'
      AND outcome IN ('credit', 'negative') AND reason IS DISTINCT FROM 'ignored'`;
}

/** A credit that waits for an invoice, with what its file states. */
export interface WaitingCredit {
  id: string;
  outcome: "credit" | "negative";
  receivedAt: Date;
  facts: OwnInvoice;
}

/** Returns the credits that wait for the invoice of a number, oldest first. */
export async function findWaitingCredits(tx: Tx, customerId: CustomerId, number: string): Promise<WaitingCredit[]> {
  return await tx.$queryRaw<WaitingCredit[]>`
    SELECT id, outcome, received_at AS "receivedAt", facts FROM e_invoice_files
    WHERE customer_id = ${customerId} AND status = 'held' AND reason = 'credit_waits'
      AND jsonb_exists(facts->'precedingNumbers', ${number})
    ORDER BY id FOR UPDATE`;
}
