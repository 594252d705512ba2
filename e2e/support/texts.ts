import { createTranslator } from "next-intl";
import type { Locale } from "../../lib/core/locales";
import { fillIn } from "../../lib/templates/texts/rules";
import { standardTexts } from "../../lib/templates/texts/standard-rules";
import de from "../../messages/de.json" with { type: "json" };
import en from "../../messages/en.json" with { type: "json" };

/** Returns the product's texts, so that tests find what a person reads without repeating it. */
export function textsIn(locale: Locale) {
  return createTranslator({ locale, messages: locale === "de" ? (de as typeof en) : en, timeZone: "Europe/Berlin" });
}

export type Texts = ReturnType<typeof textsIn>;

/** Returns the subject of the mail about an invoice before a supplier changes it. */
export function standardSubject(locale: Locale, values: { companyName: string; invoiceNo: string }): string {
  return fillIn(standardTexts("with-invoice", locale).subject, values);
}

/** Returns `€1,234.56` or `1.234,56 €`, as shown on screen; Playwright treats all kinds of spaces alike. */
export function money(cents: number, locale: Locale = "en"): string {
  const text = Intl.NumberFormat(locale === "de" ? "de-DE" : "en-GB", { style: "currency", currency: "EUR" });
  return text.format(cents / 100).replace("-", "−");
}

/** Returns `Tue, 15 Sept 2026` or `Di., 15.09.2026`, the form for days that people plan by. */
export function weekday(day: string, locale: Locale = "en"): string {
  const at = new Date(`${day}T00:00:00Z`);
  const month = locale === "de" ? "2-digit" : "short";
  const dayOfMonth = locale === "de" ? "2-digit" : "numeric";
  const options = { weekday: "short", day: dayOfMonth, month, year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(locale === "de" ? "de-DE" : "en-GB", options).format(at);
}
