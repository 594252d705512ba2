import type { CustomerId } from "@/lib/auth/scope";
import { migrateContacts } from "@/lib/contacts/migration/mutations";
import type { Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { mailAddressOf } from "@/lib/core/formats/mail-address";
import { markOpenOf } from "@/lib/decision-queue/mutations";
import type { EInvoice } from "@/lib/e-invoices/reading/types";
import { buyerKeys } from "./rules";

const BOOKS = "EINVOICE";
const MAX_OTHER_EMAILS = 5;

/**
 * Returns the contact that an invoice names as its buyer; undefined if none is known. A customer number decides alone,
 * a VAT id, or an address with a name, only if it does not contradict a surer one. A name alone never finds anybody.
 */
export async function findBuyer(tx: Tx, customerId: CustomerId, invoice: EInvoice): Promise<string | undefined> {
  const keys = buyerKeys(invoice);
  const known = await tx.eInvoiceBuyer.findMany({ where: { customerId, key: { in: keys } } });
  for (const key of keys) {
    const externalId = known.find((row) => row.key === key)?.externalId;
    if (!externalId || (await isContradicted(tx, customerId, externalId, keys, key))) continue;
    const where = { customerId_books_externalId: { customerId, books: BOOKS, externalId } };
    const contact = await tx.contact.findUnique({ where, select: { id: true } });
    if (contact) return contact.id;
  }
  return undefined;
}

/** True if the contact has another customer number or VAT id than the invoice, surer than the key that found it. */
async function isContradicted(
  tx: Tx,
  customerId: CustomerId,
  externalId: string,
  keys: string[],
  found: string,
): Promise<boolean> {
  const surer = keys.slice(0, keys.indexOf(found));
  if (surer.length === 0) return false;
  const own = await tx.eInvoiceBuyer.findMany({ where: { customerId, externalId }, select: { key: true } });
  const kindOf = (key: string) => key.slice(0, key.indexOf(":"));
  return surer.some((key) => own.some((row) => kindOf(row.key) === kindOf(key) && row.key !== key));
}

/**
 * True if a contact is known by another customer number than the invoice states, or else by another VAT id. Addresses do
 * not count: one accountant may receive the invoices of several firms.
 */
export async function isOtherBuyer(
  tx: Tx,
  customerId: CustomerId,
  contactId: string,
  invoice: EInvoice,
): Promise<boolean> {
  const contact = await tx.contact.findUnique({ where: { customerId_id: { customerId, id: contactId } } });
  if (contact?.books !== BOOKS) return false;
  const where = { customerId, externalId: contact.externalId };
  const own = (await tx.eInvoiceBuyer.findMany({ where, select: { key: true } })).map(({ key }) => key);
  for (const kind of ["nr:", "vat:"]) {
    const stated = buyerKeys(invoice).find((key) => key.startsWith(kind));
    const known = own.filter((key) => key.startsWith(kind));
    if (stated && known.length > 0) return !known.includes(stated);
  }
  return false;
}

/**
 * Stores the buyer of an invoice as a contact and returns its id; null if the invoice names neither number, VAT id nor
 * address, and no mandate.
 *
 * @param contactId the contact that is known already, by its keys or its mandate
 */
export async function storeBuyer(
  tx: Tx,
  customerId: CustomerId,
  invoice: EInvoice,
  contactId: string | undefined,
): Promise<string | null> {
  const keys = buyerKeys(invoice);
  const email = mailAddressOf(invoice.buyerEmail ?? "") ?? null;
  if (!contactId && keys.length === 0) return null;
  if (!contactId) {
    const [externalId = ""] = keys;
    const id = newId("contact");
    await tx.contact.create({
      data: { customerId, id, books: BOOKS, externalId, companyName: invoice.buyerName ?? "", email },
    });
    await storeKeys(tx, customerId, keys, externalId);
    await migrateContacts(tx, customerId, BOOKS, id);
    // The contact of a previous system may have taken the place of the new row.
    const where = { customerId_books_externalId: { customerId, books: BOOKS, externalId } };
    return (await tx.contact.findUniqueOrThrow({ where, select: { id: true } })).id;
  }
  const contact = await tx.contact.findUniqueOrThrow({ where: { customerId_id: { customerId, id: contactId } } });
  // The owner of a named mandate may come from a previous system. From now on e-invoices know it.
  const externalId = contact.books === BOOKS ? contact.externalId : (keys[0] ?? `contact:${contactId}`);
  if (contact.books !== BOOKS)
    await tx.contact.updateMany({ where: { customerId, id: contactId }, data: { books: BOOKS, externalId } });
  await storeKeys(tx, customerId, keys, externalId);
  const companyName = invoice.buyerName ?? contact.companyName;
  const isNewAddress = email !== null && email !== contact.email;
  if (companyName === contact.companyName && !isNewAddress && !contact.isArchived) return contactId;
  const others = [contact.email, ...contact.otherEmails].filter((one): one is string => one !== null && one !== email);
  await tx.contact.updateMany({
    where: { customerId, id: contactId },
    data: {
      ...{ companyName, isArchived: false },
      ...(isNewAddress ? { email, otherEmails: [...new Set(others)].slice(0, MAX_OTHER_EMAILS) } : {}),
    },
  });
  await markOpenOf(tx, customerId, [contactId]);
  return contactId;
}

/**
 * Stores by what a contact is known. A key that another contact has stays there, unless that contact has left: another
 * accounting system may have taken it over meanwhile.
 */
async function storeKeys(tx: Tx, customerId: CustomerId, keys: string[], externalId: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM e_invoice_buyers b WHERE b.customer_id = ${customerId} AND b.key = ANY (${keys}) AND NOT EXISTS (
      SELECT 1 FROM contacts c
      WHERE c.customer_id = ${customerId} AND c.books = ${BOOKS} AND c.external_id = b.external_id)`;
  await tx.eInvoiceBuyer.createMany({
    data: keys.map((key) => ({ customerId, key, externalId })),
    skipDuplicates: true,
  });
}
