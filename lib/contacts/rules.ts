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
