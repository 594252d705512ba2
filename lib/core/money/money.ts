import { kept } from "@/lib/core/lazy";
import { sanitiseLine } from "@/lib/core/text/sanitise";

/** Money as integer cents. Collections are always in EUR; documents in other currencies are only shown. */
export type Cents = number;

/**
 * Returns the cents of an accounting system's amount: a number or numeric string with at most two decimals, not
 * counting trailing zeros.
 *
 * @throws Error if it is not a number or not a whole number of cents
 */
export function centsFromDecimal(amount: number | string): Cents {
  const text = typeof amount === "number" ? amount.toFixed(4) : amount.trim();
  const match = /^(-?)(\d+)(?:\.(\d{1,2})(0*))?$/.exec(text);
  if (!match) throw new Error(`not an amount of money: ${text.slice(0, 20)}`);
  const cents = Number(match[2]) * 100 + Number((match[3] ?? "0").padEnd(2, "0"));
  // `0 - x` never returns negative zero, which would be shown as "−0,00 €".
  return match[1] ? 0 - cents : cents;
}

export function decimalFromCents(cents: Cents): number {
  return Number((cents / 100).toFixed(2));
}

/**
 * Returns tenths of a cent from a payout item's amount, which GoCardless reports in cents with one decimal ("11900.0").
 */
export function tenthsFromCents(amount: string): number {
  const match = /^(-?)(\d+)(?:\.(\d))?$/.exec(amount.trim());
  if (!match) throw new Error(`not an amount of a payout item: ${amount.slice(0, 20)}`);
  const tenths = Number(match[2]) * 10 + Number(match[3] ?? 0);
  return match[1] ? -tenths : tenths;
}

/** Rounds tenths of a cent to cents, half away from zero. Round once, at the end of a sum. */
export function centsFromTenths(tenths: number): Cents {
  return tenths < 0 ? 0 - Math.round(-tenths / 10) : Math.round(tenths / 10);
}

const EURO = { style: "currency", currency: "EUR" } as const;

/**
 * Each formatter is created once: creating one costs fifty times as much as using it, and lists contain many amounts.
 */
const formats = {
  de: {
    cents: kept(() => new Intl.NumberFormat("de-DE", EURO)),
    tenths: kept(() => new Intl.NumberFormat("de-DE", { ...EURO, maximumFractionDigits: 3 })),
  },
  en: {
    cents: kept(() => new Intl.NumberFormat("en-GB", EURO)),
    tenths: kept(() => new Intl.NumberFormat("en-GB", { ...EURO, maximumFractionDigits: 3 })),
  },
};

/** Returns `1.234,56 €` or `€1,234.56`, with a real minus sign; other currencies have their own symbol. */
export function formatMoney(cents: Cents, locale: string, currency = "EUR"): string {
  const format = currency === "EUR" ? formats[locale === "de" ? "de" : "en"].cents() : foreign(locale, currency);
  return format.format(cents / 100).replace("-", "−");
}

/** Formats a foreign currency. A currency that is not a three-letter code is written after the number as it is. */
function foreign(locale: string, currency: string): { format: (amount: number) => string } {
  const place = locale === "de" ? "de-DE" : "en-GB";
  if (/^[A-Za-z]{3}$/.test(currency)) return new Intl.NumberFormat(place, { style: "currency", currency });
  const plain = new Intl.NumberFormat(place, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return { format: (amount) => `${plain.format(amount)} ${sanitiseLine(currency)}`.trim() };
}

/** Returns the amount for a sum in euros: 0 for another currency, because it cannot be collected. */
export function euroCents(cents: Cents, currency: string): Cents {
  return currency === "EUR" ? cents : 0;
}

/**
 * Formats tenths of a cent, the unit of provider fees, so that people can check a sum by hand. A zero third decimal is
 * dropped, because many people would read "952,000 €" as 952 thousand.
 */
export function formatTenths(tenths: number, locale: string): string {
  return formats[locale === "de" ? "de" : "en"]
    .tenths()
    .format(tenths / 1000)
    .replace("-", "−");
}
