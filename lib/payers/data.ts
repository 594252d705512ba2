import type { z } from "zod";
import type { CustomerId } from "@/lib/auth/scope";
import { CONTACT_NAME, type ContactFilter, contactWhere } from "@/lib/contacts/rules";
import { db, type Prisma } from "@/lib/core/database/db";
import { findSortedPage } from "@/lib/core/database/page-reading";
import { euroCents } from "@/lib/core/money/money";
import type { Connection } from "@/lib/core/prisma/client";
import { AppError } from "@/lib/core/web/errors";
import type { Page, PageRequest } from "@/lib/core/web/paging";
import { debitableFor, grantedWhere, mandatesFor } from "@/lib/mandates/rules";
import { isUsable, OPEN_REQUESTS } from "@/lib/statuses/mandate-rules";
import { accountingInUse } from "@/lib/vendors/rules";
import type { contactMandateView } from "./schema";

/**
 * Returns the condition for lists of contacts: those that the connected accounting system still has. Contacts of a
 * previous system or organisation keep their rows, because mandates and collections refer to them.
 */
export async function listedWhere(customerId: CustomerId): Promise<Prisma.ContactWhereInput> {
  return listedIn(customerId, await db.connection.findMany({ where: { customerId } }));
}

function listedIn(customerId: CustomerId, connections: Connection[]): Prisma.ContactWhereInput {
  const books = accountingInUse(connections)?.type;
  return { customerId, isArchived: false, ...(books ? { books } : {}) };
}

/**
 * Returns our id of a contact, given our id or that of the connected accounting system. @throws AppError `not_found`
 */
export async function findContactId(customerId: CustomerId, id: string): Promise<string> {
  const books = accountingInUse(await db.connection.findMany({ where: { customerId } }))?.type;
  const contact = await db.contact.findFirst({
    where: { customerId, OR: [{ id }, ...(books ? [{ books, externalId: id }] : [])] },
    select: { id: true },
  });
  if (!contact) throw new AppError("not_found");
  return contact.id;
}

/** Returns the database condition for a filter. */
function filterWhere(customerId: CustomerId, filter: ContactFilter): Prisma.ContactWhereInput {
  const granted = grantedWhere(customerId);
  const asked = { mandateRequests: { some: { customerId, status: { in: OPEN_REQUESTS } } } };
  const neither = { NOT: { OR: [granted, asked] } };
  switch (filter) {
    case "all":
      return {};
    case "none":
      return { ...neither, mandates: { none: { customerId } } };
    case "asked":
      return { ...asked, NOT: granted };
    case "granted":
      return { AND: granted };
    case "lost":
      return { ...neither, mandates: { some: { customerId } } };
    case "excluded":
      return { isExcluded: true };
  }
}

export interface ContactQuery {
  name?: string;
  filter: ContactFilter;
  page: PageRequest;
}

const LISTED = {
  mandates: true,
  defaultMandate: { include: { contact: { select: CONTACT_NAME } } },
  mandateRequests: { where: { status: { in: OPEN_REQUESTS } } },
} satisfies Prisma.ContactInclude;

export type ListedContact = Prisma.ContactGetPayload<{ include: typeof LISTED }>;

/**
 * The mandate state of a contact: a usable mandate, an open request, neither, or only mandates that are no longer
 * usable.
 */
export type ContactState = "mandate" | "asked" | "none" | "lost";

export function contactState(row: ListedContact): ContactState {
  if (debitableFor(row).length > 0) return "mandate";
  if (row.mandateRequests.length > 0) return "asked";
  return row.mandates.length > 0 ? "lost" : "none";
}

/** Returns the contact at which a page starts, with the supplier's connections, in one statement; null for the first page. */
async function readStart(customerId: CustomerId, id: string | undefined) {
  if (!id) return null;
  const include = { customer: { select: { connections: true } } };
  return await db.contact.findUnique({ where: { customerId_id: { customerId, id } }, include });
}

/** Returns a page of the supplier's contacts by name, with their mandates and their open mandate request. */
export async function findContacts(
  customerId: CustomerId,
  { name, filter, page }: ContactQuery,
): Promise<Page<ListedContact>> {
  const start = await readStart(customerId, page.before ?? page.after);
  const listed = start ? listedIn(customerId, start.customer.connections) : await listedWhere(customerId);
  const list = { AND: [listed, contactWhere(name), filterWhere(customerId, filter)] };
  const order: Prisma.ContactOrderByWithRelationInput[] = [{ sortName: "asc" }, { id: "asc" }];
  return await findSortedPage(customerId, page, {
    order,
    row: async () => start,
    rows: ({ where, ...args }) => db.contact.findMany({ ...args, where: { AND: [list, where] }, include: LISTED }),
  });
}

export async function readContactPage(
  customerId: CustomerId,
  query: { page: number; size: number; sort: "asc" | "desc"; name?: string },
) {
  const where = { AND: [await listedWhere(customerId), contactWhere(query.name)] };
  const [rows, totalElements] = await Promise.all([
    db.contact.findMany({
      where,
      include: {
        mandates: true,
        defaultMandate: true,
        mandateRequests: { where: { status: { in: OPEN_REQUESTS } } },
      },
      orderBy: [{ sortName: query.sort }, { id: "asc" }],
      skip: query.page * query.size,
      take: query.size,
    }),
    db.contact.count({ where }),
  ]);
  const content = rows.map((row): z.input<typeof contactMandateView> => {
    const mandate = mandatesFor(row).find((other) => isUsable(other.status)) ?? row.mandates[0];
    return {
      ...row,
      mandateStatus: mandate?.status ?? null,
      mandateReference: mandate?.reference ?? null,
      requestStatus: row.mandateRequests[0]?.status ?? null,
    };
  });
  return {
    content,
    page: query.page,
    size: query.size,
    totalElements,
    totalPages: Math.ceil(totalElements / query.size),
  };
}

/** Returns how many open invoices each contact has, and the total of those in euros, in cents. */
export async function readOpenOf(
  customerId: CustomerId,
  contactIds: string[],
): Promise<Map<string | null, { count: number; cents: number }>> {
  const rows = await db.invoice.groupBy({
    by: ["contactId", "currency"],
    where: { customerId, bookStatus: "open", contactId: { in: contactIds } },
    _count: true,
    _sum: { openCents: true },
  });
  const open = new Map<string | null, { count: number; cents: number }>();
  for (const { contactId, currency, _count, _sum } of rows) {
    const { count, cents } = open.get(contactId) ?? { count: 0, cents: 0 };
    const more = euroCents(_sum.openCents ?? 0, currency);
    open.set(contactId, { count: count + _count, cents: cents + more });
  }
  return open;
}
