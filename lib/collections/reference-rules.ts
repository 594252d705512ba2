import { BANK_TEXT_LENGTH, toSepaText } from "@/lib/core/sepa-text";

export interface ReferenceFacts {
  invoiceNo: string;
  companyName: string;
  customerName: string;
}

/**
 * The text on the payer's bank statement: the supplier's own wording with its placeholders filled in, or invoice number
 * and company. The invoice number always stands in it, and where it was forgotten, first: whatever is cut off after
 * 140 characters, it is not that.
 */
export function bankText(template: string | null, facts: ReferenceFacts): string {
  const wording = template?.trim() || "{invoiceNo} {companyName}";
  const filled = wording.replace(/\{(\w+)\}/g, (_whole, name: string) => facts[name as keyof ReferenceFacts] ?? "");
  const text = toSepaText(filled);
  const number = toSepaText(facts.invoiceNo);
  return text.includes(number) ? text : toSepaText(`${number} ${filled}`, BANK_TEXT_LENGTH);
}
