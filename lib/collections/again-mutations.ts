import type { CustomerId } from "@/lib/auth/scope";
import { Prisma, type Tx } from "@/lib/core/db";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";

/**
 * Marks a supplier's open invoices to be decided again, and those of former books with a debit that can still be stopped.
 * They are locked by the order of their ids, as everything does that
 * goes on to several of them: two who mark at once then wait for each other, never in a ring.
 *
 * @param which of them, as a condition on `invoices`; all of them if it is left out
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

/** The same for those of some contacts. */
export async function markOpenOf(tx: Tx, customerId: CustomerId, contactIds: string[]): Promise<void> {
  await markOpen(tx, customerId, Prisma.sql`contact_id = ANY(${contactIds})`);
}

/** Something has changed that concerns every invoice: all that are open are decided again. */
export async function decideAllAgain(tx: Tx, customerId: CustomerId): Promise<void> {
  await markOpen(tx, customerId);
  await enqueue(tx, jobs.decideInvoices, { customerId });
}
