import { randomUUID } from "node:crypto";
import type { CustomerId } from "@/lib/auth/scope";
import { decideInvoice } from "@/lib/collections/decision/mutations";
import { storeConnection } from "@/lib/connections/record/mutations";
import { sealToken, tokenColumns } from "@/lib/connections/tokens/mutations";
import { storeContact } from "@/lib/contacts/mutations";
import { db } from "@/lib/core/database/db";
import type { MailAddress } from "@/lib/core/formats/mail-address";
import type { Collection, Invoice, Mandate } from "@/lib/core/prisma/client";
import type { MandateRequestStatus } from "@/lib/core/prisma/enums";
import { now, today } from "@/lib/core/time/clock";
import { addDays } from "@/lib/core/time/dates";
import { storeDocument, storeEntries } from "@/lib/invoices/sync/mutations";
import { storeMandate } from "@/lib/mandates/record/mutations";
import { invoiceReference } from "@/lib/payouts/rules";
import type { AccountingContact, AccountingDocument, DocumentEntry } from "@/lib/providers/accounting/port";
import type { ProviderMandate } from "@/lib/providers/payments/port";
import { DIRECT_DEBIT_TERM, type SeededSupplier, type SupplierInput, seedSupplier } from "@/prisma/seed/suppliers";

/** Creates the supplier of the database tests with the product's own functions, without calls to vendors. */
export async function connectedSupplier(input: SupplierInput = {}): Promise<SeededSupplier> {
  const supplier = await seedSupplier({ paymentConditions: [DIRECT_DEBIT_TERM], ...input });
  const { customerId, actor } = supplier;
  const pair = {
    accessToken: `access-${randomUUID()}`,
    refreshToken: `refresh-${randomUUID()}`,
    expiresInSeconds: 14_399,
    scope: "",
  };
  const books = {
    organisationId: randomUUID(),
    externalConnectionId: randomUUID(),
    accountName: "Bücher",
    ...tokenColumns(customerId, "LEXOFFICE", pair),
  };
  await storeConnection(customerId, "LEXOFFICE", books, actor);
  const payments = {
    organisationId: `OR${randomUUID()}`,
    accountName: "GoCardless",
    accessToken: sealToken(customerId, "GOCARDLESS", "access", `gc-${randomUUID()}`),
    creditorId: "CR1",
    verificationStatus: "successful",
  };
  await storeConnection(customerId, "GOCARDLESS", payments, actor);
  // As after the first read of existing mandates; the account has been ours from the beginning of time.
  await db.connection.updateMany({
    where: { customerId, type: "GOCARDLESS" },
    data: { mandatesReadAt: now(), schedulesReadAt: now(), accountSince: new Date(0) },
  });
  return supplier;
}

/** Returns another, newer owner of the supplier. */
export async function secondOwner({ customerId }: Pick<SeededSupplier, "customerId">) {
  const { userId } = await seedSupplier();
  await db.membership.create({ data: { customerId, userId, role: "owner" } });
  return { userId, userName: "Jonas Weber", ip: "203.0.113.7" };
}

export function bookEntry(changes: Partial<DocumentEntry> = {}): DocumentEntry {
  return {
    externalId: randomUUID(),
    externalType: "invoice",
    kind: "invoice",
    status: "open",
    number: "RE-1042",
    contactExternalId: randomUUID(),
    contactName: "Bäckerei Sonnenschein KG",
    voucherDate: addDays(today(), -7),
    dueDate: addDays(today(), 21),
    totalCents: 11_900,
    openCents: 11_900,
    currency: "EUR",
    isArchived: false,
    updatedAt: new Date(Date.now() - 3_600_000),
    ...changes,
  };
}

/** Returns the document behind a row of the list, as the accounting system returns it. */
export function bookDocument(entry: DocumentEntry, changes: Partial<AccountingDocument> = {}): AccountingDocument {
  const { openCents: _open, ...shared } = entry;
  return {
    ...shared,
    kind: "invoice",
    netCents: null,
    termLabel: DIRECT_DEBIT_TERM,
    discountPercent: null,
    discountDays: null,
    language: "de",
    deductedIds: [],
    deductedCents: [],
    closingExternalId: null,
    ...changes,
  };
}

/** E-mail addresses may be any text, like rows stored before addresses were checked. */
export type ContactChanges = Partial<Omit<AccountingContact, "emails"> & { emails: string[] }>;

