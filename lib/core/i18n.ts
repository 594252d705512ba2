import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { isLocale, type Locale, localeOfHeader } from "./locales";

/** The cookie with the language a person chose; without it the browser's preference decides. */
export const LOCALE_COOKIE = "einzug-locale";

export async function requestLocale(): Promise<Locale> {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value;
  return isLocale(chosen) ? chosen : localeOfHeader((await headers()).get("accept-language"));
}

export default getRequestConfig(async ({ locale: asked }) => {
  // A page for another person, such as the payer's page, requests its own language.
  const locale = isLocale(asked) ? asked : await requestLocale();
  const messages = (await import(`../../messages/${locale}.json`)).default;
  return { locale, messages, timeZone: "Europe/Berlin" };
});
