interface Sum {
  count: number;
  cents: number;
}

/** The effects of excluding a contact from collection, in figures. */
export interface ExclusionStakes {
  /** Open invoices that would be collected without the exclusion. */
  invoices: Sum;
  /** Collections that the exclusion cancels; their invoices are also counted in `invoices`. */
  stops: Sum;
  /** Collections that can no longer be cancelled and whose money has not arrived yet. */
  runsOn: Sum;
}

/** The lists on a payer's page. One is shown at a time, so that the page stays quick with a thousand invoices. */
export const PAYER_LISTS = ["invoices", "debits", "returns", "mails"] as const;
export type PayerList = (typeof PAYER_LISTS)[number];

export function payerListOf(value: string | undefined): PayerList {
  return PAYER_LISTS.find((list) => list === value) ?? "invoices";
}
