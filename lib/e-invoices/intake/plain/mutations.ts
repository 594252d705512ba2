import type { CustomerId } from "@/lib/auth/scope";
import type { Prisma, Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { mailAddressOf } from "@/lib/core/formats/mail-address";
import { buyerKeys, CORRECTION, columnsOf, judge, newRowOf } from "../rules";
import type { Applied, AppliedFile, DebitOutcome, Intake, Judgement, OwnInvoice, ReadInvoice } from "../types";
import { type Known, readKnown } from "./data";

/** A file and the invoice in it. */
export interface ReadFile {
  file: AppliedFile;
  read: ReadInvoice;
}

interface Judged extends ReadFile {
  judgement: Judgement;
}

/** Rows that are stored together. */
interface Rows {
  invoices: Prisma.InvoiceCreateManyInput[];
  contacts: Prisma.ContactCreateManyInput[];
  buyers: Prisma.EInvoiceBuyerCreateManyInput[];
}

/**
 * Applies the first of these files, up to one that needs more than to be added, in a few statements for all of them. A
 * plain file ends without any effect, or adds an invoice with a new number whose buyer is new or known as the invoice
 * states it, and names no mandate of ours. The result is the same as that of `applyEInvoice` for each of them.
 *
 * @returns what became of each applied file, in their order
 */
export async function applyPlain(
  tx: Tx,
  customerId: CustomerId,
  intake: Intake,
  files: ReadFile[],
): Promise<Applied[]> {
  const judged = files.map((one) => ({ ...one, judgement: judge(intake, one.file, one.read) }));
  const first = judged.slice(0, firstIndex(judged, isNeverPlain));
  const known = await readKnown(tx, customerId, namesOf(first));
  const rows: Rows = { invoices: [], contacts: [], buyers: [] };
  const results: Applied[] = [];
  for (const { file, judgement } of first) {
    const applied =
      "applied" in judgement ? judgement.applied : added(customerId, intake, known, rows, { file, ...judgement });
    if (!applied) break;
    results.push(applied);
  }
  if (rows.contacts.length > 0) await tx.contact.createMany({ data: rows.contacts });
  if (rows.buyers.length > 0) await tx.eInvoiceBuyer.createMany({ data: rows.buyers });
  if (rows.invoices.length > 0) await tx.invoice.createMany({ data: rows.invoices });
  return results;
}

function firstIndex<T>(list: T[], is: (one: T) => boolean): number {
  const index = list.findIndex(is);
  return index === -1 ? list.length : index;
}

/** True for files that change something that is there, whatever that is. */
function isNeverPlain({ judgement }: Judged): boolean {
  if (judgement.namesNewCreditor) return true;
  if ("applied" in judgement) return false;
  const { outcome, own } = judgement;
  return outcome === "credit" || outcome === "negative" || own.typeCode === CORRECTION;
}

function namesOf(files: Judged[]) {
  const own = files.flatMap(({ judgement }) => ("own" in judgement ? [judgement.own] : []));
  return {
    numbers: own.map(({ number }) => number),
    keys: own.flatMap(buyerKeys),
    references: own.flatMap(({ mandateReference }) => mandateReference?.trim() || []),
  };
}

/** Adds the rows of a plain invoice, and what is then known; undefined for one that is not plain. */
function added(
  customerId: CustomerId,
  intake: Intake,
  known: Known,
  rows: Rows,
  { file, outcome, own, settings }: { file: AppliedFile } & Extract<Judgement, { own: OwnInvoice }>,
): Applied | undefined {
  if (known.numbers.has(own.number) || known.mandates.has(own.mandateReference?.trim() ?? "")) return undefined;
  const contactId = contactOf(customerId, intake, known, rows, own);
  if (contactId === undefined) return undefined;
  const invoiceId = newId("invoice");
  const columns = { ...columnsOf(outcome as DebitOutcome, own, settings), contactId, mandateReference: null };
  rows.invoices.push({ customerId, id: invoiceId, ...newRowOf(own.number, columns, file.receivedAt) });
  known.numbers.add(own.number);
  return { status: "done", outcome, invoiceId };
}

/** Returns the contact of an invoice, null if it names none, undefined if that needs a closer look. */
function contactOf(
  customerId: CustomerId,
  { hadOtherSystem }: Intake,
  { buyers }: Known,
  rows: Rows,
  own: OwnInvoice,
): string | null | undefined {
  const keys = [...new Set(buyerKeys(own))];
  const [externalId] = keys;
  if (externalId === undefined) return null;
  const email = mailAddressOf(own.buyerEmail ?? "") ?? null;
  const first = buyers.get(externalId);
  if (first) {
    const { id, companyName, isArchived } = first;
    const isSame = keys.every((key) => buyers.get(key)?.externalId === first.externalId);
    const isKnownSo = companyName === (own.buyerName ?? companyName) && (email === null || email === first.email);
    return isSame && isKnownSo && !isArchived ? (id ?? undefined) : undefined;
  }
  // A contact of a previous accounting system may be the same payer.
  if (hadOtherSystem || keys.some((key) => buyers.has(key))) return undefined;
  const id = newId("contact");
  const companyName = own.buyerName ?? "";
  rows.contacts.push({ customerId, id, books: "EINVOICE", externalId, companyName, email });
  for (const key of keys) {
    rows.buyers.push({ customerId, key, externalId });
    buyers.set(key, { externalId, id, companyName, email, isArchived: false });
  }
  return id;
}
