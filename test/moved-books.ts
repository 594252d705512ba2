import { randomUUID } from "node:crypto";
import type { CustomerId } from "@/lib/auth/scope";
import type { CollectionStep } from "@/lib/collections/event-mutations";
import { db } from "@/lib/core/db";
import { returnedInvoice } from "./returned-debits";
import { type SeededInvoice, seedInvoice, seedMandate } from "./supplier-data";

/** A number that only documents of one test have. */
export const numbered = () => ({ entry: { number: `RE-${randomUUID()}` } });

/** The books of this document are no longer those in use: what was open there is no longer read. */
export async function leaveBooks(customerId: CustomerId, { id }: { id: string }, books = "SEVDESK"): Promise<void> {
  const data = { books, bookStatus: "deleted", openCents: 0, needsDecision: true } as const;
  await db.invoice.update({ where: { customerId_id: { customerId, id } }, data });
}

/** They are in use again, and the document is open there. */
export async function returnToBooks(customerId: CustomerId, { id, entry }: SeededInvoice): Promise<void> {
  const data = { books: "LEXOFFICE", bookStatus: "open", openCents: entry.openCents, needsDecision: true } as const;
  await db.invoice.update({ where: { customerId_id: { customerId, id } }, data });
}

/** The same document, in the books in use: with a number as they spell it, and a mandate older than anything that came back. */
export async function broughtAlong(
  customerId: CustomerId,
  { entry }: SeededInvoice,
  number = entry.number,
): Promise<SeededInvoice> {
  const invoice = await seedInvoice(customerId, { entry: { number: number.replace("-", " ") } });
  await seedMandate(customerId, invoice.contactId, { createdAt: new Date("2026-01-01") });
  return invoice;
}

/** An invoice of the books in use whose debit out of the books before has come back. */
export async function returnedElsewhere(customerId: CustomerId, changes: Partial<CollectionStep> = {}) {
  const former = await returnedInvoice(customerId, changes, numbered());
  await leaveBooks(customerId, former);
  return { former, invoice: await broughtAlong(customerId, former) };
}
