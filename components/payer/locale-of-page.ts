import { isLocale, type Locale, localeOf } from "@/lib/core/locales";
import { paramOf, type SearchParams } from "@/lib/core/paging";

/** The payer's own choice, else the language of the request for the mandate. */
export function payerLocale(params: SearchParams, language: string): Locale {
  const chosen = paramOf(params, "lang");
  return isLocale(chosen) ? chosen : localeOf(language);
}
