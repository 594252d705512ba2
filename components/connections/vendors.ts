import type { ConnectionKind } from "@/lib/connections/loaders";

/** Names of the vendors are names: the same in every language. */
export const VENDOR_NAMES: Record<ConnectionKind, string> = {
  LEXOFFICE: "Lexware Office",
  SEVDESK: "sevdesk",
  DATEV: "DATEV",
  GOCARDLESS: "GoCardless",
};

/** Where a supplier reaches the provider about a review of its account. */
export const GOCARDLESS_SUPPORT_URL = "https://hub.gocardless.com/s/contact-support?language=de";
export const GOCARDLESS_VERIFY_URL = "https://verify.gocardless.com/";
