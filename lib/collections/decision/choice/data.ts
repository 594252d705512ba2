import type { CustomerId } from "@/lib/auth/scope";
import { readInvoiceForDecision, readSupplierFacts, toDecisionInput } from "@/lib/collections/decision/data";
import { decide } from "@/lib/collections/decision/table/rules";
import type { Decision, DecisionInput } from "@/lib/collections/types";
import type { Tx } from "@/lib/core/database/db";

/** The choices that a supplier can make by hand for one invoice. */
export type Choice = Partial<Pick<DecisionInput["invoice"], "isTransferred">>;

/**
 * Returns the decision if the supplier made this choice, without storing anything. Undefined for an unknown id or
 * another supplier's. Later changes in the accounting system count when the invoice is really decided.
 */
export async function decideAs(
  tx: Tx,
  customerId: CustomerId,
  invoiceId: string,
  choice: Choice,
): Promise<Decision | undefined> {
  const input = await readInput(tx, customerId, invoiceId);
  return input && decide({ ...input, invoice: { ...input.invoice, ...choice } });
}

/** Returns the decision on the stored invoice as if no collection of it were under way: would a new one start? */
export async function decideNewCollection(
  tx: Tx,
  customerId: CustomerId,
  invoiceId: string,
): Promise<Decision | undefined> {
  const input = await readInput(tx, customerId, invoiceId);
  return input && decide({ ...input, live: null });
}

async function readInput(tx: Tx, customerId: CustomerId, invoiceId: string): Promise<DecisionInput | undefined> {
  const row = await readInvoiceForDecision(tx, customerId, invoiceId);
  return row ? await toDecisionInput(tx, row, await readSupplierFacts(tx, customerId)) : undefined;
}
