import type { CustomerId } from "@/lib/auth/scope";
import type { Tx } from "@/lib/core/database/db";
import { plainCreditorId } from "@/lib/e-invoices/creditor/rules";
import type { EInvoice } from "@/lib/e-invoices/reading/types";
import { readSettings } from "@/lib/e-invoices/settings/data";
import type { EInvoiceSettings } from "@/lib/e-invoices/settings/types";
import { hadOtherSystem } from "@/lib/vendors/rules";
import { applyCredit } from "./credit-mutations";
import { applyReceivable } from "./receivable-mutations";
import { judge } from "./rules";
import type { Applied, AppliedFile, Intake, ReadInvoice } from "./types";

/** Begins to apply files in a transaction. Until it ends, no other one applies files of this supplier. */
export async function openIntake(tx: Tx, customerId: CustomerId): Promise<Intake> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`e-invoices:${customerId}`}, 0))`;
  const settings = await readSettings(customerId, tx);
  const connections = await tx.connection.findMany({ where: { customerId } });
  const isInUse = connections.some(({ type, status }) => type === "EINVOICE" && status === "connected");
  const atProvider = connections.find(({ type }) => type === "GOCARDLESS")?.creditorIdentifier ?? null;
  const hadOther = hadOtherSystem(connections, "EINVOICE");
  return { settings: isInUse ? settings : undefined, atProvider, hadOtherSystem: hadOther };
}

/**
 * Stores what a read invoice means for the supplier: a receivable, a credit, or nothing, with its reason. Runs in the
 * transaction that also stores the result with the file, so an interrupted run leaves nothing behind. The caller
 * enqueues the decisions.
 */
export async function applyEInvoice(
  tx: Tx,
  customerId: CustomerId,
  intake: Intake,
  file: AppliedFile,
  read: ReadInvoice,
): Promise<Applied> {
  const judgement = judge(intake, file, read);
  if (judgement.namesNewCreditor && intake.settings) await addCreditor(tx, customerId, intake.settings, read.invoice);
  if ("applied" in judgement) return judgement.applied;
  const { outcome, own, settings } = judgement;
  return outcome === "credit" || outcome === "negative"
    ? await applyCredit(tx, customerId, file, outcome, own)
    : await applyReceivable(tx, customerId, file, outcome, own, settings);
}

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
