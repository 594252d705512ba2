import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { isLocale, type Locale, localeOfHeader } from "./locales";

/** Holds the language a person chose; without it the browser's wish decides. */
export const LOCALE_COOKIE = "einzug-locale";

export async function requestLocale(): Promise<Locale> {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value;
  return isLocale(chosen) ? chosen : localeOfHeader((await headers()).get("accept-language"));
}

export default getRequestConfig(async ({ locale: asked }) => {
  // A page for somebody else, like the payer's, asks for its own language.
  const locale = isLocale(asked) ? asked : await requestLocale();
  const messages = (await import(`../../messages/${locale}.json`)).default;
  return { locale, messages, timeZone: "Europe/Berlin" };
});
