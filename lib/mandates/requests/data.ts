import type { z } from "zod";
import type { CustomerId } from "@/lib/auth/scope";
import { contactName, contactWhere } from "@/lib/contacts/rules";
import { db } from "@/lib/core/database/db";
import type { Prisma } from "@/lib/core/prisma/client";
import type { mandateRequestView } from "@/lib/mandates/schema";
import { payerLink } from "./mutations";

export async function readRequestPage(
  customerId: CustomerId,
  query: { page: number; size: number; sort: "asc" | "desc"; name?: string },
) {
  const where: Prisma.MandateRequestWhereInput = {
    customerId,
    ...(query.name ? { contact: { customerId, ...contactWhere(query.name) } } : {}),
  };
  const [rows, totalElements] = await Promise.all([
    db.mandateRequest.findMany({
      where,
      include: { contact: true, invoice: { select: { number: true } } },
      orderBy: [{ createdAt: query.sort }, { id: query.sort }],
      skip: query.page * query.size,
      take: query.size,
    }),
    db.mandateRequest.count({ where }),
  ]);
  const content = rows.map(
    (row): z.input<typeof mandateRequestView> => ({
      id: row.id,
      contactName: contactName(row.contact),
      contactEmail: row.email,
      date: row.createdAt.toISOString(),
      status: row.status,
      invoiceNumber: row.invoice?.number ?? null,
      link: payerLink(row),
    }),
  );
  return {
    content,
    page: query.page,
    size: query.size,
    totalElements,
    totalPages: Math.ceil(totalElements / query.size),
  };
}
