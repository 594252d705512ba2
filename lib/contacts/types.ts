interface Sum {
  count: number;
  cents: number;
}

/** What it means to leave a contact out of collection, in figures. */
export interface ExclusionStakes {
  /** Open invoices that are, or would be, collected, and then are not. */
  invoices: Sum;
  /** Debits that are called off; their invoices are among those above. */
  stops: Sum;
  /** Debits that can no longer be called off, and whose money is still to come. */
  runsOn: Sum;
}
