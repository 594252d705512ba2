/** Holds a campaign code from a link until somebody registers or signs in; middleware sets it. */
export const DISCOUNT_COOKIE = "einzug-discount";
