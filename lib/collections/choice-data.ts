import type { CustomerId } from "@/lib/auth/scope";
import type { Tx } from "@/lib/core/db";
import {
  type InvoiceForDecision,
  readInvoiceForDecision,
  readSupplierFacts,
  type SupplierFacts,
  toDecisionInput,
} from "./data";
import { decide } from "./rules";
import type { Decision, DecisionInput } from "./types";

/** What a supplier may say about one invoice by hand. */
export type Choice = Partial<Pick<DecisionInput["invoice"], "collectNowOn" | "isTransferred">>;

/**
 * What would be decided if the supplier chose so; nothing is stored. Undefined for an id of nobody or of somebody else.
 * What the books have told since then counts when the invoice is really decided.
 */
export async function decideAs(
  tx: Tx,
  customerId: CustomerId,
  invoiceId: string,
  choice: Choice,
): Promise<Decision | undefined> {
  const row = await readInvoiceForDecision(tx, customerId, invoiceId);
  return row ? await decideRowAs(tx, row, await readSupplierFacts(tx, customerId), choice) : undefined;
}

/** The same for an invoice and its supplier that have been read already. */
export async function decideRowAs(
  tx: Tx,
  row: InvoiceForDecision,
  facts: SupplierFacts,
  choice: Choice,
): Promise<Decision> {
  const input = await toDecisionInput(tx, row, facts);
  return decide({ ...input, invoice: { ...input.invoice, ...choice } });
}
