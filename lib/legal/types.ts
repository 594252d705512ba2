export type LegalDocument = "imprint" | "privacy" | "terms";
