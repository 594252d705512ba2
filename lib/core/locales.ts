export const LOCALES = ["en", "de"] as const;
export type Locale = (typeof LOCALES)[number];

const NAMES: Record<Locale, string> = { en: "English", de: "Deutsch" };

/** Returns how a choice of this language is shown, and its name for screen readers, which contains what is shown. */
export function languageLabel(locale: Locale): { short: string; name: string } {
  const short = locale.toUpperCase();
  return { short, name: `${short}, ${NAMES[locale]}` };
}

export function isLocale(value: unknown): value is Locale {
  return value === "en" || value === "de";
}

/** Returns German if the preferred language starts with "de", else English. */
export function localeOfHeader(acceptLanguage: string | null): Locale {
  const first = acceptLanguage?.split(",")[0]?.trim().toLowerCase() ?? "";
  return first.startsWith("de") ? "de" : "en";
}

/** Returns the language of a text for a person, from any language tag of an accounting system or a browser. */
export function localeOf(tag: string | null | undefined): Locale {
  return tag?.toLowerCase().startsWith("en") ? "en" : "de";
}
