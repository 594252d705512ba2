import type { Ledger } from "./ledger";
import { USABLE } from "./statuses";
import { originOf, payerIn, type Story, valueAt } from "./story";

type Mandate = Ledger["gocardless"]["mandates"][number];

/** The mandate of a payer of one's own that is used at an instant; undefined if there is none, or if a person has to say which. */
export function mandateToUse(payer: string, ledger: Ledger, story: Story, at: string): Mandate | undefined {
  const own = mandatesOf(payer, ledger, story, at);
  const chosen = own.find(({ id }) => id === valueAt(payerIn(story, payer).choices, at));
  return isLeftOpen(payer, own, story, at) ? chosen : own[0];
}

/** Of several mandates of a payer one came about elsewhere, and nobody has said which is to be used: nothing is begun, or begun anew. */
export function waitsForChoice(payer: string, ledger: Ledger, story: Story, at: string): boolean {
  if (valueAt(payerIn(story, payer).shares, at)) return false;
  const own = mandatesOf(payer, ledger, story, at);
  return isLeftOpen(payer, own, story, at) && !mandateToUse(payer, ledger, story, at);
}

function isLeftOpen(payer: string, own: Mandate[], story: Story, at: string): boolean {
  return own.length > 1 && payerIn(story, payer).claims.some((claimed) => claimed <= at);
}

/** Those that could be used then, without those of which nobody has said whose they are. */
function mandatesOf(payer: string, { gocardless }: Ledger, story: Story, at: string): Mandate[] {
  return gocardless.mandates.filter(({ id, customer, history }) => {
    const status = history.findLast((step) => step.at <= at)?.status ?? "";
    return customer.email === payer && USABLE.includes(status) && !story.unclaimed.has(originOf(story, id));
  });
}
