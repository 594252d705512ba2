import type { z } from "zod";
import type { CustomerId } from "@/lib/auth/scope";
import { contactName, contactWhere } from "@/lib/contacts/rules";
import { db } from "@/lib/core/database/db";
import type { Prisma } from "@/lib/core/prisma/client";
import type { mandateRequestView } from "@/lib/mandates/schema";
import { OPEN_REQUESTS } from "@/lib/statuses/mandate-rules";
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

/**
 * Returns the open mandate requests that have not gone out: no signing started at GoCardless, or a mail wanted but
 * never queued. A mail is not queued if GoCardless was not connected when it was requested.
 */
export async function unsentRequests(customerId: CustomerId): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT r.id FROM mandate_requests r
    WHERE r.customer_id = ${customerId} AND (r.status = 'pending'
      OR (r.by_mail AND r.status = ANY(${OPEN_REQUESTS}::mandate_request_status[]) AND NOT EXISTS (
        SELECT 1 FROM mails m WHERE m.key = 'mandate:' || r.id || ':' || r.mail_count)))
    ORDER BY r.id`;
  return rows.map(({ id }) => id);
}
