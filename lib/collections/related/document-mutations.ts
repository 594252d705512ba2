import type { Tx } from "@/lib/core/database/db";
import type { Invoice } from "@/lib/core/prisma/client";

/**
 * Locks an invoice and the rows of the same document in other accounting systems, always in one order, so that two
 * transactions never deadlock. An instruction about an invoice applies to the document, in every system that has it.
 *
 * @returns the ids of all these rows
 */
export async function lockDocument(tx: Tx, row: Invoice): Promise<string[]> {
  const { customerId, id: own, plainNumber, books, voucherDate, totalCents } = row;
  // The same condition as `inOtherSystems`.
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM invoices WHERE customer_id = ${customerId} AND id = ANY(ARRAY(
      SELECT ${own} UNION ALL SELECT id FROM invoices
      WHERE customer_id = ${customerId} AND plain_number = ${plainNumber} AND plain_number <> '' AND books <> ${books}
        AND (voucher_date = ${voucherDate}::date OR total_cents = ${totalCents})
    )) ORDER BY id FOR UPDATE`;
  return [own, ...rows.map(({ id }) => id).filter((id) => id !== own)];
}

/**
 * Locks several invoices and the rows of the same documents in other accounting systems, in the same order.
 *
 * @returns true if any of the documents exists in another accounting system
 */
export async function lockDocuments(tx: Tx, customerId: string, ids: string[]): Promise<boolean> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM invoices WHERE customer_id = ${customerId} AND id = ANY(ARRAY(
      SELECT unnest(${ids}::text[]) UNION ALL SELECT other.id FROM invoices AS own JOIN invoices AS other
        ON other.customer_id = own.customer_id AND other.plain_number = own.plain_number AND other.books <> own.books
          AND (other.voucher_date = own.voucher_date OR other.total_cents = own.total_cents)
      WHERE own.customer_id = ${customerId} AND own.id = ANY(${ids}) AND own.plain_number <> ''
    )) ORDER BY id FOR UPDATE`;
  return rows.some(({ id }) => !ids.includes(id));
}

/**
 * Locks the same rows for an invoice id.
 *
 * @returns no ids for an unknown invoice, or another supplier's
 */
export async function lockDocumentOf(tx: Tx, customerId: string, invoiceId: string): Promise<string[]> {
  const row = await tx.invoice.findUnique({ where: { customerId_id: { customerId, id: invoiceId } } });
  return row ? await lockDocument(tx, row) : [];
}
