import { isLocale, type Locale, localeOf } from "@/lib/core/locales";
import { paramOf, type SearchParams } from "@/lib/core/web/paging";

/** Returns the language that the payer chose, otherwise the language of the mandate request. */
export function payerLocale(params: SearchParams, language: string): Locale {
  const chosen = paramOf(params, "lang");
  return isLocale(chosen) ? chosen : localeOf(language);
}
