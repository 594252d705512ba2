import type { EInvoice, Outcome, ReadResult } from "@/lib/e-invoices/reading/types";
import type { EInvoiceSettings } from "@/lib/e-invoices/settings/types";

/** Why a read invoice waits for a person. Each has a text in `eInvoices.held`. */
export const HELD_REASONS = [
  /** Another accounting system is in use. */
  "system_not_in_use",
  /** The invoice names neither VAT id, tax number nor creditor that could be compared with the supplier's. */
  "seller_unproven",
  /** The invoice names a creditor that is not known as the supplier's. */
  "other_creditor",
  "number_missing",
  "date_missing",
  /** The same number was read before, with other facts. */
  "number_taken",
  /** The named mandate belongs to another contact than the named buyer. */
  "mandate_of_other_payer",
  "correction_unmatched",
  "credit_unnamed",
  /** The named invoice has not arrived. The credit is applied as soon as it does. */
  "credit_waits",
  "credit_other_payer",
  "no_amount",
  "foreign_currency",
  "self_billed",
  "accounting_only",
  /** The program that wrote the invoice was in test mode. */
  "marked_as_test",
  /** The claim belongs to a factor. */
  "factored",
  /** The document might be no invoice, or that of another creditor. */
  ...(["type_missing", "type_unknown", "values_differ"] as const),
] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

/** The reason why nobody has to act on an invoice, if its outcome does not state it. */
export type DoneReason =
  | "duplicate"
  /** A correction that arrived earlier replaces it. */
  | "replaced"
  | "replaces"
  | "credited"
  | "credit_after_payment"
  /** The printed account is not that of the mandate. */
  | "account_differs";

export interface Applied {
  status: "done" | "held" | "refused";
  outcome: Outcome | "not_ours";
  reason?: HeldReason | DoneReason | "other_seller";
  /** The value that the reason's sentence quotes. */
  detail?: string;
  invoiceId?: string;
}

/** The answers that a person can give to a held invoice, besides ignoring it. */
export const ANSWERS = [
  ...["ours", "own_creditor", "genuine", "claim", "replace", "separate", "by_mandate", "by_buyer", "apply"],
  /** With the number of the invoice to which a credit belongs. */
  "assign",
] as const;
export type Answer = (typeof ANSWERS)[number];

/** A file that is being applied, with what a person has answered each time it was held. */
export interface AppliedFile {
  id: string;
  answers: string[];
  receivedAt: Date;
}

/** The facts of an invoice that is ours, with its number and date. */
export type OwnInvoice = EInvoice & { number: string; issueDate: string; payableCents: number };

/** The result of reading a file that contains an invoice. */
export type ReadInvoice = Extract<ReadResult, { invoice: EInvoice }>;

/** The facts of a supplier by which files are applied, read once for each transaction. */
export interface Intake {
  /** Undefined while another accounting system is in use. */
  settings?: EInvoiceSettings;
  /** The creditor identifier that GoCardless collects with, if known. */
  atProvider: string | null;
  /** True if another accounting system was connected before: its contacts may be the buyers of e-invoices. */
  hadOtherSystem: boolean;
}

export type DebitOutcome = "direct_debit" | "other_means";

/** The meaning of a file alone, without stored invoices: it is settled, or it holds the supplier's invoice or credit. */
export type Judgement = { namesNewCreditor: boolean } & (
  | { applied: Applied }
  | { outcome: DebitOutcome | "credit" | "negative"; own: OwnInvoice; settings: EInvoiceSettings }
);
