import type { z } from "zod";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { decimalFromCents, euroCents } from "@/lib/core/money/money";
import type { Prisma } from "@/lib/core/prisma/client";
import { fromDate } from "@/lib/core/time/dates";
import { BULK_MOST } from "@/lib/invoices/bulk/rules";
import type { invoiceListInput, invoiceView } from "@/lib/invoices/schema";
import type { InvoiceFilter } from "@/lib/invoices/types";
import { listWhere, searchWhere } from "./data";

export async function readInvoicePage(customerId: CustomerId, input: z.output<typeof invoiceListInput>) {
  const { status } = input;
  const where: Prisma.InvoiceWhereInput = {
    customerId,
    ...searchWhere(input.search),
    ...(status ? { collections: { some: { status } } } : {}),
  };
  const [rows, totalElements] = await Promise.all([
    db.invoice.findMany({
      where,
      include: { collections: { orderBy: { attempt: "desc" }, take: 1 } },
      orderBy: [{ dueDate: "desc" }, { id: "desc" }],
      skip: input.page * input.size,
      take: input.size,
    }),
    db.invoice.count({ where }),
  ]);
  const content = rows.map(toView);
  return {
    content,
    page: input.page,
    size: input.size,
    totalElements,
    totalPages: Math.ceil(totalElements / input.size),
  };
}

function toView(row: Prisma.InvoiceGetPayload<{ include: { collections: true } }>): z.input<typeof invoiceView> {
  const collection = row.collections[0];
  const live = collection?.holdsInvoice ? collection : undefined;
  const day = collection?.chargeDate ?? collection?.requestedDate;
  return {
    id: row.id,
    externalId: row.externalId,
    number: row.number,
    date: fromDate(row.voucherDate),
    dueDate: fromDate(row.dueDate),
    creationDate: row.createdAt.toISOString(),
    amount: decimalFromCents(live?.amountCents ?? row.amountCents),
    grossAmount: decimalFromCents(row.totalCents),
    netAmount: row.netCents === null ? null : decimalFromCents(row.netCents),
    openAmountCents: row.openCents,
    currency: row.currency,
    type: row.kind,
    bookStatus: row.bookStatus,
    status: collection?.status ?? null,
    chargeDate: day ? fromDate(day) : null,
    outcome: row.outcome,
    reason: row.reason,
    contact: row.contactName,
    paymentTerm: row.termLabel,
  };
}

/**
 * Returns how many invoices match a filter and a search, and the sum of those in euros. Counts at most as many as a
 * bulk run takes.
 */
export async function countSelection(
  customerId: CustomerId,
  list: { filter: InvoiceFilter; search?: string },
): Promise<{ count: number; cents: number; isCapped: boolean }> {
  const found = await db.invoice.findMany({
    where: listWhere(customerId, list),
    select: { amountCents: true, currency: true },
    orderBy: { id: "asc" },
    take: BULK_MOST + 1,
  });
  const taken = found.slice(0, BULK_MOST);
  const cents = taken.reduce((sum, { amountCents, currency }) => sum + euroCents(amountCents, currency), 0);
  return { count: taken.length, cents, isCapped: found.length > BULK_MOST };
}
