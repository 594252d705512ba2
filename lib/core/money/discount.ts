/** Cookie with a campaign code from a link, until the person registers or signs in; the middleware sets it. */
export const DISCOUNT_COOKIE = "einzug-discount";
