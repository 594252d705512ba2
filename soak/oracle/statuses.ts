/** Final statuses of a payment that brings no money, or no longer any. */
export const OVER = ["cancelled", "failed", "charged_back", "customer_approval_denied"];
/** Statuses after which only a person, a new mandate or the retry plan leads to another attempt. */
export const RETURNED = ["failed", "charged_back"];
/** Statuses of a mandate on which payments can be created. */
export const USABLE = ["pending_customer_approval", "pending_submission", "submitted", "active"];
