import { cache } from "react";
import { db, type Prisma } from "@/lib/core/db";
import { findPage } from "@/lib/core/page-reading";
import type { Page, PageRequest } from "@/lib/core/paging";
import { pageSession } from "@/lib/customers/loaders";
import { payerLink } from "@/lib/mandates/request-mutations";
import { isUsable, OPEN_REQUESTS, USABLE } from "@/lib/mandates/rules";
import { type ContactFilter, contactName, contactWhere, mandateEmailOf } from "./rules";

/** How far a contact is on the way to being debited. */
export type ContactState = "mandate" | "asked" | "none" | "lost";

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
  /** Where mandate mails go; there is a choice if the books hold several addresses. */
  mandateEmail?: string;
  emails: string[];
  /** Usable mandates, if there are several: one of them is to be marked. */
  choices: { id: string; reference: string; accountHint: string; isDefault: boolean }[];
}

const GRANTED = { some: { status: { in: USABLE }, cancelRequestedAt: null } };
const ASKED = { some: { status: { in: OPEN_REQUESTS } } };
const NOT_GRANTED = { none: GRANTED.some };
const FILTERS: Record<ContactFilter, Prisma.ContactWhereInput> = {
  all: {},
  none: { AND: [{ mandates: { none: {} } }, { mandateRequests: { none: ASKED.some } }] },
  asked: { mandates: NOT_GRANTED, mandateRequests: ASKED },
  granted: { mandates: GRANTED },
  lost: { AND: [{ mandates: { some: {} } }, { mandates: NOT_GRANTED }, { mandateRequests: { none: ASKED.some } }] },
  excluded: { isExcluded: true },
};

export interface ContactQuery {
  name?: string;
  filter: ContactFilter;
  page: PageRequest;
}

/** The supplier's customers by name, with what stands between them and a debit. */
export const loadContacts = cache(async ({ name, filter, page }: ContactQuery): Promise<Page<ContactRow>> => {
  const { customerId } = await pageSession();
  const found = await findPage(customerId, page, (args) =>
    db.contact.findMany({
      where: { customerId, isArchived: false, ...contactWhere(name), ...FILTERS[filter] },
      orderBy: [{ sortName: "asc" }, { id: "asc" }],
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
    const usable = row.mandates.filter((mandate) => isUsable(mandate.status) && !mandate.cancelRequestedAt);
    const state = usable.length > 0 ? "mandate" : request ? "asked" : row.mandates.length > 0 ? "lost" : "none";
    return {
      id: row.id,
      name: contactName(row),
      email: row.email ?? undefined,
      city: row.city,
      state: state as ContactState,
      isExcluded: row.isExcluded,
      openCount: sums?._count ?? 0,
      openCents: sums?._sum.openCents ?? 0,
      link: state === "asked" && request ? payerLink(request) : undefined,
      mandateEmail: mandateEmailOf(row) ?? undefined,
      emails: [...new Set([row.email, ...row.otherEmails].filter((email): email is string => email !== null))],
      choices: usable.length > 1 ? usable.map((mandate) => choiceOf(mandate, row.defaultMandateId)) : [],
    };
  });
  return { ...found, items };
});

function choiceOf(
  mandate: { id: string; reference: string; accountHint: string },
  defaultMandateId: string | null,
): ContactRow["choices"][number] {
  const { id, reference, accountHint } = mandate;
  return { id, reference, accountHint, isDefault: id === defaultMandateId };
}
