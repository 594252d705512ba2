import type { CustomerId } from "@/lib/auth/scope";
import { Prisma, type Tx } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";

/**
 * Flags a supplier's open invoices for a new decision, and all invoices with a collection that can still be cancelled.
 * These may belong to a previous system. Rows are locked in the order of their ids, like everywhere that locks several
 * invoices. Two concurrent runs then wait for each other and never deadlock.
 *
 * @param which narrows the invoices, as a condition on `invoices`; all by default
 */
export async function markOpen(tx: Tx, customerId: CustomerId, which: Prisma.Sql = Prisma.sql`true`): Promise<void> {
  await tx.$executeRaw`
    WITH marked AS (
      SELECT id FROM invoices WHERE customer_id = ${customerId} AND ${which} AND (book_status = 'open'
        OR id = ANY (ARRAY(SELECT invoice_id FROM collections
          WHERE customer_id = ${customerId} AND holds_invoice AND status IN ('pending', 'created'))))
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE invoices AS own SET needs_decision = true, updated_at = ${new Date()} FROM marked
    WHERE own.customer_id = ${customerId} AND own.id = marked.id`;
}

/** Flags the same for some contacts only. */
export async function markOpenOf(tx: Tx, customerId: CustomerId, contactIds: string[]): Promise<void> {
  await markOpen(tx, customerId, Prisma.sql`contact_id = ANY(${contactIds})`);
}

/** Flags all open invoices and enqueues their decisions, after a change that concerns every invoice. */
export async function invalidateAll(tx: Tx, customerId: CustomerId): Promise<void> {
  await markOpen(tx, customerId);
  await enqueue(tx, jobs.decideInvoices, { customerId });
}
