import { BANK_TEXT_LENGTH, toSepaText } from "@/lib/core/formats/sepa-text";

export interface ReferenceFacts {
  invoiceNo: string;
  companyName: string;
  customerName: string;
}

/** The placeholders that a wording may contain in braces. */
export const PLACEHOLDERS = ["invoiceNo", "companyName", "customerName"] as const satisfies (keyof ReferenceFacts)[];

/** Returns the first text in braces that is no placeholder, as it was typed: it would vanish silently. */
export function unknownPlaceholder(wording: string): string | undefined {
  const known: string[] = PLACEHOLDERS;
  const found = [...wording.matchAll(/\{([^{}]*)\}/g)].find(([, name = ""]) => !known.includes(name));
  return found?.[0];
}

/** Used if the supplier has no wording. */
export const DEFAULT_WORDING = "{invoiceNo} {companyName}";

/**
 * Returns the text on the payer's bank statement: the supplier's own wording with its placeholders filled in, or
 * invoice number and company. It always contains the invoice number. If the wording lacks it, or the cut at 140
 * characters would remove it, the number comes first.
 */
export function bankText(template: string | null, facts: ReferenceFacts): string {
  return toSepaText(wordingWithNumber(template, facts), BANK_TEXT_LENGTH);
}

/** Returns the length of the text before it is cut, in characters that a bank can print. */
export function bankTextLength(template: string | null, facts: ReferenceFacts): number {
  return toSepaText(wordingWithNumber(template, facts), Number.POSITIVE_INFINITY).length;
}

function wordingWithNumber(template: string | null, facts: ReferenceFacts): string {
  const wording = template?.trim() || DEFAULT_WORDING;
  const filled = wording.replace(/\{(\w+)\}/g, (_whole, name: string) => facts[name as keyof ReferenceFacts] ?? "");
  const number = toSepaText(facts.invoiceNo);
  // A placeholder may follow the supplier's own prefix: "RE-{invoiceNo}". Typed text with a prefix is another number.
  const isMeant = wording.includes("{invoiceNo}") && endOfNumber(filled, number, ALPHANUMERIC) <= BANK_TEXT_LENGTH;
  return isMeant || endOfNumber(filled, number) <= BANK_TEXT_LENGTH ? filled : `${number} ${filled}`;
}

/** GoCardless documents no limit for a payment's description; a client that they published cuts it here. */
const MAX_DESCRIPTION = 100;

/**
 * Returns the text in the email by which GoCardless announces a direct debit: the bank text, cut between words to 100
 * characters. The invoice number comes first if the cut would remove it.
 */
export function paymentDescription(reference: string, invoiceNo: string): string {
  if (reference.length <= MAX_DESCRIPTION) return reference;
  const number = toSepaText(invoiceNo, MAX_DESCRIPTION);
  const hasNumber = endOfNumber(reference, number, ALPHANUMERIC) <= MAX_DESCRIPTION;
  const text = hasNumber ? reference : `${number} ${reference}`;
  const words = text.slice(0, Math.max(text.lastIndexOf(" ", MAX_DESCRIPTION), 0));
  const isGoodCut = words.length > MAX_DESCRIPTION / 2 && endOfNumber(words, number, ALPHANUMERIC) <= words.length;
  return isGoodCut ? words : text.slice(0, MAX_DESCRIPTION).trimEnd();
}

const ALPHANUMERIC = "[a-zA-Z0-9]";
/** Parts of an expression: characters that make a number part of a longer one: `2026-26`, `26.11.2026`, `K-471`, `12,50`. */
const JOINED = "[a-zA-Z0-9][-/.:+,']|[a-zA-Z0-9]";
const JOINING = "[-/.:+,'][a-zA-Z0-9]|[a-zA-Z0-9]";

/**
 * Returns where a number ends that the text contains as a token of its own, before the text is cut; Infinity if it does
 * not. As part of another number (`471` in `4711`) it does not identify the invoice. The last argument gives the
 * characters that may not be next to the number, on either side.
 */
function endOfNumber(text: string, number: string, beside?: string): number {
  if (number === "") return 0;
  const sign = number.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const token = new RegExp(`(?<!${beside ?? JOINED})${sign}(?!${beside ?? JOINING})`);
  const at = toSepaText(text, Number.POSITIVE_INFINITY).search(token);
  return at < 0 ? Number.POSITIVE_INFINITY : at + number.length;
}
