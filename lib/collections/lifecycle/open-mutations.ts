import type { CustomerId } from "@/lib/auth/scope";
import type { Tx } from "@/lib/core/database/db";
import { isOpenAmountOurs } from "@/lib/vendors/rules";
import { openAfter } from "./open-rules";

/**
 * Stores what is open of an invoice if no accounting system tells us: its total less the credits and less what was paid
 * out to the supplier. A returned payment makes it open again. Runs under the invoice's lock.
 */
export async function keepOpenAmount(tx: Tx, customerId: CustomerId, invoiceId: string): Promise<void> {
  const row = await tx.invoice.findUnique({
    where: { customerId_id: { customerId, id: invoiceId } },
    include: { collections: { select: { status: true, amountCents: true } } },
  });
  // A document of a previous system is not open, whatever becomes of its collections.
  if (!row || !isOpenAmountOurs(row.books) || row.bookStatus === "deleted") return;
  const { openCents, bookStatus } = openAfter(row, row.collections);
  if (openCents === row.openCents && bookStatus === row.bookStatus) return;
  await tx.invoice.updateMany({
    where: { customerId, id: invoiceId },
    data: { openCents, bookStatus, needsDecision: true },
  });
}
