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
