import type { Tx } from "@/lib/core/db";
import type { Invoice } from "@/lib/core/prisma/client";
import { inOtherBooks } from "./elsewhere-data";

/**
 * Locks an invoice with the same document in other books, always in one order, or two who do would wait for each other. What
 * people say of an invoice they say of the document: it holds in whichever books that is read.
 *
 * @returns the ids of all of them
 */
export async function lockDocument(tx: Tx, row: Invoice): Promise<string[]> {
  const { customerId } = row;
  const others = await tx.invoice.findMany({ where: inOtherBooks(row), select: { id: true } });
  const ids = [row.id, ...others.map(({ id }) => id)];
  await tx.$executeRaw`
    SELECT 1 FROM invoices WHERE customer_id = ${customerId} AND id = ANY(${ids}) ORDER BY id FOR UPDATE`;
  return ids;
}

/** The same of an invoice by its id. @returns none for an id of nobody or of somebody else */
export async function lockDocumentOf(tx: Tx, customerId: string, invoiceId: string): Promise<string[]> {
  const row = await tx.invoice.findUnique({ where: { customerId_id: { customerId, id: invoiceId } } });
  return row ? await lockDocument(tx, row) : [];
}
