import { BANK_TEXT_LENGTH, toSepaText } from "@/lib/core/sepa-text";

export interface ReferenceFacts {
  invoiceNo: string;
  companyName: string;
  customerName: string;
}

/** What a wording may hold in braces. */
export const PLACEHOLDERS = ["invoiceNo", "companyName", "customerName"] as const satisfies (keyof ReferenceFacts)[];

/** The first thing in braces that is no placeholder, as it was typed: it would vanish without a word. */
export function unknownPlaceholder(wording: string): string | undefined {
  const known: string[] = PLACEHOLDERS;
  const found = [...wording.matchAll(/\{([^{}]*)\}/g)].find(([, name = ""]) => !known.includes(name));
  return found?.[0];
}

/** Used where the supplier has no wording. */
export const DEFAULT_WORDING = "{invoiceNo} {companyName}";

/**
 * The text on the payer's bank statement: the supplier's own wording with its placeholders filled in, or invoice number
 * and company. The invoice number always stands in it, and where it was forgotten, first: whatever is cut off after
 * 140 characters, it is not that.
 */
export function bankText(template: string | null, facts: ReferenceFacts): string {
  return toSepaText(wordingWithNumber(template, facts), BANK_TEXT_LENGTH);
}

/** How long the text is before it is cut, in letters a bank can print. */
export function bankTextLength(template: string | null, facts: ReferenceFacts): number {
  return toSepaText(wordingWithNumber(template, facts), Number.POSITIVE_INFINITY).length;
}

function wordingWithNumber(template: string | null, facts: ReferenceFacts): string {
  const wording = template?.trim() || DEFAULT_WORDING;
  const filled = wording.replace(/\{(\w+)\}/g, (_whole, name: string) => facts[name as keyof ReferenceFacts] ?? "");
  const number = toSepaText(facts.invoiceNo);
  return toSepaText(filled).includes(number) ? filled : `${number} ${filled}`;
}
