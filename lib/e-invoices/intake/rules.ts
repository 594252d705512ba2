import type { PaysBy } from "@/lib/collections/types";
import { plainVatId } from "@/lib/core/formats/vat-id";
import { searchText } from "@/lib/core/text/search-text";
import { addDays, toDate } from "@/lib/core/time/dates";
import { isCreditorId, isSameCreditor, plainCreditorId } from "@/lib/e-invoices/creditor/rules";
import type { EInvoice } from "@/lib/e-invoices/reading/types";
import { plainTaxNumber } from "@/lib/e-invoices/settings/rules";
import type { EInvoiceSettings } from "@/lib/e-invoices/settings/types";
import type {
  Answer,
  Applied,
  AppliedFile,
  DebitOutcome,
  HeldReason,
  Intake,
  Judgement,
  OwnInvoice,
  ReadInvoice,
} from "./types";

type Seller = Pick<EInvoice, "sellerVatId" | "sellerTaxNumber" | "creditorId">;

/**
 * Returns whether the supplier issued an invoice. The first of VAT id, tax number and creditor identifier that both
 * state decides; names never count. GoCardless' creditor identifier proves nothing, because many firms share it.
 */
export function sellerOf(invoice: Seller, own: EInvoiceSettings): "ours" | "other" | "unproven" {
  const vatId = plainVatId(invoice.sellerVatId ?? "");
  if (vatId !== "" && own.vatId !== "") return vatId === own.vatId ? "ours" : "other";
  const taxNumber = plainTaxNumber(invoice.sellerTaxNumber ?? "");
  if (taxNumber !== "" && own.taxNumber !== "") return taxNumber === plainTaxNumber(own.taxNumber) ? "ours" : "other";
  const creditor = plainCreditorId(invoice.creditorId ?? "");
  if (isCreditorId(creditor) && own.creditorIds.length > 0)
    return own.creditorIds.some((id) => isSameCreditor(id, creditor)) ? "ours" : "other";
  return "unproven";
}

/**
 * True if the invoice names a creditor that is not known as the supplier's: another firm may collect it. Texts that are
 * no creditor identifier are placeholders and do not count.
 *
 * @param atProvider the creditor identifier that GoCardless collects with, if known
 */
export function hasOtherCreditor(
  { creditorId }: Pick<EInvoice, "creditorId">,
  own: Pick<EInvoiceSettings, "creditorIds">,
  atProvider: string | null,
): boolean {
  const creditor = plainCreditorId(creditorId ?? "");
  if (!isCreditorId(creditor)) return false;
  const known = atProvider ? [...own.creditorIds, plainCreditorId(atProvider)] : own.creditorIds;
  return !known.some((id) => isSameCreditor(id, creditor));
}

/** Returns what a file means before anything stored is looked at. */
export function judge(
  { settings, atProvider }: Intake,
  { answers }: Pick<AppliedFile, "answers">,
  { outcome, invoice, reason }: ReadInvoice,
): Judgement {
  const ended = (applied: Applied, namesNewCreditor = false): Judgement => ({ namesNewCreditor, applied });
  if (!settings) return ended({ status: "held", outcome, reason: "system_not_in_use" });
  const seller = sellerOf(invoice, settings);
  if (seller === "other") return ended({ status: "refused", outcome: "not_ours", reason: "other_seller" });
  if (seller === "unproven" && !answers.includes("ours"))
    return ended({ status: "held", outcome: "not_ours", reason: "seller_unproven" });
  const namesNewCreditor = hasOtherCreditor(invoice, settings, atProvider);
  if (namesNewCreditor && !answers.includes("own_creditor"))
    return ended({ status: "held", outcome, reason: "other_creditor", detail: invoice.creditorId });
  switch (outcome) {
    case "nothing_due":
      return ended({ status: "done", outcome }, namesNewCreditor);
    case "no_amount":
    case "foreign_currency":
    case "self_billed":
    case "accounting_only":
      return ended({ status: "held", outcome, reason: outcome }, namesNewCreditor);
  }
  if (invoice.remarks.includes("marked_as_test") && !answers.includes("genuine"))
    return ended({ status: "held", outcome, reason: "marked_as_test" }, namesNewCreditor);
  if (isFactored(invoice)) return ended({ status: "held", outcome, reason: "factored" }, namesNewCreditor);
  const doubt = DOUBTS.find((one) => one === reason);
  if (doubt && !answers.includes("claim")) return ended({ status: "held", outcome, reason: doubt }, namesNewCreditor);
  const own = ownOf(invoice);
  if (typeof own === "string") return ended({ status: "held", outcome, reason: own }, namesNewCreditor);
  return { namesNewCreditor, outcome, own, settings };
}

/**
 * The reader's doubts whether a document claims money at all. The way of payment says nothing about that: the terms, or
 * what the supplier has said for the customer, may still collect it.
 */
const DOUBTS = ["type_missing", "type_unknown", "values_differ"] as const;

function ownOf(invoice: EInvoice): OwnInvoice | "number_missing" | "date_missing" | "no_amount" {
  const { issueDate, payableCents } = invoice;
  const number = invoice.number?.trim();
  if (!number) return "number_missing";
  if (!issueDate) return "date_missing";
  if (payableCents === undefined || Math.abs(payableCents) > MAX_CENTS) return "no_amount";
  return { ...invoice, number, issueDate, payableCents };
}

/** The largest amount that a column of cents can store. */
const MAX_CENTS = 2_147_483_647;

/** Codes that name no way of payment: not defined, standing agreement, mutually defined. */
const SILENT_CODES = ["1", "57", "ZZZ"];

