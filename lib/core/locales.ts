export const LOCALES = ["en", "de"] as const;
export type Locale = (typeof LOCALES)[number];

export function isLocale(value: unknown): value is Locale {
  return value === "en" || value === "de";
}

/** German if the first wish starts with "de", else English. */
export function localeOfHeader(acceptLanguage: string | null): Locale {
  const first = acceptLanguage?.split(",")[0]?.trim().toLowerCase() ?? "";
  return first.startsWith("de") ? "de" : "en";
}

/** The language of a text for somebody, from any language tag that the books or a browser give. */
export function localeOf(tag: string | null | undefined): Locale {
  return tag?.toLowerCase().startsWith("en") ? "en" : "de";
}
