import type { Ledger } from "./ledger";
import { USABLE } from "./statuses";
import { originOf, payerIn, type Story, valueAt } from "./story";

type Mandate = Ledger["gocardless"]["mandates"][number];

/**
 * Returns the payer's own mandate that is in use at an instant. Undefined if there is none, or if a person has to
 * choose because one of several was created outside the product.
 */
export function mandateToUse(payer: string, ledger: Ledger, story: Story, at: string): Mandate | undefined {
  const { choices, claims } = payerIn(story, payer);
  const own = mandatesOf(payer, ledger, story, at);
  const chosen = own.find(({ id }) => id === valueAt(choices, at));
  return own.length > 1 && claims.some((claimed) => claimed <= at) ? chosen : own[0];
}

/** True if the payer has mandates but nobody has chosen one. The product then begins no payment and moves none. */
export function waitsForChoice(payer: string, ledger: Ledger, story: Story, at: string): boolean {
  if (valueAt(payerIn(story, payer).shares, at)) return false;
  return mandatesOf(payer, ledger, story, at).length > 0 && !mandateToUse(payer, ledger, story, at);
}

/** Returns the payer's mandates that were usable then, without those that nobody has assigned to a payer. */
function mandatesOf(payer: string, { gocardless }: Ledger, story: Story, at: string): Mandate[] {
  return gocardless.mandates.filter(({ id, customer, history }) => {
    const status = history.findLast((step) => step.at <= at)?.status ?? "";
    return customer.email === payer && USABLE.includes(status) && !story.unclaimed.has(originOf(story, id));
  });
}
