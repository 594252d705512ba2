import { deleteInBatches } from "@/lib/core/database/batches";
import { db, Prisma } from "@/lib/core/database/db";

/** Deletes what closed accounts have received since: mails that were sent, and vendors' events that were handled. */
export async function sweepClosed(batchSize: number): Promise<number> {
  const mails = await deleteInBatches(
    batchSize,
    () => db.$executeRaw`
      DELETE FROM mails WHERE (customer_id, id) IN (
        SELECT m.customer_id, m.id FROM mails m JOIN customers c ON c.id = m.customer_id
        WHERE c.closed_at IS NOT NULL AND m.status NOT IN ('queued', 'sending') LIMIT ${batchSize})`,
  );
  const events = await deleteInBatches(
    batchSize,
    () => db.$executeRaw`
      DELETE FROM inbox_events WHERE id IN (
        SELECT e.id FROM inbox_events e JOIN customers c ON c.id = e.customer_id
        WHERE c.closed_at IS NOT NULL AND e.handled_at IS NOT NULL LIMIT ${batchSize})`,
  );
  return mails + events;
}

/** Tables whose rows prevent the deletion of others, in the order in which they can be deleted. */
const IN_ORDER = [
  ...["collection_events", "return_cases", "bookings", "booking_hints", "payout_items", "payouts"],
  ...["invoice_notes", "bulk_items", "bulk_runs", "collections", "mandate_requests", "e_invoice_files", "invoices"],
];

/**
 * Deletes accounts that were closed before a moment, with everything that was retained until now.
 *
 * @returns how many accounts
 */
export async function deleteClosedAccounts(before: Date, batchSize: number): Promise<number> {
  const over = await db.customer.findMany({ where: { closedAt: { lt: before } }, select: { id: true } });
  for (const { id } of over) await deleteAccount(id, batchSize);
  return over.length;
}

async function deleteAccount(customerId: string, batchSize: number): Promise<void> {
  // No foreign key leads from the last three to the supplier, so deleting the supplier would not delete their rows.
  for (const table of [...IN_ORDER, "mails", "inbox_events", "audit_entries"]) {
    const name = Prisma.raw(`"${table}"`);
    await deleteInBatches(
      batchSize,
      () => db.$executeRaw`
        DELETE FROM ${name} WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM ${name} WHERE customer_id = ${customerId} LIMIT ${batchSize}))`,
    );
  }
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`UPDATE contacts SET default_mandate_id = NULL WHERE customer_id = ${customerId}`;
    await tx.$executeRaw`UPDATE mandates SET replaced_by_id = NULL WHERE customer_id = ${customerId}`;
    await tx.mandate.deleteMany({ where: { customerId } });
    await tx.customer.delete({ where: { id: customerId } });
  });
}
