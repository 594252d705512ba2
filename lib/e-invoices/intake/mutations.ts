import type { CustomerId } from "@/lib/auth/scope";
import type { Tx } from "@/lib/core/database/db";
import { plainCreditorId } from "@/lib/e-invoices/creditor/rules";
import type { EInvoice, ReadResult } from "@/lib/e-invoices/reading/types";
import { readSettings } from "@/lib/e-invoices/settings/data";
import type { EInvoiceSettings } from "@/lib/e-invoices/settings/types";
import { applyCredit } from "./credit-mutations";
import { applyReceivable } from "./receivable-mutations";
import { hasOtherCreditor, isFactored, sellerOf } from "./rules";
import type { Applied, AppliedFile, OwnInvoice } from "./types";

type ReadInvoice = Extract<ReadResult, { invoice: EInvoice }>;

/** The facts of a supplier by which files are applied, read once for each transaction. */
export interface Intake {
  /** Undefined while another accounting system is in use. */
  settings?: EInvoiceSettings;
  /** The creditor identifier that GoCardless collects with, if known. */
  atProvider: string | null;
}

/** Begins to apply files in a transaction. Until it ends, no other one applies files of this supplier. */
export async function openIntake(tx: Tx, customerId: CustomerId): Promise<Intake> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`e-invoices:${customerId}`}, 0))`;
  const settings = await readSettings(customerId, tx);
  const connections = await tx.connection.findMany({ where: { customerId } });
  const isInUse = connections.some(({ type, status }) => type === "EINVOICE" && status === "connected");
  const atProvider = connections.find(({ type }) => type === "GOCARDLESS")?.creditorIdentifier ?? null;
  return { settings: isInUse ? settings : undefined, atProvider };
}

/**
 * Stores what a read invoice means for the supplier: a receivable, a credit, or nothing, with its reason. Runs in the
 * transaction that also stores the result with the file, so an interrupted run leaves nothing behind. The caller
 * enqueues the decisions.
 */
export async function applyEInvoice(
  tx: Tx,
  customerId: CustomerId,
  { settings, atProvider }: Intake,
  file: AppliedFile,
  read: ReadInvoice,
): Promise<Applied> {
  const { outcome, invoice } = read;
  if (!settings) return { status: "held", outcome, reason: "system_not_in_use" };
  const seller = sellerOf(invoice, settings);
  if (seller === "other") return { status: "refused", outcome: "not_ours", reason: "other_seller" };
  if (seller === "unproven" && !file.answers.includes("ours"))
    return { status: "held", outcome: "not_ours", reason: "seller_unproven" };
  if (hasOtherCreditor(invoice, settings, atProvider)) {
    if (!file.answers.includes("own_creditor"))
      return { status: "held", outcome, reason: "other_creditor", detail: invoice.creditorId };
    await addCreditor(tx, customerId, settings, invoice);
  }
  switch (outcome) {
    case "nothing_due":
      return { status: "done", outcome };
    case "no_amount":
    case "foreign_currency":
    case "self_billed":
    case "accounting_only":
      return { status: "held", outcome, reason: outcome };
  }
  if (isFactored(invoice)) return { status: "held", outcome, reason: "factored" };
  const own = ownOf(invoice);
  if (typeof own === "string") return { status: "held", outcome, reason: own };
  return outcome === "credit" || outcome === "negative"
    ? await applyCredit(tx, customerId, file, outcome, own)
    : await applyReceivable(tx, customerId, file, outcome, own, settings);
}

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

/** A person has said that the creditor on the invoice is the supplier. Later invoices with it need no answer. */
async function addCreditor(
  tx: Tx,
  customerId: CustomerId,
  settings: EInvoiceSettings,
  { creditorId = "" }: EInvoice,
): Promise<void> {
  // The next file of the same transaction needs no answer either.
  settings.creditorIds = [...settings.creditorIds, plainCreditorId(creditorId)];
  await tx.eInvoiceSettings.updateMany({ where: { customerId }, data: { creditorIds: settings.creditorIds } });
}
