import { tame, tameLine } from "@/lib/core/tame-text";

/** The two mandate mails: one that is about an invoice, and one that is not. */
export const TABS = ["with-invoice", "without-invoice"] as const;
export type TemplateTab = (typeof TABS)[number];

/** What may stand in braces, in the order in which the screen offers it. */
export const PLACEHOLDER_GROUPS = {
  customer: ["customerName", "customerContactPersonName", "customerContactPersonFirstName"],
  invoice: [
    "invoiceNo",
    "invoiceDate",
    "invoiceGrossAmount",
    "invoicePaymentTerm",
    "invoiceDueDate",
    "invoiceCustomerName",
  ],
  company: [
    "companyName",
    "companyAddress",
    "companyZip",
    "companyCity",
    "companyCountry",
    "companyPhone",
    "companyEmail",
    "companyWebsite",
  ],
} as const;
export type PlaceholderGroup = keyof typeof PLACEHOLDER_GROUPS;
export type Placeholder = (typeof PLACEHOLDER_GROUPS)[PlaceholderGroup][number];
/** An absent or empty value leaves a gap that is closed. */
export type PlaceholderValues = Partial<Record<Placeholder, string>>;

/** Fields that a supplier words, with the longest text each takes. */
export const FIELD_LENGTHS = { subject: 150, headline: 120, subtitle: 200, body: 5_000, shortInfo: 1_000 } as const;
export type TemplateField = keyof typeof FIELD_LENGTHS;
export const TEMPLATE_FIELDS = Object.keys(FIELD_LENGTHS) as TemplateField[];
/** Without these a mail would look broken. */
export const REQUIRED_FIELDS: readonly TemplateField[] = ["subject", "headline", "body"];
export const MULTILINE_FIELDS: readonly TemplateField[] = ["body", "shortInfo"];
export type TemplateTexts = Record<TemplateField, string>;

/** Without an invoice there is nothing to say about one. */
export function groupsOf(tab: TemplateTab): PlaceholderGroup[] {
  return tab === "with-invoice" ? ["customer", "invoice", "company"] : ["customer", "company"];
}

export function placeholdersOf(tab: TemplateTab): Placeholder[] {
  return groupsOf(tab).flatMap((group) => [...PLACEHOLDER_GROUPS[group]]);
}

/** What stands in braces and is no placeholder of this mail, each once, as it was typed. */
export function unknownPlaceholders(text: string, tab: TemplateTab): string[] {
  const known: string[] = placeholdersOf(tab);
  const found = [...text.matchAll(/\{([^{}]*)\}/g)].map(([whole, name = ""]) => ({ whole, name }));
  return [...new Set(found.filter(({ name }) => !known.includes(name)).map(({ whole }) => whole))];
}

export type FieldFault = { kind: "missing" } | { kind: "unknown"; placeholder: string };

/** What keeps a template from being saved, by field. */
export function templateFaults(texts: TemplateTexts, tab: TemplateTab): Partial<Record<TemplateField, FieldFault>> {
  const faults: Partial<Record<TemplateField, FieldFault>> = {};
  for (const field of TEMPLATE_FIELDS) {
    const [placeholder] = unknownPlaceholders(texts[field], tab);
    if (placeholder !== undefined) faults[field] = { kind: "unknown", placeholder };
    else if (REQUIRED_FIELDS.includes(field) && texts[field].trim() === "") faults[field] = { kind: "missing" };
  }
  return faults;
}

/** Longest value that is put in for a placeholder: the books take far longer names than a mail bears. */
const VALUE_LENGTH = 300;
/** Marks the place of a missing value; it cannot be typed, because control characters are taken out. */
const GAP = "\u0000";

/**
 * Puts values in for placeholders, in one pass: braces inside a value stay what they are. Where a value is missing, the
 * comma or blank before it goes too, and a line that held nothing else.
 */
export function fillIn(text: string, values: PlaceholderValues): string {
  const filled = tame(text).replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (!isPlaceholder(name)) return whole;
    return tameLine(values[name] ?? "", VALUE_LENGTH) || GAP;
  });
  return filled
    .split("\n")
    .map((line) => (line.includes(GAP) ? closeGaps(line) : line))
    .filter((line) => line !== undefined)
    .join("\n")
    .trim();
}

function isPlaceholder(name: string): name is Placeholder {
  return Object.values(PLACEHOLDER_GROUPS).some((group) => (group as readonly string[]).includes(name));
}

/** The line without its gaps, or undefined if nothing is left of it. */
function closeGaps(line: string): string | undefined {
  const parts = line.split(GAP);
  const last = parts.pop() ?? "";
  const head = parts.map((part) => part.replace(/(?:[ \t]*[,;·|–-])?[ \t]*$/, "")).join("");
  // A separator that stood behind a gap at the beginning separates nothing.
  const tail = head === "" ? last.replace(/^[ \t]*(?:[,;·|–-][ \t]*)?/, "") : last;
  const closed = (head + tail).trimEnd();
  return closed === "" ? undefined : closed;
}
