import { kept } from "./kept";
import { tameLine } from "./tame-text";

/** Money is integer cents. What we move is always EUR; documents of the books may be in another currency and are only shown. */
export type Cents = number;

/**
 * Cents of a decimal amount as the books send it (number or numeric string, at most two decimals).
 *
 * @throws Error if it is no number or not a whole number of cents
 */
export function centsFromDecimal(amount: number | string): Cents {
  const text = typeof amount === "number" ? amount.toFixed(4) : amount.trim();
  const match = /^(-?)(\d+)(?:\.(\d{1,2})(0*))?$/.exec(text);
  if (!match) throw new Error(`not an amount of money: ${text.slice(0, 20)}`);
  const cents = Number(match[2]) * 100 + Number((match[3] ?? "0").padEnd(2, "0"));
  // `0 - x` knows no negative zero, which would be shown as "−0,00 €".
  return match[1] ? 0 - cents : cents;
}

export function decimalFromCents(cents: Cents): number {
  return Number((cents / 100).toFixed(2));
}

/** Tenths of a cent of a payout item's amount, which GoCardless gives in cents with one decimal ("11900.0"). */
export function tenthsFromCents(amount: string): number {
  const match = /^(-?)(\d+)(?:\.(\d))?$/.exec(amount.trim());
  if (!match) throw new Error(`not an amount of a payout item: ${amount.slice(0, 20)}`);
  const tenths = Number(match[2]) * 10 + Number(match[3] ?? 0);
  return match[1] ? -tenths : tenths;
}

/** Tenths of a cent to cents, rounded half away from zero, once, at the end of a sum. */
export function centsFromTenths(tenths: number): Cents {
  return tenths < 0 ? 0 - Math.round(-tenths / 10) : Math.round(tenths / 10);
}

const EURO = { style: "currency", currency: "EUR" } as const;

/** Made once: making one costs fifty times what using it does, and lists have many amounts. */
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

/** `1.234,56 €` or `€1,234.56`, with a real minus sign; other currencies by their own sign. */
export function formatMoney(cents: Cents, locale: string, currency = "EUR"): string {
  const format = currency === "EUR" ? formats[locale === "de" ? "de" : "en"].cents() : foreign(locale, currency);
  return format.format(cents / 100).replace("-", "−");
}

/** The books' word is taken as it is: what is no code of three letters is written behind the number. */
function foreign(locale: string, currency: string): { format: (amount: number) => string } {
  const place = locale === "de" ? "de-DE" : "en-GB";
  if (/^[A-Za-z]{3}$/.test(currency)) return new Intl.NumberFormat(place, { style: "currency", currency });
  const plain = new Intl.NumberFormat(place, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return { format: (amount) => `${plain.format(amount)} ${tameLine(currency)}`.trim() };
}

/** What an amount adds to a sum in euros: one in another currency nothing, for it cannot be collected. */
export function euroCents(cents: Cents, currency: string): Cents {
  return currency === "EUR" ? cents : 0;
}

/**
 * The same of tenths of a cent: what providers charge, so that a sum can be checked by hand. A third decimal only where
 * it is not 0, for "952,000 €" reads as 952 thousand to many.
 */
export function formatTenths(tenths: number, locale: string): string {
  return formats[locale === "de" ? "de" : "en"]
    .tenths()
    .format(tenths / 1000)
    .replace("-", "−");
}
