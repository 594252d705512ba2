/** Every refusal the product can give, with its HTTP status. The texts are `errors.<code>` in messages/. */
export const ERROR_STATUS = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  invalid_input: 422,
  /** The body is no JSON, or no form where a file belongs. */
  malformed_request: 400,
  /** The body is of another kind than the call takes. */
  unsupported_media_type: 415,
  /** The address does not take this method; the header `Allow` says which it takes. */
  method_not_allowed: 405,
  /** No address takes this method. */
  method_unknown: 501,
  conflict: 409,
  two_factor_required: 428,
  origin_mismatch: 403,
  /** The person has to prove again, by password or passkey, that it is them: `POST users/{id}/proof`. */
  proof_required: 403,
  /** Nobody has shown yet that the person's email address is theirs: a link was sent there. */
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
  /** An owner keeps the role until another owner has been one for a day. */
  owner_too_new: 409,
  debits_under_way: 409,
  oauth_state_invalid: 400,
  oauth_refused: 400,
  connection_missing: 409,
  connection_revoked: 409,
  organisation_taken: 409,
  /** The books are connected in another system, which has to be let go first. */
  books_in_use: 409,
  /** Another account of the same vendor is connected, which has to be let go first. */
  account_in_use: 409,
  /** A new GoCardless account is on hold: until its release nobody but its connector can lose the ownership. */
  account_held: 409,
  /** A new GoCardless account is released by another owner than the one who connected it, an owner for a day already. */
  second_owner_required: 403,
  /** The vendor does not know the key, or it lacks the right to what we need. */
  api_key_refused: 422,
  account_in_review: 409,
  account_not_verified: 409,
  provider_unavailable: 502,
  provider_refused: 502,
  contact_without_email: 422,
  /** The books have named it, and not told its address yet. */
  contact_unread: 409,
  mandate_exists: 409,
  /** A bank has reported the payer's death: nobody is asked until a person says that it is not so. */
  payer_deceased: 409,
  request_closed: 409,
  mandate_ended: 409,
  /** A match cannot be taken back any more: a debit on the mandate is with the bank or through. */
  already_debited: 409,
  address_unknown: 422,
  payment_condition_invalid: 422,
  placeholder_unknown: 422,
  logo_invalid: 422,
  premium_required: 403,
  contract_inactive: 403,
  /** The plans cannot be sold: a price is missing at the vendor, or a coupon does not do what its campaign promises. */
  plans_unavailable: 502,
  plan_missing: 409,
  billing_details_missing: 409,
  vat_id_invalid: 422,
  /** It is the VAT id of another country than that of the address. */
  vat_id_country: 422,
  subscription_exists: 409,
  /** One is unpaid, rests or awaits its first payment at the vendor: a second one would be billed beside it. */
  subscription_not_ended: 409,
  subscription_missing: 409,
  /** A cancellation or a change of plan waits for the end of the period. */
  change_pending: 409,
  action_not_offered: 409,
  payout_not_ready: 409,
  payout_bounced: 409,
  /** It is in a file for the tax adviser: booked elsewhere as well, it would be there twice. */
  payout_in_file: 409,
  payout_in_former_books: 409,
  too_late_to_cancel: 409,
  /** The bank's reason, the mandate or a debit under way stands against another try. */
  retry_not_possible: 409,
  /** The provider tries again itself; two engines would collect twice. */
  retry_by_provider: 409,
  retry_limit_reached: 409,
  retry_day_too_early: 422,
  /** Asked for by hand, but a fact protects the money; `fields` names the reason of the decision. */
  not_collectable: 409,
  date_range_required: 422,
  file_too_large: 413,
  /** Fewer bytes arrived than were announced. */
  upload_incomplete: 400,
  /** The body of the request is larger than its address takes. */
  request_too_large: 413,
  /** Something in it is wrong, it is being imported, or it is imported already. */
  file_not_ready: 409,
  nothing_to_hand_over: 409,
  /** DATEV has not registered the program, or nobody has signed in there. */
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

/** A refusal with a cause that callers and users can act on. Anything else that is thrown is a fault of ours. */
export class AppError extends Error {
  readonly status: number;
  /** With `too_many_requests`: when it is worth trying again. */
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

/** A refusal of fields, which the caller finds in `fields` by the names that the call has for them. */
export function fieldRefusal(code: ErrorCode, detail: string, ...fields: string[]): AppError {
  return new AppError(
    code,
    detail,
    fields.map((field) => ({ field, message: detail })),
  );
}
