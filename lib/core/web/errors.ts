/** Every error code of the product with its HTTP status. The texts are `errors.<code>` in messages/. */
export const ERROR_STATUS = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  invalid_input: 422,
  /** The body is not JSON, or not a form where a file is expected. */
  malformed_request: 400,
  /** The body has another media type than the call accepts. */
  unsupported_media_type: 415,
  /** The address does not support this method; the header `Allow` lists those it supports. */
  method_not_allowed: 405,
  /** No address supports this method. */
  method_unknown: 501,
  conflict: 409,
  two_factor_required: 428,
  origin_mismatch: 403,
  /** The person has to prove their identity again, by password or passkey: `POST users/{id}/proof`. */
  proof_required: 403,
  /** The person has not confirmed their email address yet; a link was sent to it. */
  address_not_proven: 403,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
  wrong_credentials: 401,
  email_taken: 409,
  company_taken: 409,
  terms_required: 422,
  password_short: 422,
  password_weak: 422,
  link_expired: 410,
  two_factor_code_wrong: 422,
  two_factor_not_set_up: 409,
  two_factor_enabled: 409,
  passkey_refused: 401,
  passkey_known: 409,
  already_member: 409,
  last_owner: 409,
  /** An owner keeps the role until another person has been an owner for a day. */
  owner_too_new: 409,
  debits_under_way: 409,
  oauth_state_invalid: 400,
  oauth_refused: 400,
  connection_missing: 409,
  connection_revoked: 409,
  organisation_taken: 409,
  /** Another accounting system is connected, and has to be disconnected first. */
  books_in_use: 409,
  /** Another account of the same vendor is connected, and has to be disconnected first. */
  account_in_use: 409,
  /** A new GoCardless account is on hold. Until its release only the owner who connected it can lose the role. */
  account_held: 409,
  /** The owner who connected a new GoCardless account cannot release it, nor can an owner of less than a day. */
  second_owner_required: 403,
  /** The vendor does not know the key, or the key lacks a permission that we need. */
  api_key_refused: 422,
  account_in_review: 409,
  account_not_verified: 409,
  provider_unavailable: 502,
  provider_refused: 502,
  contact_without_email: 422,
  /** The accounting system has announced the contact, but its address has not been read yet. */
  contact_unread: 409,
  mandate_exists: 409,
  /** A bank has reported the payer's death: no more requests until a person clears the report. */
  payer_deceased: 409,
  request_closed: 409,
  mandate_ended: 409,
  /** A match cannot be undone any more: a debit on the mandate is with the bank or has been executed. */
  already_debited: 409,
  address_unknown: 422,
  payment_condition_invalid: 422,
  placeholder_unknown: 422,
  logo_invalid: 422,
  premium_required: 403,
  contract_inactive: 403,
  /** The plans cannot be sold: the vendor lacks a price, or a coupon does not do what its campaign promises. */
  plans_unavailable: 502,
  plan_missing: 409,
  billing_details_missing: 409,
  vat_id_invalid: 422,
  /** The VAT id belongs to another country than the address. */
  vat_id_country: 422,
  subscription_exists: 409,
  /** A subscription is unpaid, paused or awaits its first payment: a second one would be billed in addition. */
  subscription_not_ended: 409,
  subscription_missing: 409,
  /** A cancellation or a change of plan is already scheduled for the end of the period. */
  change_pending: 409,
  action_not_offered: 409,
  payout_not_ready: 409,
  payout_bounced: 409,
  /** The payout is in a file for the tax adviser, so another booking would be a duplicate. */
  payout_in_file: 409,
  payout_in_former_books: 409,
  too_late_to_cancel: 409,
  /** The bank's reason, the mandate or a debit under way prevents another attempt. */
  retry_not_possible: 409,
  /** The provider retries automatically; a second retry would collect twice. */
  retry_by_provider: 409,
  retry_limit_reached: 409,
  retry_day_too_early: 422,
  /** A person asked for a collection that a protective rule refuses; `fields` contains the decision's reason. */
  not_collectable: 409,
  date_range_required: 422,
  file_too_large: 413,
  /** Fewer bytes arrived than the request announced. */
  upload_incomplete: 400,
  /** The body is larger than the address accepts. */
  request_too_large: 413,
  /** The file contains an error, is being imported, or is imported already. */
  file_not_ready: 409,
  nothing_to_hand_over: 409,
  /** DATEV has not registered the program, or nobody is signed in at DATEV. */
  upload_not_possible: 409,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(ERROR_STATUS, value);
}

export interface FieldError {
  field: string;
  message: string;
}

/** A refusal with a cause that callers and users can act on. Every other thrown error is a fault of ours. */
export class AppError extends Error {
  readonly status: number;
  /** With `too_many_requests`: seconds after which a retry makes sense. */
  retryAfterSeconds?: number;

  /** @param detail for logs and the API's `detail`; users read the translated text of the code */
  constructor(
    readonly code: ErrorCode,
    detail?: string,
    readonly fields: FieldError[] = [],
  ) {
    super(detail ?? code);
    this.name = "AppError";
    this.status = ERROR_STATUS[code];
  }
}

/** Returns a refusal that lists the refused fields in `fields`, by their names in the call. */
export function fieldRefusal(code: ErrorCode, detail: string, ...fields: string[]): AppError {
  return new AppError(
    code,
    detail,
    fields.map((field) => ({ field, message: detail })),
  );
}
