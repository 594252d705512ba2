/** Ends by which a payment brings nothing, or no longer anything. */
export const OVER = ["cancelled", "failed", "charged_back", "customer_approval_denied"];
/** Ends that only a person, a new mandate, or the plan for returns goes on from. */
export const RETURNED = ["failed", "charged_back"];
/** A mandate with which payments can be made. */
export const USABLE = ["pending_customer_approval", "pending_submission", "submitted", "active"];
