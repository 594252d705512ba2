import type { CustomerId } from "@/lib/auth/scope";
import { db, type Prisma, type Tx } from "@/lib/core/database/db";
import { type InvoiceFacts, toDatevPayout } from "@/lib/payouts/datev/rules";
import type { DatevPayout } from "@/lib/providers/accounting/datev/extf/postings";
import { toHandOver } from "./rules";

/**
 * Counts and adds up, for each arrival date, the payouts that are in no batch yet.
 *
 * @param bank as `toHandOver` takes it
 */
export async function readWaitingDays(customerId: CustomerId, bank: string | null) {
  return await db.payout.groupBy({
    by: ["arrivalDate"],
    where: { customerId, ...toHandOver(bank) },
    _count: true,
    _sum: { amountCents: true },
  });
}

/** Returns archived payouts as they are booked. Excludes those that cannot be booked yet. */
export async function readDatevPayouts(
  tx: Tx,
  customerId: CustomerId,
  where: Prisma.PayoutWhereInput,
): Promise<{ payouts: DatevPayout[]; ids: string[] }> {
  const rows = await tx.payout.findMany({
    where: { ...where, customerId },
    include: { items: { orderBy: { position: "asc" } }, bookings: { where: { sentAt: { not: null } } } },
    orderBy: { id: "asc" },
  });
  const invoiceIds = rows.flatMap(({ items }) => items.flatMap(({ invoiceId }) => invoiceId ?? []));
  const invoices = await readInvoiceFacts(tx, customerId, [...new Set(invoiceIds)]);
  const made = rows.flatMap((row) => {
    // A payout that bounced after it was handed over stays in its batch. A person reverses what was imported.
    const facts = row.datevBatchId ? { ...row, status: "paid" as const } : row;
    const payout = toDatevPayout(facts, row.items, invoices, row.bookings);
    return typeof payout === "string" ? [] : [{ id: row.id, payout }];
  });
  return { payouts: made.map(({ payout }) => payout), ids: made.map(({ id }) => id) };
}

async function readInvoiceFacts(tx: Tx, customerId: CustomerId, ids: string[]): Promise<InvoiceFacts> {
  const rows = await tx.invoice.findMany({
    where: { customerId, id: { in: ids } },
    select: { id: true, number: true, contactName: true, contact: { select: { books: true, externalId: true } } },
  });
  return new Map(
    rows.map(({ id, number, contactName: payerName, contact }) => [
      id,
      { number, payerName, debtor: contact?.books === "DATEV" ? contact.externalId : null },
    ]),
  );
}
