import type { CustomerId } from "@/lib/auth/scope";
import { migrateContacts } from "@/lib/contacts/migration/mutations";
import { db, type Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { Contact } from "@/lib/core/prisma/client";
import { markOpenOf } from "@/lib/decision-queue/mutations";
import type { AccountingContact } from "@/lib/providers/accounting/port";
import type { AccountingSystem } from "@/lib/vendors/types";

/**
 * Returns our id of a contact in the accounting system. An unknown contact gets a row with a stale flag. An archived
 * one gets the flag again, because the organisation that has it may be connected again.
 */
export async function wantContact(
  tx: Tx,
  customerId: CustomerId,
  { books, externalId, name }: { books: string; externalId: string; name: string },
): Promise<string> {
  const known = await tx.contact.findUnique({
    where: { customerId_books_externalId: { customerId, books, externalId } },
    select: { id: true, isArchived: true, staleAt: true },
  });
  if (known?.isArchived && !known.staleAt)
    await tx.contact.updateMany({ where: { customerId, id: known.id, staleAt: null }, data: { staleAt: new Date() } });
  if (known) return known.id;
  const row = { customerId, id: newId("contact"), books, externalId, companyName: name, staleAt: new Date() };
  await tx.contact.createMany({ data: row, skipDuplicates: true });
  const made = await tx.contact.findUniqueOrThrow({
    where: { customerId_books_externalId: { customerId, books, externalId } },
    select: { id: true },
  });
  return made.id;
}

/**
 * Stores a contact as the accounting system has it, and has its open invoices decided again. If it matches a contact of
 * a previous system, that contact's mandates are migrated.
 */
export async function storeContact(
  customerId: CustomerId,
  row: Pick<Contact, "id" | "books" | "staleAt">,
  contact: AccountingContact,
): Promise<void> {
  const { companyName, firstName, lastName, street, zip, city, countryCode, isArchived, emails } = contact;
  const [email = null, ...otherEmails] = emails;
  await db.$transaction(async (tx) => {
    await tx.contact.updateMany({
      where: { customerId, id: row.id },
      data: { companyName, firstName, lastName, street, zip, city, countryCode, isArchived, email, otherEmails },
    });
    await tx.contact.updateMany({ where: { customerId, id: row.id, staleAt: row.staleAt }, data: { staleAt: null } });
    await markOpenOf(tx, customerId, [row.id]);
    await migrateContacts(tx, customerId, row.books, row.id);
  });
}

/** Archives a contact that the accounting system no longer has. It keeps its name and is not read again. */
export async function storeContactGone(customerId: CustomerId, contactId: string): Promise<void> {
  await db.contact.updateMany({ where: { customerId, id: contactId }, data: { staleAt: null, isArchived: true } });
}

/**
 * Sets the stale flag of a contact that a webhook reports as changed. Returns false if there is no row, because no
 * invoice names the contact.
 */
export async function markContact(
  tx: Tx,
  customerId: CustomerId,
  { books, externalId }: { books: AccountingSystem; externalId: string },
): Promise<boolean> {
  const marked = await tx.contact.updateMany({
    where: { customerId, books, externalId },
    data: { staleAt: new Date() },
  });
  return marked.count > 0;
}
