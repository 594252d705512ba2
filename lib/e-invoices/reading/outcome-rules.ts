import { isCreditorId, isSameCreditor, plainCreditorId } from "../creditor/rules";
import type { Reading } from "./syntaxes/reading-types";
import type { EInvoice, Outcome, Reason } from "./types";

export interface Verdict {
  outcome: Exclude<Outcome, "not_an_invoice" | "unreadable">;
  reason?: Reason;
  detail?: string;
}

/** Codes of UNTDID 1001 as EN 16931 lists them, by what they mean for a debit. */
const ACCOUNTING_ONLY = codes("325 751");
const CREDITS = codes("81 83 261 262 296 308 381 396 420 458 502 503 532");
const SELF_BILLED = codes("389 471 473 500 501 527");
/** The claim belongs to a factor. */
const FACTORED = codes("393 394 472");
/** Without 457, the reversal of a debit: the list has it among the invoices, and it claims nothing. */
const RECEIVABLES = codes(
  "71 80 82 84 102 130 202 203 204 211 218 219 295 326 331 380 382 383 384 385 386 387 388 390 395 " +
    "456 553 575 623 633 780 817 870 875 876 877 935",
);
const DIRECT_DEBITS = codes("49 59");

/**
 * Returns the outcome of an invoice. The order is the one in docs/e-invoices.md: what must never become a debit comes
 * before how the invoice is to be paid.
 */
export function outcomeOf(reading: Reading): Verdict {
  const { invoice, payable } = reading;
  const { typeCode = "", syntax } = invoice;
  if (ACCOUNTING_ONLY.has(typeCode)) return { outcome: "accounting_only" };
  if (syntax === "UBL CreditNote") return { outcome: "credit", reason: "credit_note" };
  if (CREDITS.has(typeCode)) return { outcome: "credit", reason: "credit_code", detail: typeCode };
  if (payable.cents === undefined) return { outcome: "no_amount", reason: payable.problem, detail: payable.detail };
  if (payable.cents < 0) return { outcome: "negative" };
  if (payable.cents === 0) return { outcome: "nothing_due" };
  const currencies = [invoice.currency, payable.currency].filter((one) => one !== undefined);
  if (currencies.length === 0) return { outcome: "foreign_currency", reason: "currency_missing" };
  const foreign = currencies.find((one) => one !== "EUR");
  if (foreign !== undefined) return { outcome: "foreign_currency", detail: foreign };
  if (SELF_BILLED.has(typeCode)) return { outcome: "self_billed" };
  return doubtOf(reading) ?? byMeans(invoice);
}

/** Returns why an invoice might be none, or that of another creditor, in whatever way it is to be paid. */
function doubtOf(reading: Reading): Verdict | undefined {
  const outcome = "other_means";
  const { typeCode } = reading.invoice;
  if (typeCode === undefined) return { outcome, reason: "type_missing" };
  if (FACTORED.has(typeCode)) return { outcome, reason: "factored", detail: typeCode };
  if (!RECEIVABLES.has(typeCode)) return { outcome, reason: "type_unknown", detail: typeCode };
  const different = differentOf(reading);
  return different && { outcome, reason: "values_differ", detail: different.join(", ") };
}

/** Returns values of which an invoice has one, if it states different ones. Creditors that are placeholders do not count. */
function differentOf({ typeCodes, mandates, creditors }: Reading): string[] | undefined {
  const valid = creditors.filter((id) => isCreditorId(plainCreditorId(id)));
  const others = valid.filter((id) => !isSameCreditor(plainCreditorId(id), plainCreditorId(valid[0] ?? "")));
  const lists = [new Set(typeCodes), new Set(mandates), new Set(others.length > 0 ? valid : [])];
  const different = lists.find(({ size }) => size > 1);
  return different && [...different];
}

/** A direct debit only if nothing in the file speaks against it; otherwise a person decides. */
function byMeans({ paymentMeans, mandateReference }: EInvoice): Verdict {
  const isDebit = (code: string) => DIRECT_DEBITS.has(code);
  const detail = [...new Set(paymentMeans)].join(", ");
  if (!paymentMeans.some(isDebit)) {
    if (mandateReference !== undefined) return { outcome: "other_means", reason: "mandate_beside_other_means", detail };
    return paymentMeans.length === 0
      ? { outcome: "other_means", reason: "means_missing" }
      : { outcome: "other_means", detail };
  }
  if (!paymentMeans.every(isDebit)) return { outcome: "other_means", reason: "means_mixed", detail };
  return { outcome: "direct_debit" };
}

function codes(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
