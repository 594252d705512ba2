import type { Prisma } from "@/lib/core/prisma/client";

/** The name a person would call a contact by. */
export function contactName(contact: {
  companyName: string | null;
  firstName: string | null;
  lastName: string | null;
}): string {
  return contact.companyName || [contact.firstName, contact.lastName].filter(Boolean).join(" ") || "";
}

/** Contacts whose name or address holds what somebody typed. */
export function contactWhere(typed: string | undefined): Prisma.ContactWhereInput {
  const contains = { contains: typed ?? "", mode: "insensitive" } as const;
  return typed
    ? { OR: [{ companyName: contains }, { firstName: contains }, { lastName: contains }, { email: contains }] }
    : {};
}

/**
 * Where mandate mails go: the address the supplier picked as long as the books hold it, else the first one, which is the
 * billing address.
 */
export function mandateEmailOf(contact: {
  email: string | null;
  otherEmails: string[];
  mandateEmail: string | null;
}): string | null {
  const { email, otherEmails, mandateEmail } = contact;
  return mandateEmail && (mandateEmail === email || otherEmails.includes(mandateEmail)) ? mandateEmail : email;
}

/** What the list of contacts can be narrowed to; `lost` had a mandate that can no longer be used. */
export const CONTACT_FILTERS = ["all", "none", "asked", "granted", "lost", "excluded"] as const;
export type ContactFilter = (typeof CONTACT_FILTERS)[number];

export function contactFilterOf(value: string | undefined): ContactFilter {
  return CONTACT_FILTERS.find((filter) => filter === value) ?? "all";
}
