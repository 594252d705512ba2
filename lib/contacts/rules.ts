import { type MailAddress, mailAddressesIn, mailAddressOf } from "@/lib/core/mail-address";
import type { Prisma } from "@/lib/core/prisma/client";
import { searchFilters } from "@/lib/core/search-text";

/** What a contact's name is made of. */
export const CONTACT_NAME = { companyName: true, firstName: true, lastName: true } as const;

/** The name a person would call a contact by. */
export function contactName(contact: {
  companyName: string | null;
  firstName: string | null;
  lastName: string | null;
}): string {
  return contact.companyName || [contact.firstName, contact.lastName].filter(Boolean).join(" ") || "";
}

/** Contacts whose names and address together hold every word that somebody typed. */
export function contactWhere(typed: string | undefined): Prisma.ContactWhereInput {
  const filters = searchFilters(typed);
  return filters.length > 0 ? { AND: filters.map((holds) => ({ searchText: holds })) } : {};
}

/** The columns that hold a contact's addresses. */
interface StoredEmails {
  email: string | null;
  otherEmails: string[];
}

/**
 * A contact's addresses, the billing address first. Rows stored before addresses were checked may hold several in one
 * column, or text that is no address.
 */
export function emailsOf({ email, otherEmails }: StoredEmails): MailAddress[] {
  return mailAddressesIn([email, ...otherEmails]);
}

/** Where mandate mails go: the address the supplier picked while the accounting system holds it, else the first one. */
export function mandateEmailOf(contact: StoredEmails & { mandateEmail: string | null }): MailAddress | null {
  const emails = emailsOf(contact);
  const picked = mailAddressOf(contact.mandateEmail ?? "");
  return picked && emails.includes(picked) ? picked : (emails[0] ?? null);
}

/** What the list of contacts can be narrowed to; `lost` had a mandate that can no longer be used. */
export const CONTACT_FILTERS = ["all", "none", "asked", "granted", "lost", "excluded"] as const;
export type ContactFilter = (typeof CONTACT_FILTERS)[number];

export function contactFilterOf(value: string | undefined): ContactFilter {
  return CONTACT_FILTERS.find((filter) => filter === value) ?? "all";
}
