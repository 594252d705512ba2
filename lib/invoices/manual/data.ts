import type { z } from "zod";
import type { CustomerId } from "@/lib/auth/scope";
import { withAccounting } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import { decimalFromCents } from "@/lib/core/money/money";
import type { Prisma } from "@/lib/core/prisma/client";
import type { Day } from "@/lib/core/time/dates";
import { LAST_COLLECTION } from "@/lib/invoices/list/data";
import type { DocumentEntry } from "@/lib/providers/accounting/port";
import type { voucherView } from "./schema";
import type { VoucherRow } from "./types";

export interface VoucherPage {
  content: (z.input<typeof voucherView> & VoucherRow)[];
  page: number;
  size: number;
  totalElements: number;
  totalPages: number;
  /** The accounting system returns only the newest of them. */
  isMore: boolean;
}

/**
 * Returns one page of the documents dated in a range, read live from the accounting system, with what we know of each.
 * Costs one call to the vendor and two statements.
 *
 * @throws AppError `connection_missing`, `connection_revoked`; ProviderError for every answer of the vendor that is an
 * error
 */
export async function readVouchers(
  customerId: CustomerId,
  range: { from: Day; to: Day },
  query: { page: number; size: number },
): Promise<VoucherPage> {
  const found = await withAccounting(customerId, async ({ books, capabilities }, type) => {
    const rows = Math.min(query.size, capabilities.largestPage);
    return { type, size: rows, ...(await books.listWritten({ ...range, page: query.page, rows })) };
  });
  const known = await db.invoice.findMany({
    where: { customerId, books: found.type, externalId: { in: found.rows.map((row) => row.externalId) } },
    select: KNOWN,
  });
  const byId = new Map(known.map((row) => [row.externalId, row]));
  return {
    content: found.rows.map((row) => toView(row, byId.get(row.externalId))),
    page: query.page,
    size: found.size,
    totalElements: found.total,
    totalPages: Math.ceil(found.total / found.size),
    isMore: found.isMore,
  };
}

const KNOWN = {
  ...{ id: true, externalId: true, contactId: true, kind: true, reason: true, isExcluded: true },
  collections: { ...LAST_COLLECTION, select: { holdsInvoice: true, status: true } },
} as const satisfies Prisma.InvoiceSelect;

type Known = Prisma.InvoiceGetPayload<{ select: typeof KNOWN }>;

function toView(entry: DocumentEntry, known: Known | undefined): VoucherPage["content"][number] {
  const live = known?.collections.find((collection) => collection.holdsInvoice);
  const isOpenKnown = entry.openCents > 0 && !entry.isOpenUnknown;
  const isOpen = entry.status === "open" && isOpenKnown && entry.currency === "EUR" && !entry.isArchived;
  return {
    id: entry.externalId,
    number: entry.number,
    date: entry.voucherDate,
    dueDate: entry.dueDate,
    contact: entry.contactName,
    contactId: known?.contactId ?? null,
    type: known?.kind ?? entry.kind,
    bookStatus: entry.status,
    amount: decimalFromCents(entry.totalCents),
    totalCents: entry.totalCents,
    openAmountCents: entry.openCents,
    currency: entry.currency,
    invoiceId: known?.id ?? null,
    status: live?.status ?? null,
    reason: known?.reason ?? null,
    isTransferable: isOpen && !live && entry.contactExternalId !== null && !known?.isExcluded,
  };
}
