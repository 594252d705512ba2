import { type MailAddress, mailAddressesIn, mailAddressOf } from "@/lib/core/formats/mail-address";
import type { Prisma } from "@/lib/core/prisma/client";
import { searchFilters } from "@/lib/core/text/search-text";

/** The columns that a contact's name consists of. */
export const CONTACT_NAME = { companyName: true, firstName: true, lastName: true } as const;

/** Returns the company name, else first and last name, else an empty string. */
export function contactName(contact: {
  companyName: string | null;
  firstName: string | null;
  lastName: string | null;
}): string {
  return contact.companyName || [contact.firstName, contact.lastName].filter(Boolean).join(" ") || "";
}

/** Returns the condition for contacts whose names and addresses together contain every word that somebody typed. */
export function contactWhere(typed: string | undefined): Prisma.ContactWhereInput {
  const filters = searchFilters(typed);
  return filters.length > 0 ? { AND: filters.map((holds) => ({ searchText: holds })) } : {};
}

/** The columns that hold a contact's e-mail addresses. */
interface StoredEmails {
  email: string | null;
  otherEmails: string[];
}

/**
 * Returns a contact's e-mail addresses, the billing address first. Rows stored before addresses were validated may hold
 * several in one column, or text that is no address.
 */
export function emailsOf({ email, otherEmails }: StoredEmails): MailAddress[] {
  return mailAddressesIn([email, ...otherEmails]);
}

/**
 * Returns where mandate mails go: to the address that the supplier picked if the accounting system still has it, else
 * to the first one.
 */
export function mandateEmailOf(contact: StoredEmails & { mandateEmail: string | null }): MailAddress | null {
  const emails = emailsOf(contact);
  const picked = mailAddressOf(contact.mandateEmail ?? "");
  return picked && emails.includes(picked) ? picked : (emails[0] ?? null);
}

/** Filters for the list of contacts. `lost` means: had a mandate that can no longer be used. */
export const CONTACT_FILTERS = ["all", "none", "asked", "granted", "lost", "excluded"] as const;
export type ContactFilter = (typeof CONTACT_FILTERS)[number];

export function contactFilterOf(value: string | undefined): ContactFilter {
  return CONTACT_FILTERS.find((filter) => filter === value) ?? "all";
}
