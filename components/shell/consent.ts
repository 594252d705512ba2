/** The name the product has always used, and the copy for browsers that refuse `SameSite` (as react-cookie-consent writes it). */
export const CONSENT_COOKIES = ["CookieConsent", "CookieConsent-legacy"] as const;

/** The form's answers are the values of the cookie. */
export const CONSENT_FIELD = "consent";
export const ACCEPTED = "true";
export const DECLINED = "false";
/** Where the forms lead without scripts (`app/consent`), with the page they stand on, which comes next. */
export const CONSENT_ADDRESS = "/consent";
export const PAGE_FIELD = "page";

/** The button that calls the banner back. */
export const CONSENT_AGAIN_ID = "consent-again";
