import { cache } from "react";
import { pageSession } from "@/lib/auth/sessions/page-session";
import { contactName, emailsOf, mandateEmailOf } from "@/lib/contacts/rules";
import type { Page } from "@/lib/core/web/paging";
import { payerLink } from "@/lib/mandates/requests/mutations";
import { debitableFor } from "@/lib/mandates/rules";
import { OPEN_REQUESTS } from "@/lib/statuses/mandate-rules";
import { marksOf } from "@/lib/vendors/rules";
import { type ContactQuery, type ContactState, contactState, findContacts, readOpenOf } from "./data";

export interface ContactRow {
  id: string;
  name: string;
  email?: string;
  city: string;
  state: ContactState;
  isExcluded: boolean;
  /** True if documents that are paid in another way are collected, too; undefined if documents never say that. */
  isAlwaysCollected?: boolean;
  /** A bank has reported the payer's death: no requests and no collections until a person clears the report. */
  isDeceased: boolean;
  /** Open invoices in the accounting system. */
  openCount: number;
  /** The open total of those in euros. */
  openCents: number;
  /** The payer's link of the open mandate request. */
  link?: string;
  /** The open request sends no mail: the supplier hands over the link. */
  isLinkOnly: boolean;
  /** Where mandate mails go. The supplier can choose if the accounting system has several addresses. */
  mandateEmail?: string;
  emails: string[];
  /** The mandate of another contact, where the supplier confirmed that both are one payer. */
  shared?: { contactId: string; payer: string; reference: string; accountHint: string };
  /** Usable mandates if there are several: the supplier chooses one as the default. */
  choices: { id: string; reference: string; accountHint: string; isDefault: boolean }[];
}

/** Returns a page of the supplier's contacts by name, with the state of their mandates and their open invoices. */
export const loadContacts = cache(async (query: ContactQuery): Promise<Page<ContactRow>> => {
  const { customerId } = await pageSession();
  const found = await findContacts(customerId, query);
  const ids = found.items.map((row) => row.id);
  const openOf = await readOpenOf(customerId, ids);
  return { ...found, items: found.items.map((row) => contactRowOf(row, openOf.get(row.id))) };
});

/** A contact with what its row shows. */
type StoredContact = Awaited<ReturnType<typeof findContacts>>["items"][number];

/** Returns the row of a contact. @param open its open invoices in euros */
export function contactRowOf(row: StoredContact, open = { count: 0, cents: 0 }): ContactRow {
  const request = row.mandateRequests.find(({ status }) => OPEN_REQUESTS.includes(status));
  const usable = debitableFor(row);
  const shared = row.defaultMandate?.contactId === row.id ? null : row.defaultMandate;
  const state = contactState({ ...row, mandateRequests: request ? [request] : [] });
  return {
    id: row.id,
    name: contactName(row),
    email: emailsOf(row)[0],
    city: row.city,
    state,
    isExcluded: row.isExcluded,
    isAlwaysCollected: marksOf(row.books) === "document" ? row.isAlwaysCollected : undefined,
    isDeceased: row.deceasedAt !== null,
    openCount: open.count,
    openCents: open.cents,
    link: state === "asked" && request ? payerLink(request) : undefined,
    isLinkOnly: state === "asked" && request?.byMail === false,
    mandateEmail: mandateEmailOf(row) ?? undefined,
    emails: emailsOf(row),
    shared:
      shared?.contact && shared.contactId
        ? {
            contactId: shared.contactId,
            payer: contactName(shared.contact),
            reference: shared.reference,
            accountHint: shared.accountHint,
          }
        : undefined,
    choices: usable.length > 1 ? usable.map((mandate) => choiceOf(mandate, row.defaultMandateId)) : [],
  };
}

function choiceOf(
  mandate: { id: string; reference: string; accountHint: string },
  defaultMandateId: string | null,
): ContactRow["choices"][number] {
  const { id, reference, accountHint } = mandate;
  return { id, reference, accountHint, isDefault: id === defaultMandateId };
}
