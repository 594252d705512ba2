import { cache } from "react";
import { db } from "@/lib/core/db";
import { findPage, type Page, type PageRequest } from "@/lib/core/paging";
import { pageSession } from "@/lib/customers/loaders";
import { payerLink } from "@/lib/mandates/request-mutations";
import { isUsable, OPEN_REQUESTS } from "@/lib/mandates/rules";
import { contactName, contactWhere } from "./rules";

/** How far a contact is on the way to being debited. */
export type ContactState = "mandate" | "asked" | "none";

export interface ContactRow {
  id: string;
  name: string;
  email?: string;
  city: string;
  state: ContactState;
  isExcluded: boolean;
  /** Open invoices in the books. */
  openCount: number;
  openCents: number;
  /** Of the open invitation. */
  link?: string;
}

/** The supplier's customers by name, with what stands between them and a debit. */
export const loadContacts = cache(
  async ({ name, page }: { name?: string; page: PageRequest }): Promise<Page<ContactRow>> => {
    const { customerId } = await pageSession();
    const found = await findPage(customerId, page, (args) =>
      db.contact.findMany({
        where: { customerId, isArchived: false, ...contactWhere(name) },
        orderBy: [{ companyName: { sort: "asc", nulls: "last" } }, { lastName: "asc" }, { id: "asc" }],
        include: { mandates: true, mandateRequests: { where: { status: { in: OPEN_REQUESTS } } } },
        ...args,
      }),
    );
    const open = await db.invoice.groupBy({
      by: ["contactId"],
      where: { customerId, bookStatus: "open", contactId: { in: found.items.map((row) => row.id) } },
      _count: true,
      _sum: { openCents: true },
    });
    const byContact = new Map(open.map((row) => [row.contactId, row]));
    const items = found.items.map((row) => {
      const [request] = row.mandateRequests;
      const sums = byContact.get(row.id);
      const hasMandate = row.mandates.some((mandate) => isUsable(mandate.status));
      return {
        id: row.id,
        name: contactName(row),
        email: row.email ?? undefined,
        city: row.city,
        state: hasMandate ? ("mandate" as const) : request ? ("asked" as const) : ("none" as const),
        isExcluded: row.isExcluded,
        openCount: sums?._count ?? 0,
        openCents: sums?._sum.openCents ?? 0,
        link: !hasMandate && request ? payerLink(request) : undefined,
      };
    });
    return { ...found, items };
  },
);
