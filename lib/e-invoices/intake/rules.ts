import type { PaysBy } from "@/lib/collections/types";
import { plainVatId } from "@/lib/core/formats/vat-id";
import { searchText } from "@/lib/core/text/search-text";
import { isCreditorId, isSameCreditor, plainCreditorId } from "@/lib/e-invoices/creditor/rules";
import type { EInvoice } from "@/lib/e-invoices/reading/types";
import { plainTaxNumber } from "@/lib/e-invoices/settings/rules";
import type { EInvoiceSettings } from "@/lib/e-invoices/settings/types";
import type { Answer, HeldReason } from "./types";

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
  number_taken: ["replace", "separate"],
  mandate_of_other_payer: ["by_mandate", "by_buyer"],
  correction_unmatched: ["separate"],
  credit_other_payer: ["apply"],
};

/** Returns the answers that a person can give to a held invoice, besides ignoring it. */
export function answersOf(reason: string | null): Answer[] {
  return ANSWERS_OF[reason as HeldReason] ?? [];
}