export function bookContact(externalId: string, changes: ContactChanges = {}): AccountingContact {
  const { emails = ["rechnung@baeckerei.example"], ...others } = changes;
  return {
    externalId,
    companyName: "Bäckerei Sonnenschein KG",
    firstName: null,
    lastName: null,
    emails: emails as MailAddress[],
    street: "Ahornweg 4",
    zip: "01099",
    city: "Dresden",
    countryCode: "DE",
    isArchived: false,
    ...others,
  };
}

export interface SeededInvoice {
  id: string;
  externalId: string;
  contactId: string;
  entry: DocumentEntry;
}

/** Creates an open invoice that was listed and read, with its contact. */
export async function seedInvoice(
  customerId: CustomerId,
  changes: { entry?: Partial<DocumentEntry>; document?: Partial<AccountingDocument>; contact?: ContactChanges } = {},
): Promise<SeededInvoice> {
  const entry = bookEntry(changes.entry);
  const { externalId } = entry;
  await storeEntries(customerId, [entry], { books: "LEXOFFICE", askedAt: new Date(), readAll: false });
  await storeDocument(customerId, await readInvoice(customerId, externalId), bookDocument(entry, changes.document));
  const { id, contactId } = await readInvoice(customerId, externalId);
  if (!contactId || !entry.contactExternalId) throw new Error("an invoice of nobody cannot be seeded here");
  const contact = await db.contact.findUniqueOrThrow({ where: { customerId_id: { customerId, id: contactId } } });
  await storeContact(customerId, contact, bookContact(entry.contactExternalId, changes.contact));
  return { id, externalId, contactId, entry };
}

export async function readInvoice(customerId: CustomerId, externalId: string): Promise<Invoice> {
  return await db.invoice.findFirstOrThrow({ where: { customerId, externalId } });
}

export function providerMandate(changes: Partial<ProviderMandate> = {}): ProviderMandate {
  return {
    id: `MD${randomUUID()}`,
    status: "pending_submission",
    reference: "EINZUG-1",
    scheme: "sepa_core",
    nextPossibleChargeDate: addDays(today(), 3),
    customerId: "CU1",
    bankAccountId: "BA1",
    newMandateId: null,
    metadata: {},
    createdAt: new Date(),
    ...changes,
  };
}

export async function seedMandate(
  customerId: CustomerId,
  contactId: string,
  changes: Partial<ProviderMandate> = {},
): Promise<Mandate> {
  return await storeMandate(customerId, providerMandate(changes), { contactId });
}

/** Creates a mandate request to a payer of its own. */
export async function seedRequest(
  customerId: CustomerId,
  id: string,
  status: MandateRequestStatus = "pending",
): Promise<{ contactId: string }> {
  const contactId = `con_${id}`;
  const contact = { customerId, id: contactId, books: "LEXOFFICE", externalId: contactId, companyName: "Jana Sommer" };
  await db.contact.create({ data: { ...contact, email: `${id}@example.test` } });
  await db.mandateRequest.create({ data: { customerId, id, contactId, status, byMail: true } });
  return { contactId };
}

/** Decides the invoice as the job would. */
export async function decideNow(customerId: CustomerId, invoiceId: string) {
  return await decideInvoice(customerId, invoiceId);
}

/** Creates an invoice with a mandate whose collection was just decided. */
export async function seedCollection(
  customerId: CustomerId,
  changes: Parameters<typeof seedInvoice>[1] = {},
): Promise<{ invoice: SeededInvoice; mandate: Mandate; collection: Collection }> {
  const invoice = await seedInvoice(customerId, changes);
  const mandate = await seedMandate(customerId, invoice.contactId);
  await decideNow(customerId, invoice.id);
  return { invoice, mandate, collection: await latestCollection(customerId, invoice.id) };
}

export async function latestCollection(customerId: CustomerId, invoiceId: string): Promise<Collection> {
  return await db.collection.findFirstOrThrow({ where: { customerId, invoiceId }, orderBy: { attempt: "desc" } });
}

/** Returns the keys of the notices on the dashboard. */
export async function openNotices(customerId: CustomerId): Promise<string[]> {
  const rows = await db.notice.findMany({ where: { customerId, resolvedAt: null }, orderBy: { key: "asc" } });
  return rows.map((row) => row.key);
}

/** Returns the reference of an invoice's booking line in the accounting system. */
export async function referenceInAccounting(invoiceId: string): Promise<string> {
  const invoice = await db.invoice.findFirstOrThrow({ where: { id: invoiceId } });
  return invoiceReference(invoice.customerId, invoice);
}
