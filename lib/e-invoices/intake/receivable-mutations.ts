import type { CustomerId } from "@/lib/auth/scope";
import { keepOpenAmount } from "@/lib/collections/lifecycle/open-mutations";
import { lockDocument } from "@/lib/collections/related/document-mutations";
import type { Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { Invoice } from "@/lib/core/prisma/client";
import { fromDate } from "@/lib/core/time/dates";
import type { EInvoiceSettings } from "@/lib/e-invoices/settings/types";
import { findBuyer, isOtherBuyer, storeBuyer } from "./buyer-mutations";
import { applyWaitingCredits } from "./credit-mutations";
import { findOfNumber, isInOtherSystem, isStatedBefore } from "./data";
import { assignMandate, findNamedMandate, isOtherAccount } from "./mandate-mutations";
import { CORRECTION, columnsOf, newRowOf, readColumnsOf } from "./rules";
import type { Applied, AppliedFile, DebitOutcome, OwnInvoice } from "./types";

/** The target of an invoice: a new row with its number, or an existing row whose content it replaces. */
type Place = { externalId: string } | { replaced: Invoice } | Applied;

/** Stores an invoice as a receivable, once, whatever ways it came by. A correction takes the row of what it corrects. */
export async function applyReceivable(
  tx: Tx,
  customerId: CustomerId,
  file: AppliedFile,
  outcome: DebitOutcome,
  invoice: OwnInvoice,
  settings: EInvoiceSettings,
): Promise<Applied> {
  const place = await placeOf(tx, customerId, file, outcome, invoice);
  if ("status" in place) {
    // A credit may wait for this number, although its row has another one.
    if (place.reason === "replaced") await applyWaitingCredits(tx, customerId, invoice.number);
    return place;
  }
  const named = file.answers.includes("by_buyer") ? undefined : await findNamedMandate(tx, customerId, invoice);
  const buyer = await findBuyer(tx, customerId, invoice);
  const owner = named?.contactId ?? undefined;
  const isMixed =
    owner !== undefined && (buyer === undefined ? await isOtherBuyer(tx, customerId, owner, invoice) : owner !== buyer);
  if (isMixed && !file.answers.includes("by_mandate"))
    return { status: "held", outcome, reason: "mandate_of_other_payer" };
  // A buyer whose invoices another one pays keeps its own data.
  const contactId = isMixed ? owner : await storeBuyer(tx, customerId, invoice, owner ?? buyer);
  if (named && contactId && !named.contactId) await assignMandate(tx, customerId, named, contactId);
  const columns = { ...columnsOf(outcome, invoice, settings), contactId, mandateReference: named?.reference ?? null };
  const invoiceId = await store(tx, customerId, place, columns, file.receivedAt);
  // A credit may name the number before the correction.
  const former = "replaced" in place ? place.replaced.externalId : place.externalId;
  for (const number of new Set([former, invoice.number])) await applyWaitingCredits(tx, customerId, number);
  const differs = named !== undefined && isOtherAccount(named, invoice.debtorIban);
  const reason = "replaced" in place ? "replaces" : differs ? "account_differs" : undefined;
  return { status: "done", outcome, reason, invoiceId };
}

async function placeOf(
  tx: Tx,
  customerId: CustomerId,
  file: AppliedFile,
  outcome: DebitOutcome,
  invoice: OwnInvoice,
): Promise<Place> {
  const { number } = invoice;
  const known = await findOfNumber(tx, customerId, number);
  if (known) {
    if (await isStatedBefore(tx, customerId, file.id, known, invoice))
      return { status: "done", outcome, reason: "duplicate", invoiceId: known.id };
    // The correction arrived before what it corrects.
    if (known.number !== number) return { status: "done", outcome, reason: "replaced", invoiceId: known.id };
    if (file.answers.includes("replace")) return { replaced: known };
    if (!file.answers.includes("separate"))
      return { status: "held", outcome, reason: "number_taken", invoiceId: known.id };
    return { externalId: `${number}@${file.id}` };
  }
  if (invoice.typeCode !== CORRECTION || file.answers.includes("separate")) return { externalId: number };
  const [corrected, ...more] = invoice.precedingNumbers;
  if (!corrected || more.length > 0) return { status: "held", outcome, reason: "correction_unmatched" };
  const replaced = await findOfNumber(tx, customerId, corrected);
  // Only a person knows what becomes of a debit that was begun in another accounting system.
  if (!replaced && (await isInOtherSystem(tx, customerId, corrected)))
    return { status: "held", outcome, reason: "correction_unmatched" };
  // Its row stands for the number that it corrects, so that a late original is not collected beside it.
  return replaced ? { replaced } : { externalId: corrected.trim() };
}

type Columns = ReturnType<typeof columnsOf> & { contactId: string | null; mandateReference: string | null };

async function store(
  tx: Tx,
  customerId: CustomerId,
  place: Exclude<Place, Applied>,
  columns: Columns,
  receivedAt: Date,
): Promise<string> {
  if ("externalId" in place) {
    const id = newId("invoice");
    await tx.invoice.create({ data: { customerId, id, ...newRowOf(place.externalId, columns, receivedAt) } });
    return id;
  }
  const { replaced } = place;
  await lockDocument(tx, replaced);
  await tx.invoice.updateMany({
    where: { customerId, id: replaced.id },
    data: {
      ...{ ...columns, ...readColumnsOf(receivedAt) },
      // "Collect now" referred to the former due date.
      ...(fromDate(replaced.dueDate) === fromDate(columns.dueDate) ? {} : { collectNowAt: null }),
    },
  });
  await keepOpenAmount(tx, customerId, replaced.id);
  return replaced.id;
}
