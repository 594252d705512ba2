import type { CustomerId } from "@/lib/auth/scope";
import { keepOpenAmount } from "@/lib/collections/lifecycle/open-mutations";
import { lockDocument } from "@/lib/collections/related/document-mutations";
import type { Tx } from "@/lib/core/database/db";
import type { Invoice } from "@/lib/core/prisma/client";
import { findBuyer, isOtherBuyer } from "./buyer-mutations";
import { findCreditsOfNumber, findOfNumber, findWaitingCredits } from "./data";
import { assignedNumber, isSameInvoice } from "./rules";
import type { Applied, AppliedFile, OwnInvoice } from "./types";

/**
 * Reduces the invoices that a credit names, one after the other, each by what is left of it. It never becomes a
 * receivable, and without a named invoice it changes nothing.
 */
export async function applyCredit(
  tx: Tx,
  customerId: CustomerId,
  file: AppliedFile,
  outcome: "credit" | "negative",
  credit: OwnInvoice,
): Promise<Applied> {
  // The reader does not look at the currency of a credit. Its amount would be taken for euros.
  if (credit.currency !== "EUR") return { status: "held", outcome, reason: "foreign_currency" };
  const [before] = await findCreditsOfNumber(tx, customerId, file.id, credit.number);
  if (before && isSameInvoice(before.facts, credit))
    return { status: "done", outcome, reason: "duplicate", invoiceId: before.invoiceId ?? undefined };
  if (before && !file.answers.includes("separate")) return { status: "held", outcome, reason: "number_taken" };
  const numbers = namedBy(file, credit);
  if (numbers.length === 0) return { status: "held", outcome, reason: "credit_unnamed" };
  const named: Invoice[] = [];
  for (const number of numbers) {
    const found = await findOfNumber(tx, customerId, number);
    // All of them first: otherwise the part of an invoice that arrives later would be lost.
    if (!found)
      return {
        status: "held",
        outcome,
        reason: credit.precedingNumbers.length > 0 ? "credit_waits" : "credit_unnamed",
      };
    // An invoice and its correction are one.
    if (!named.some(({ id }) => id === found.id)) named.push(found);
  }
  if (!file.answers.includes("apply") && (await isOfOtherPayer(tx, customerId, named, credit)))
    return { status: "held", outcome, reason: "credit_other_payer" };
  const isPaidBefore = await reduce(tx, customerId, named, Math.abs(credit.payableCents));
  const reason = isPaidBefore ? "credit_after_payment" : "credited";
  return { status: "done", outcome, reason, invoiceId: named[0]?.id };
}

/** Only a credit that names no invoice can be assigned by a person. */
function namedBy({ answers }: AppliedFile, { precedingNumbers }: OwnInvoice): string[] {
  return precedingNumbers.length > 0 ? precedingNumbers : [assignedNumber(answers) ?? []].flat();
}

async function isOfOtherPayer(tx: Tx, customerId: CustomerId, named: Invoice[], credit: OwnInvoice): Promise<boolean> {
  const buyer = await findBuyer(tx, customerId, credit);
  if (buyer) return named.some(({ contactId }) => contactId !== buyer);
  for (const { contactId } of named)
    if (contactId && (await isOtherBuyer(tx, customerId, contactId, credit))) return true;
  return false;
}

/**
 * Credits invoices up to their totals, the rest to the last one.
 *
 * @returns true if more is credited than was open: the payer has paid it already
 */
async function reduce(tx: Tx, customerId: CustomerId, invoices: Invoice[], cents: number): Promise<boolean> {
  const ids = invoices.map(({ id }) => id).sort();
  for (const id of ids) {
    const row = invoices.find((one) => one.id === id);
    if (row) await lockDocument(tx, row);
  }
  let left = cents;
  let isPaidBefore = false;
  for (const [at, { id }] of invoices.entries()) {
    const row = await tx.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } });
    const isLast = at === invoices.length - 1;
    const part = isLast ? left : Math.min(left, Math.max(0, row.totalCents - row.creditedCents));
    if (part > row.openCents) isPaidBefore = true;
    left -= part;
    await tx.invoice.updateMany({ where: { customerId, id }, data: { creditedCents: { increment: part } } });
    await keepOpenAmount(tx, customerId, id);
  }
  return isPaidBefore;
}

/** Applies the credits that arrived before the invoice they name, unless they wait for others as well. */
export async function applyWaitingCredits(tx: Tx, customerId: CustomerId, number: string): Promise<void> {
  for (const { id, outcome, receivedAt, facts } of await findWaitingCredits(tx, customerId, number)) {
    const applied = await applyCredit(tx, customerId, { id, answers: [], receivedAt }, outcome, facts);
    const { status, reason, invoiceId } = applied;
    await tx.eInvoiceFile.updateMany({ where: { customerId, id }, data: { status, reason, invoiceId } });
  }
}
