import type { Element } from "../xml/tree-rules";

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;
/** Above this, cents are no longer exact. */
const MAX_DIGITS = 13;

/**
 * Returns cents of a decimal number as XML writes it; undefined if the text is not one, or has more than two decimal
 * places that are not zero. No floating point is involved.
 */
export function parseCents(text: string): number | undefined {
  const [, sign, whole = "", fraction = ""] = DECIMAL.exec(text.trim()) ?? [];
  if (sign === undefined || whole + fraction === "") return undefined;
  if (/[^0]/.test(fraction.slice(2))) return undefined;
  const digits = whole.replace(/^0+/, "");
  if (digits.length > MAX_DIGITS) return undefined;
  const cents = Number(digits + fraction.slice(0, 2).padEnd(2, "0"));
  return sign === "-" && cents !== 0 ? -cents : cents;
}

export interface StatedAmount {
  cents?: number;
  currency?: string;
  /** Why there are no cents: the element is missing, is no amount, or contradicts another one. */
  problem?: "amount_missing" | "amount_malformed" | "amount_twice";
  detail?: string;
}

/**
 * Returns the amount of these elements. Several of them are alternatives in other currencies, or repeat each other;
 * otherwise the amount is ambiguous.
 */
export function amountOf(elements: Element[], currency: string | undefined): StatedAmount {
  const filled = elements.filter(({ text }) => text.trim() !== "");
  const own = filled.filter(({ attributes }) => [undefined, "", currency].includes(attributes.currencyID?.trim()));
  const stated = own.length > 0 ? own : filled;
  const [first] = stated;
  if (!first) return { problem: "amount_missing" };
  const text = first.text.trim();
  if (stated.some((other) => parseCents(other.text) !== parseCents(text)))
    return { problem: "amount_twice", detail: stated.map((other) => other.text.trim()).join(", ") };
  const cents = parseCents(text);
  if (cents === undefined) return { problem: "amount_malformed", detail: text };
  return { cents, currency: first.attributes.currencyID?.trim() || undefined };
}
