import type { z } from "zod";
import type { CustomerId } from "@/lib/auth/scope";
import { contactName } from "@/lib/contacts/rules";
import { db } from "@/lib/core/db";
import type { Prisma } from "@/lib/core/prisma/client";
import { payerLink } from "./request-mutations";
import type { mandateRequestView } from "./schema";

export async function readRequestPage(customerId: CustomerId, query: { page: number; size: number; name?: string }) {
  const like = query.name ? { contains: query.name, mode: "insensitive" as const } : undefined;
  const where: Prisma.MandateRequestWhereInput = {
    customerId,
    ...(like ? { contact: { OR: [{ companyName: like }, { lastName: like }, { firstName: like }] } } : {}),
  };
  const [rows, totalElements] = await Promise.all([
    db.mandateRequest.findMany({
      where,
      include: { contact: true, invoice: { select: { number: true } } },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
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
