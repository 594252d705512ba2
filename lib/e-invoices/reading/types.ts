/** The meaning of a file for collecting. docs/e-invoices.md states the order in which the outcomes are tested. */
export type Outcome =
  | "direct_debit"
  | "other_means"
  | "credit"
  | "negative"
  | "nothing_due"
  | "no_amount"
  | "foreign_currency"
  | "self_billed"
  | "accounting_only"
  | "not_an_invoice"
  | "unreadable";

/** Why a file contains no invoice that can be read. `eInvoices.reason` in the messages has a sentence for each. */
export type Refusal =
  | "empty"
  | "too_large"
  | "not_xml_or_pdf"
  | "nul_bytes"
  | "encoding_unknown"
  | "doctype"
  | "too_many_elements"
  | "text_too_long"
  | "malformed"
  | "other_root"
  | "order"
  | "envelope"
  | "wrong_namespace"
  | "several_numbers"
  | "pdf_damaged"
  | "pdf_encrypted"
  | "pdf_without_invoice"
  | "pdf_too_many_attachments"
  | "pdf_attachment_too_large"
  | "pdf_two_invoices"
  | "pdf_name_twice"
  | "reader_stopped"
  | "cannot_open";

/** Why an invoice has its outcome, where the outcome alone does not say it. */
export type Reason =
  | "credit_note"
  | "credit_code"
  | "amount_missing"
  | "amount_malformed"
  | "amount_twice"
  | "currency_missing"
  | "means_missing"
  | "means_mixed"
  | "values_differ"
  | "mandate_beside_other_means"
  | "type_missing"
  | "type_unknown"
  | "factored";

/** Differences that a person should see. They change no outcome. */
export type Remark =
  | "sum_differs"
  | "amount_malformed"
  | "date_malformed"
  | "date_is_period"
  | "skonto_malformed"
  | "partial_payments"
  | "marked_as_test";

/** A discount for early payment: `percent` as written, days from the invoice date. 0.00 is a net term. */
export interface Skonto {
  days: number;
  percent: string;
  /** The amount to which the percentage applies; undefined for the payable amount. */
  baseCents?: number;
}

/** A line of an invoice, as far as people are shown it. */
export interface InvoiceLine {
  /** BT-153; in ZUGFeRD 1.0 also a note (BT-127) */
  text: string;
  /** BT-129, as written */
  quantity?: string;
  /** BT-130 */
  unit?: string;
  /** BT-131 */
  netCents?: number;
}

export type Syntax = "UBL Invoice" | "UBL CreditNote" | "CII" | "ZUGFeRD 1";

/** The facts of an invoice as the file states them. Amounts are cents, dates are ISO days, texts are trimmed. */
export interface EInvoice {
  syntax: Syntax;
  /** BT-24 */
  profile?: string;
  /** BT-3 */
  typeCode?: string;
  /** BT-1 */
  number?: string;
  /** BT-2 */
  issueDate?: string;
  /** BT-5 */
  currency?: string;
  /** BT-109 */
  netCents?: number;
  /** BT-110, in the currency of the invoice */
  vatCents?: number;
  /** BT-112 */
  totalCents?: number;
  /** BT-113 */
  prepaidCents?: number;
  /** BT-114 */
  roundingCents?: number;
  /** BT-115; never computed */
  payableCents?: number;
  /** BT-9; the last one if there are several */
  dueDate?: string;
  /** BT-20, with its line breaks */
  terms?: string;
  /** BT-81, one per group */
  paymentMeans: string[];
  /** BT-89 */
  mandateReference?: string;
  /** BT-90 */
  creditorId?: string;
  /** BT-91 */
  debtorIban?: string;
  /** BT-84 */
  creditIbans: string[];
  /** BT-27 */
  sellerName?: string;
  /** BT-31 */
  sellerVatId?: string;
  /** BT-32 */
  sellerTaxNumber?: string;
  /** BT-44 */
  buyerName?: string;
  /** BT-46 */
  buyerId?: string;
  /** BT-58, otherwise BT-49 if that is an address for mail */
  buyerEmail?: string;
  /** BT-48 */
  buyerVatId?: string;
  /** BT-25 */
  precedingNumbers: string[];
  skonto: Skonto[];
  /** The first lines of BG-25, and how many there are. */
  lines: InvoiceLine[];
  lineCount: number;
  remarks: Remark[];
}

/**
 * The result of reading a file. `reason` is a key of `eInvoices.reason` in the messages, `detail` the value that its sentence
 * quotes.
 */
export type ReadResult =
  | {
      outcome: Exclude<Outcome, "not_an_invoice" | "unreadable">;
      invoice: EInvoice;
      /** The bytes of the XML, as in the file or its attachment. */
      xml: Uint8Array;
      xmlSha1: string;
      reason?: Reason;
      detail?: string;
    }
  | { outcome: "not_an_invoice" | "unreadable"; reason: Refusal; detail?: string; xmlSha1?: string };
