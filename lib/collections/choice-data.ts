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
  const input = await readInput(tx, customerId, invoiceId);
  return input && decide({ ...input, invoice: { ...input.invoice, ...choice } });
}

/** What would be decided of the invoice as it is stored, if none of its debits were under way: would one begin anew? */
export async function decideAnew(tx: Tx, customerId: CustomerId, invoiceId: string): Promise<Decision | undefined> {
  const input = await readInput(tx, customerId, invoiceId);
  return input && decide({ ...input, live: null });
}

async function readInput(tx: Tx, customerId: CustomerId, invoiceId: string): Promise<DecisionInput | undefined> {
  const row = await readInvoiceForDecision(tx, customerId, invoiceId);
  return row ? await toDecisionInput(tx, row, await readSupplierFacts(tx, customerId)) : undefined;
}
