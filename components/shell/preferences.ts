"use server";

import { cookies } from "next/headers";
import { saveLocaleAction } from "@/lib/accounts/actions";
import { env } from "@/lib/core/env";
import { LOCALE_COOKIE } from "@/lib/core/i18n";
import { isLocale } from "@/lib/core/locales";
import { ACCEPTED, CONSENT_COOKIES, CONSENT_FIELD, DECLINED } from "./consent";
import { isTheme, THEME_COOKIE } from "./theme";

const YEAR_SECONDS = 365 * 24 * 3600;

// The server reads all these cookies, so that a page arrives in its language and colours, and no question appears
// twice.
const KEPT = { maxAge: YEAR_SECONDS, sameSite: "lax", path: "/" } as const;

export async function chooseLocaleAction(locale: string): Promise<void> {
  if (!isLocale(locale)) return;
  (await cookies()).set(LOCALE_COOKIE, locale, KEPT);
  // For a signed-in person this also sets the language of mails; for others it does nothing.
  await saveLocaleAction({ locale });
}

/** Stores the theme. `system` deletes it, so that the page follows the device again. */
export async function chooseThemeAction(theme: string): Promise<void> {
  if (isTheme(theme)) (await cookies()).set(THEME_COOKIE, theme, KEPT);
  else (await cookies()).delete(THEME_COOKIE);
}

/** Stores the answer of the cookie banner. The form also works before the page's scripts run. */
export async function chooseConsentAction(form: FormData): Promise<void> {
  // A handmade request can pass anything.
  const choice = form instanceof FormData ? form.get(CONSENT_FIELD) : undefined;
  if (choice !== ACCEPTED && choice !== DECLINED) return;
  const jar = await cookies();
  const secure = env().APP_URL.startsWith("https://");
  for (const name of CONSENT_COOKIES) jar.set(name, choice, { ...KEPT, secure });
}

/** Deletes the answer, so that the banner asks again. Withdrawing consent must be as easy as giving it. */
export async function forgetConsentAction(): Promise<void> {
  const jar = await cookies();
  for (const name of CONSENT_COOKIES) jar.delete(name);
}
