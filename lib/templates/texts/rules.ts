import { sanitiseLine, sanitiseText } from "@/lib/core/text/sanitise";

/** The two mandate mails: one about an invoice, and one without. */
export const TABS = ["with-invoice", "without-invoice"] as const;
export type TemplateTab = (typeof TABS)[number];

/** The placeholders, in the order in which the screen offers them. */
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
/** A missing or empty value leaves a gap, which is closed. */
export type PlaceholderValues = Partial<Record<Placeholder, string>>;

/** The fields that a supplier can edit, with their maximum lengths. */
export const FIELD_LENGTHS = { subject: 150, headline: 120, subtitle: 200, body: 5_000, shortInfo: 1_000 } as const;
export type TemplateField = keyof typeof FIELD_LENGTHS;
export const TEMPLATE_FIELDS = Object.keys(FIELD_LENGTHS) as TemplateField[];
/** Fields without which a mail would look broken. */
export const REQUIRED_FIELDS: readonly TemplateField[] = ["subject", "headline", "body"];
export const MULTILINE_FIELDS: readonly TemplateField[] = ["body", "shortInfo"];
export type TemplateTexts = Record<TemplateField, string>;

/** Returns the groups of placeholders of a mail; without an invoice the invoice's group is missing. */
export function groupsOf(tab: TemplateTab): PlaceholderGroup[] {
  return tab === "with-invoice" ? ["customer", "invoice", "company"] : ["customer", "company"];
}

export function placeholdersOf(tab: TemplateTab): Placeholder[] {
  return groupsOf(tab).flatMap((group) => [...PLACEHOLDER_GROUPS[group]]);
}

/** Returns texts in braces that are no placeholder of this mail, each once, as typed. */
export function unknownPlaceholders(text: string, tab: TemplateTab): string[] {
  const known: string[] = placeholdersOf(tab);
  const found = [...text.matchAll(/\{([^{}]*)\}/g)].map(([whole, name = ""]) => ({ whole, name }));
  return [...new Set(found.filter(({ name }) => !known.includes(name)).map(({ whole }) => whole))];
}

export type FieldFault = { kind: "missing" } | { kind: "unknown"; placeholder: string };

/** Returns the faults that prevent saving a template, by field. */
export function templateFaults(texts: TemplateTexts, tab: TemplateTab): Partial<Record<TemplateField, FieldFault>> {
  const faults: Partial<Record<TemplateField, FieldFault>> = {};
  for (const field of TEMPLATE_FIELDS) {
    const [placeholder] = unknownPlaceholders(texts[field], tab);
    if (placeholder !== undefined) faults[field] = { kind: "unknown", placeholder };
    else if (REQUIRED_FIELDS.includes(field) && texts[field].trim() === "") faults[field] = { kind: "missing" };
  }
  return faults;
}

/** Maximum length of a placeholder's value: accounting systems accept far longer names than a mail should show. */
const VALUE_LENGTH = 300;
/** Takes the place of a missing value. Nobody can type it, because control characters are removed. */
const GAP = "\u0000";

/**
 * Replaces placeholders by their values in one pass, so braces inside a value stay as they are. Before a missing value
 * the comma or blank is removed, too, and a line that contained nothing else.
 */
export function fillIn(text: string, values: PlaceholderValues): string {
  const filled = sanitiseText(text).replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (!isPlaceholder(name)) return whole;
    return sanitiseLine(values[name] ?? "", VALUE_LENGTH) || GAP;
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

/** Removes the gaps of a line; undefined if nothing is left of it. */
function closeGaps(line: string): string | undefined {
  const parts = line.split(GAP);
  const last = parts.pop() ?? "";
  const head = parts.map((part) => part.replace(/(?:[ \t]*[,;·|–-])?[ \t]*$/, "")).join("");
  // A separator after a gap at the start separates nothing.
  const tail = head === "" ? last.replace(/^[ \t]*(?:[,;·|–-][ \t]*)?/, "") : last;
  const closed = (head + tail).trimEnd();
  return closed === "" ? undefined : closed;
}
