import type { z } from "zod";
import type { CustomerId } from "@/lib/auth/scope";
import { fromDate } from "@/lib/core/dates";
import { db } from "@/lib/core/db";
import { decimalFromCents } from "@/lib/core/money";
import type { Prisma } from "@/lib/core/prisma/client";
import { CollectionStatus } from "@/lib/core/prisma/enums";
import type { invoiceListInput, invoiceView } from "./schema";

export async function readInvoicePage(customerId: CustomerId, input: z.output<typeof invoiceListInput>) {
  const like = input.search ? { contains: input.search, mode: "insensitive" as const } : undefined;
  const status =
    input.status && Object.hasOwn(CollectionStatus, input.status) ? (input.status as CollectionStatus) : undefined;
  const where: Prisma.InvoiceWhereInput = {
    customerId,
    ...(like ? { OR: [{ number: like }, { contactName: like }] } : {}),
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
  const day = collection?.chargeDate ?? collection?.requestedDate;
  return {
    id: row.id,
    externalId: row.externalId,
    number: row.number,
    date: fromDate(row.voucherDate),
    dueDate: fromDate(row.dueDate),
    creationDate: row.createdAt.toISOString(),
    amount: decimalFromCents(row.totalCents),
    grossAmount: decimalFromCents(row.totalCents),
    openAmountCents: row.openCents,
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
