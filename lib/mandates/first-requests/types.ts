/**
 * The way in which the first mandate requests are sent: `open` until the supplier has chosen, then `by_hand` for the invoices known
 * at that time, or `automatic`.
 */
export type FirstRequestState = "open" | "by_hand" | "automatic";
