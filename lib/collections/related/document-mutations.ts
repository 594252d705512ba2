import type { Tx } from "@/lib/core/database/db";
import type { Invoice } from "@/lib/core/prisma/client";
import { inOtherSystems } from "./data";

/**
 * Locks an invoice and the rows of the same document in other accounting systems, always in one order, so that two
 * transactions never deadlock. An instruction about an invoice applies to the document, in every system that has it.
 *
 * @returns the ids of all these rows
 */
export async function lockDocument(tx: Tx, row: Invoice): Promise<string[]> {
  const { customerId } = row;
  const others = await tx.invoice.findMany({ where: inOtherSystems(row), select: { id: true } });
  const ids = [row.id, ...others.map(({ id }) => id)];
  await tx.$executeRaw`
    SELECT 1 FROM invoices WHERE customer_id = ${customerId} AND id = ANY(${ids}) ORDER BY id FOR UPDATE`;
  return ids;
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
