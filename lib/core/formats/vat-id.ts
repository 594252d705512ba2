/** Kinds of VAT ids by Stripe's names. */
export type VatKind = "eu_vat" | "ch_vat" | "li_vat" | "gb_vat" | "no_vat";

export interface VatId {
  kind: VatKind;
  /** The value in Stripe's format. */
  value: string;
}

/** EU countries by the prefix of their ids. Greece has its own prefix; Northern Ireland and Monaco take part. */
const UNION: Record<string, string[]> = {
  ...Object.fromEntries(
    "AT BE BG CY CZ DE DK EE ES FI HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK"
      .split(" ")
      .map((code) => [code, [code]]),
  ),
  EL: ["GR"],
  FR: ["FR", "MC"],
  XI: ["GB"],
};

interface Form {
  kind: VatKind;
  countries: string[];
  pattern: RegExp;
  write: (found: RegExpExecArray) => string;
}

const plainly = ([whole]: RegExpExecArray) => whole;
const FORMS: Form[] = [
  ...Object.entries(UNION).map(([prefix, countries]) => ({
    ...{ kind: "eu_vat" as const, countries, write: plainly },
    pattern: new RegExp(`^${prefix}[A-Z0-9+*]{2,13}$`),
  })),
  {
    ...{ kind: "ch_vat", countries: ["CH", "LI"], pattern: /^CHE(\d{3})(\d{3})(\d{3})(MWST|TVA|IVA|VAT)?$/ },
    write: ([, a, b, c, word = "MWST"]) => `CHE-${a}.${b}.${c} ${word}`,
  },
  { kind: "li_vat", countries: ["LI"], pattern: /^(?:LI)?(\d{5})$/, write: ([, digits = ""]) => digits },
  {
    ...{ kind: "gb_vat", countries: ["GB", "IM"], pattern: /^GB(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/ },
    write: plainly,
  },
  { kind: "no_vat", countries: ["NO"], pattern: /^(?:NO)?(\d{9})(?:MVA)?$/, write: ([, digits]) => `${digits}MVA` },
];

/** Returns a VAT id in its stored form: capitals without blanks, dots and hyphens. */
export function plainVatId(typed: string): string {
  return typed.replace(/[\s.\p{Pd}]/gu, "").toUpperCase();
}

/**
 * Reads a text as the VAT id of a firm in a country.
 *
 * @param country its two-letter code; it alone decides about ids without a country prefix (Norway, Liechtenstein)
 * @returns `other_country` for an id of another country; undefined for a text that is no known VAT id
 */
export function readVatId(typed: string, country: string): VatId | "other_country" | undefined {
  const plain = plainVatId(typed);
  const forms = FORMS.filter(({ pattern }) => pattern.test(plain));
  const form = forms.find(({ countries }) => countries.includes(country));
  const found = form?.pattern.exec(plain);
  if (form && found) return { kind: form.kind, value: form.write(found) };
  return forms.length > 0 && /^[A-Z]{2}/.test(plain) ? "other_country" : undefined;
}
