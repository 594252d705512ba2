/** The largest body of a request to an address not listed below. Next.js' default for server actions is 1 MB, too. */
export const MAX_BODY_BYTES = 1_000_000;
/** Enough for credentials and a CSRF token. */
export const MAX_SIGN_IN_BYTES = 16_000;
/** GoCardless sends up to 250 events at once. */
export const MAX_WEBHOOK_BYTES = 5_000_000;

/** Addresses with a limit of their own. A route with a larger limit declares it as well; a test compares the two. */
const LIMITS: [RegExp, number][] = [
  [/^\/api\/auth\//, MAX_SIGN_IN_BYTES],
  [/^\/api\/webhooks\/\w+\/?$/, MAX_WEBHOOK_BYTES],
  [/^\/api\/v1\/customers\/\w+\/email-templates\/[\w-]+\/\w+\/logo\/?$/, 4_000_000],
  [/^\/api\/v1\/customers\/\w+\/e-invoices\/?$/, 21_000_000],
  [/^\/app\/datev\/import\/?$/, 64_000_000],
  // A ZIP archive; its files are limited one by one.
  [/^\/app\/e-invoices\/upload\/?$/, 500_000_000],
];

/** @param path as it was requested; other spellings of a listed address get the general limit */
export function maxBodyBytes(path: string): number {
  return LIMITS.find(([address]) => address.test(path))?.[1] ?? MAX_BODY_BYTES;
}
