/** Where a supplier contacts GoCardless about the verification of its account. */
export const GOCARDLESS_SUPPORT_URL = "https://hub.gocardless.com/s/contact-support?language=de";
export const GOCARDLESS_VERIFY_URL = "https://verify.gocardless.com/";
