import type { CustomerId } from "@/lib/auth/scope";
import type { Tx } from "@/lib/core/db";
import { readInvoiceForDecision, readSupplierFacts, toDecisionInput } from "./data";
import { decide } from "./rules";
import type { Decision, DecisionInput } from "./types";

/** What a supplier may say about one invoice by hand. */
export type Choice = Partial<Pick<DecisionInput["invoice"], "isTransferred">>;

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
  if (!row) return undefined;
  const input = await toDecisionInput(tx, row, await readSupplierFacts(tx, customerId));
  return decide({ ...input, invoice: { ...input.invoice, ...choice } });
}