/**
 * Returns how an invoice says it is paid; null if it does not say. Only what the reader found to be a direct debit is
 * one: a direct debit beside a transfer is none, because the payer may use the other way.
 */
export function paysByOf(outcome: "direct_debit" | "other_means", means: string[]): PaysBy | null {
  if (outcome === "direct_debit") return "direct_debit";
  return means.every((code) => SILENT_CODES.includes(code)) ? null : "otherwise";
}

/** The type of an invoice that takes the place of another one. */
export const CORRECTION = "384";

/** True if the claim was sold to a factor, who collects it. */
export function isFactored({ typeCode = "" }: Pick<EInvoice, "typeCode">): boolean {
  return FACTORED.includes(typeCode);
}

const FACTORED = ["393", "394", "472"];

/** Returns the terms without the lines for machines, as one line, to be compared with payment conditions. */
export function termLabelOf(terms: string | undefined): string {
  const lines = (terms ?? "").split(/\r?\n/).map((line) => line.trim());
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .join(" ")
    .slice(0, MAX_LABEL);
}

const MAX_LABEL = 500;

/** The facts in which two files of one number must agree to be the same invoice. */
const COMPARED = [
  ...(["payableCents", "issueDate", "dueDate", "typeCode", "currency", "buyerId", "buyerVatId"] as const),
  ...(["mandateReference", "creditorId", "paymentMeans", "precedingNumbers"] as const),
];

/** True if two files state the same invoice: a hybrid PDF and its XML, or the same one sent again. */
export function isSameInvoice(one: Partial<EInvoice>, other: Partial<EInvoice>): boolean {
  const text = (value: unknown) => JSON.stringify(value ?? null);
  return COMPARED.every((name) => text(one[name]) === text(other[name]));
}

/** An index over keys has a limit. */
const NAME_LENGTH = 200;

/**
 * Returns by what a buyer is known, the surest first. A mail address counts only with the name: one accountant may
 * receive the invoices of several firms.
 */
export function buyerKeys({
  buyerId,
  buyerVatId,
  buyerEmail,
  buyerName,
}: Pick<EInvoice, "buyerId" | "buyerVatId" | "buyerEmail" | "buyerName">) {
  const [number, vatId, mail] = [buyerId?.trim(), plainVatId(buyerVatId ?? ""), buyerEmail?.trim().toLowerCase()];
  const name = searchText(buyerName ?? "")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .slice(0, NAME_LENGTH);
  return [number && `nr:${number}`, vatId && `vat:${vatId}`, mail && `mail:${mail} ${name}`].filter((key) =>
    Boolean(key),
  ) as string[];
}

const ANSWERS_OF: Partial<Record<HeldReason, Answer[]>> = {
  seller_unproven: ["ours"],
  other_creditor: ["own_creditor"],
  marked_as_test: ["genuine"],
  type_missing: ["claim"],
  type_unknown: ["claim"],
  values_differ: ["claim"],
  number_taken: ["replace", "separate"],
  mandate_of_other_payer: ["by_mandate", "by_buyer"],
  correction_unmatched: ["separate"],
  credit_other_payer: ["apply"],
  credit_unnamed: ["assign"],
};

const ASSIGN = "assign:";

/** Returns how the answer is stored that a credit belongs to the invoice of a number. */
export function assignmentOf(number: string): string {
  return ASSIGN + encodeURIComponent(number.trim());
}

/** Returns the number of the invoice to which a person has assigned a credit last. */
export function assignedNumber(answers: string[]): string | undefined {
  const answer = answers.findLast((one) => one.startsWith(ASSIGN));
  return answer === undefined ? undefined : decodeURIComponent(answer.slice(ASSIGN.length));
}

/** Returns the answers that a person can give to a held invoice, besides ignoring it. */
export function answersOf(reason: string | null): Answer[] {
  return ANSWERS_OF[reason as HeldReason] ?? [];
}

/** Returns the columns of an invoice. The amount to collect is what is payable, never recomputed. */
export function columnsOf(outcome: DebitOutcome, invoice: OwnInvoice, { dueDays }: EInvoiceSettings) {
  const { number, issueDate, payableCents, dueDate, typeCode = "", terms, paymentMeans, skonto } = invoice;
  const discount = skonto.find(({ percent }) => Number(percent) > 0);
  return {
    ...{ number, kind: "invoice" as const, externalType: typeCode, currency: "EUR", totalCents: payableCents },
    contactName: invoice.buyerName ?? "",
    voucherDate: toDate(issueDate),
    dueDate: toDate(dueDate ?? addDays(issueDate, dueDays ?? 0)),
    isDueUnknown: dueDate === undefined && dueDays === null,
    termLabel: termLabelOf(terms),
    paysBy: paysByOf(outcome, paymentMeans),
    discountPercent: discount ? Number(discount.percent) : null,
    discountDays: discount?.days ?? null,
  };
}

/** Returns the row of an invoice that is stored for the first time. */
export function newRowOf<Columns extends { totalCents: number }>(
  externalId: string,
  columns: Columns,
  receivedAt: Date,
) {
  const open = { bookStatus: "open" as const, openCents: columns.totalCents, staleAt: null, openStaleAt: null };
  return { books: "EINVOICE", externalId, ...columns, ...open, ...readColumnsOf(receivedAt) };
}

/** Returns the columns that say when a file last stated an invoice, which is then to be decided. */
export function readColumnsOf(receivedAt: Date) {
  return { externalUpdatedAt: receivedAt, listedUpdatedAt: receivedAt, readAt: receivedAt, needsDecision: true };
}
