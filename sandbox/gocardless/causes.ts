/**
 * Causes of SEPA events with their reason codes, copied by hand from the event tables of the API reference. The
 * descriptions are our own: the vendor's wording changes, and the product must not depend on it.
 */
const FAILURES: Record<string, string[]> = {
  insufficient_funds: ["AM04"],
  refer_to_payer: ["MS03", "MS02", "RR04", "SL01"],
  bank_account_closed: ["AC04", "MD07"],
  invalid_bank_details: ["AC01", "BE06"],
  direct_debit_not_enabled: ["AG01", "AC06"],
  account_blocked_for_any_financial_transaction: ["AC06"],
  mandate_cancelled: ["MD01"],
  test_failure: ["TEST"],
  other: ["FAILED"],
};

const CHARGEBACKS: Record<string, string[]> = { refund_requested: ["MD06"], mandate_cancelled: ["MD01"] };

/** Causes that make the account or the mandate unusable: the vendor cancels the mandate as well. */
export const MANDATE_ENDING = [
  "bank_account_closed",
  "invalid_bank_details",
  "direct_debit_not_enabled",
  "account_blocked_for_any_financial_transaction",
  "mandate_cancelled",
];

export interface BankReason {
  cause: string;
  code: string;
}

/**
 * Fills in the absent part of a reason. An unknown cause is accepted, because the vendor adds causes without notice.
 */
export function failureReason(cause?: string, code?: string): BankReason {
  return reasonFrom(FAILURES, "insufficient_funds", cause, code);
}

export function chargebackReason(cause?: string, code?: string): BankReason {
  return reasonFrom(CHARGEBACKS, "refund_requested", cause, code);
}

function reasonFrom(table: Record<string, string[]>, usual: string, cause?: string, code?: string): BankReason {
  const byCode = code ? Object.keys(table).find((name) => table[name]?.includes(code)) : undefined;
  const chosen = cause ?? byCode ?? usual;
  return { cause: chosen, code: code ?? table[chosen]?.[0] ?? "MS03" };
}

const DESCRIPTIONS: Record<string, string> = {
  insufficient_funds: "The account does not hold enough money.",
  refer_to_payer: "The bank gives no reason; ask the payer.",
  bank_account_closed: "The bank account has been closed.",
  invalid_bank_details: "The bank details are invalid.",
  direct_debit_not_enabled: "This account does not allow direct debits.",
  account_blocked_for_any_financial_transaction: "The account is blocked for any transaction.",
  mandate_cancelled: "The mandate has been cancelled.",
  refund_requested: "The payer asked the bank for the money back.",
  test_failure: "A failure made for a test.",
  mandate_created: "The mandate has been created.",
  mandate_submitted: "The mandate has been sent to the bank.",
  mandate_activated: "The bank has set up the mandate.",
  mandate_expired: "The mandate was not used for 36 months and has expired.",
  mandate_reinstated: "The mandate has been set up again.",
  resubmission_requested: "The mandate is to be set up again.",
  bank_account_transferred: "The payer's account moved to another bank.",
  scheme_identifier_changed: "The mandate was replaced, because the creditor identifier changed.",
  customer_approval_granted: "The additional signature has been given.",
  customer_approval_skipped: "The additional signature is not needed.",
  payment_created: "The payment has been created.",
  payment_submitted: "The payment has been sent to the bank.",
  payment_confirmed: "The money has been collected.",
  payment_paid_out: "The payment is part of a payout.",
  payment_cancelled: "The payment was cancelled on request.",
  payment_retried: "The payment was tried again on request.",
  payment_autoretried: "The payment is tried again by GoCardless.",
  late_failure_settled: "The late failure was deducted from a payout.",
  chargeback_settled: "The chargeback was deducted from a payout.",
  payout_paid: "The payout has been sent to the merchant's bank.",
  app_disconnected: "The merchant disconnected the app.",
  creditor_updated: "The creditor has changed.",
  bounced_payout: "The merchant's bank sent the payout back.",
  payment_refunded: "A refund has been created.",
  refund_paid: "The refund has been paid.",
  refund_failed: "The refund could not be paid.",
  refund_settled: "The refund was deducted from a payout.",
  refund_funds_returned: "The money of the refund was returned.",
};

export function describeCause(cause: string): string {
  return DESCRIPTIONS[cause] ?? `${cause.replaceAll("_", " ")}.`.replace(/^./, (letter) => letter.toUpperCase());
}
