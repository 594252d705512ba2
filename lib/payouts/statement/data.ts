import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { fromDate } from "@/lib/core/time/dates";
import { AppError } from "@/lib/core/web/errors";

/** Items read at a time, so that a payout of any size takes the same memory. */
const PIECE = 500;

export interface StatementPayer {
  position: number;
  type: string;
  tenths: number;
  isForeign: boolean;
  providerPaymentId: string | null;
  invoiceNumber?: string;
  payerName?: string;
}

/**
 * Returns the head of a statement.
 *
 * @throws AppError `not_found`, `payout_not_ready` before its items are complete
 */
export async function readStatementHead(customerId: CustomerId, payoutId: string) {
  const payout = await db.payout.findUnique({
    where: { customerId_id: { customerId, id: payoutId } },
    select: { reference: true, providerId: true, arrivalDate: true, amountCents: true, status: true, archivedAt: true },
  });
  if (!payout) throw new AppError("not_found");
  if (!payout.archivedAt) throw new AppError("payout_not_ready");
  const supplier = await db.customer.findUniqueOrThrow({
    where: { id: customerId },
    select: { companyName: true, address: true, zip: true, city: true },
  });
  const { reference, providerId, arrivalDate, amountCents, status } = payout;
  return {
    supplier,
    reference: reference || providerId,
    providerId,
    day: arrivalDate ? fromDate(arrivalDate) : undefined,
    amountCents,
    status,
  };
}

export type StatementHead = Awaited<ReturnType<typeof readStatementHead>>;

/** Yields the items of a payout in their order, batch by batch, each with its invoice. */
export async function* readStatementItems(customerId: CustomerId, payoutId: string): AsyncGenerator<StatementPayer[]> {
  for (let last = -1; ; ) {
    // Runs once the browser has taken the previous batch, outside of the request, so it sets the tenant scope here.
    const { piece, invoices } = await withinSupplier(customerId, () => readPiece(customerId, payoutId, last));
    const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
    yield piece.map(({ position, type, tenths, isForeign, providerPaymentId, invoiceId }) => {
      const invoice = byId.get(invoiceId ?? "");
      const origin = { invoiceNumber: invoice?.number, payerName: invoice?.contactName };
      return { position, type, tenths, isForeign, providerPaymentId, ...origin };
    });
    if (piece.length < PIECE) return;
    last = piece.at(-1)?.position ?? last;
  }
}

async function readPiece(customerId: CustomerId, payoutId: string, after: number) {
  const piece = await db.payoutItem.findMany({
    where: { customerId, payoutId, position: { gt: after } },
    orderBy: { position: "asc" },
    take: PIECE,
  });
  const invoices = await db.invoice.findMany({
    where: { customerId, id: { in: piece.flatMap((item) => item.invoiceId ?? []) } },
    select: { id: true, number: true, contactName: true },
  });
  return { piece, invoices };
}
