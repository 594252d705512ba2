"use server";

import { cookies } from "next/headers";
import { saveLocaleAction } from "@/lib/accounts/actions";
import { env } from "@/lib/core/env";
import { LOCALE_COOKIE } from "@/lib/core/i18n";
import { isLocale } from "@/lib/core/locales";
import { ACCEPTED, CONSENT_COOKIES, CONSENT_FIELD, DECLINED } from "./consent";
import { isTheme, THEME_COOKIE } from "./theme";

const YEAR_SECONDS = 365 * 24 * 3600;

// All are read on the server, so that a page arrives in its language and its colours, and asks nothing twice.
const KEPT = { maxAge: YEAR_SECONDS, sameSite: "lax", path: "/" } as const;

export async function chooseLocaleAction(locale: string): Promise<void> {
  if (!isLocale(locale)) return;
  (await cookies()).set(LOCALE_COOKIE, locale, KEPT);
  // Whoever is signed in gets mails in this language too; for all others there is nothing to save.
  await saveLocaleAction({ locale });
}

/** `system` follows the device again. */
export async function chooseThemeAction(theme: string): Promise<void> {
  if (isTheme(theme)) (await cookies()).set(THEME_COOKIE, theme, KEPT);
  else (await cookies()).delete(THEME_COOKIE);
}

/** The answer of the cookie banner; the form also works before the page's scripts do. */
export async function chooseConsentAction(form: FormData): Promise<void> {
  // A hand can call it with anything.
  const choice = form instanceof FormData ? form.get(CONSENT_FIELD) : undefined;
  if (choice !== ACCEPTED && choice !== DECLINED) return;
  const jar = await cookies();
  const secure = env().APP_URL.startsWith("https://");
  for (const name of CONSENT_COOKIES) jar.set(name, choice, { ...KEPT, secure });
}

/** Taking an answer back is as easy as giving it: the banner asks again. */
export async function forgetConsentAction(): Promise<void> {
  const jar = await cookies();
  for (const name of CONSENT_COOKIES) jar.delete(name);
}
