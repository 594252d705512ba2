"use server";

import { cookies } from "next/headers";
import { LOCALE_COOKIE } from "@/lib/core/i18n";
import { isLocale } from "@/lib/core/locales";
import { isTheme, THEME_COOKIE } from "./theme";

const YEAR_SECONDS = 365 * 24 * 3600;

// Both are read on the server, so that a page arrives in its language and its colours.
const KEPT = { maxAge: YEAR_SECONDS, sameSite: "lax", path: "/" } as const;

export async function chooseLocaleAction(locale: string): Promise<void> {
  if (isLocale(locale)) (await cookies()).set(LOCALE_COOKIE, locale, KEPT);
}

/** `system` follows the device again. */
export async function chooseThemeAction(theme: string): Promise<void> {
  if (isTheme(theme)) (await cookies()).set(THEME_COOKIE, theme, KEPT);
  else (await cookies()).delete(THEME_COOKIE);
}
