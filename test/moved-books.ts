import { randomUUID } from "node:crypto";
import type { CustomerId } from "@/lib/auth/scope";
import type { CollectionStep } from "@/lib/collections/events/mutations";
import { db } from "@/lib/core/database/db";
import { returnedInvoice } from "./returned-debits";
import { type SeededInvoice, seedInvoice, seedMandate } from "./supplier-data";

/** Returns a document number that no other test uses. */
export const numbered = () => ({ entry: { number: `RE-${randomUUID()}` } });

/** Moves this document to a previous system: its open amount is not read any more. */
export async function leaveAccounting(
  customerId: CustomerId,
  { id }: { id: string },
  books = "SEVDESK",
): Promise<void> {
  const data = { books, bookStatus: "deleted", openCents: 0, needsDecision: true } as const;
  await db.invoice.update({ where: { customerId_id: { customerId, id } }, data });
}

/** Makes the document's accounting system the connected one again, with the document open there. */
export async function returnToBooks(customerId: CustomerId, { id, entry }: SeededInvoice): Promise<void> {
  const data = { books: "LEXOFFICE", bookStatus: "open", openCents: entry.openCents, needsDecision: true } as const;
  await db.invoice.update({ where: { customerId_id: { customerId, id } }, data });
}

/**
 * Creates the same document in the connected system: its number is spelled differently there, and its mandate is older
 * than any return.
 */
export async function broughtAlong(
  customerId: CustomerId,
  { entry }: SeededInvoice,
  number = entry.number,
): Promise<SeededInvoice> {
  const invoice = await seedInvoice(customerId, { entry: { number: number.replace("-", " ") } });
  await seedMandate(customerId, invoice.contactId, { createdAt: new Date("2026-01-01") });
  return invoice;
}

/** Creates an invoice of the connected system whose payment in the previous system was returned. */
export async function returnedElsewhere(customerId: CustomerId, changes: Partial<CollectionStep> = {}) {
  const former = await returnedInvoice(customerId, changes, numbered());
  await leaveAccounting(customerId, former);
  return { former, invoice: await broughtAlong(customerId, former) };
}
