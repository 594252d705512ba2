/**
 * The cookie's name, unchanged since the first version, and its copy for browsers that refuse `SameSite` (as
 * react-cookie-consent writes it).
 */
export const CONSENT_COOKIES = ["CookieConsent", "CookieConsent-legacy"] as const;

/** The form's answers are the values of the cookie. */
export const CONSENT_FIELD = "consent";
export const ACCEPTED = "true";
export const DECLINED = "false";
/** The address that the forms post to without scripts (`app/consent`). `PAGE_FIELD` holds the page to return to. */
export const CONSENT_ADDRESS = "/consent";
export const PAGE_FIELD = "page";

/** The id of the button that shows the banner again. */
export const CONSENT_AGAIN_ID = "consent-again";
