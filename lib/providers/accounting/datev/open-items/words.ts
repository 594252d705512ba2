/** Words by which lists mark a row, read without case and without a full stop at the end. */

export type Side = "debit" | "credit";

const SIDES: Record<string, Side> = {
  ...{ s: "debit", soll: "debit", d: "debit", dr: "debit", debit: "debit", "+": "debit" },
  ...{ h: "credit", haben: "credit", c: "credit", cr: "credit", credit: "credit", "-": "credit" },
};
/** Words that mean the two sides and nothing else; `D`, `C` and signs are used for other things, too. */
const PLAIN_SIDES = /^(?:s|h|soll|haben)$/;

const INVOICES =
  /^(?:re|rg|ar|r|rech|rechnung|ausgangsrechnung|rechnungen|faktura|invoice|teilrechnung|schlussrechnung|abschlagsrechnung|forderung|op)$/;
const CREDITS =
  /^(?:g|gu|gs|gut|gutschrift|rechnungskorrektur|korrekturrechnung|storno|stornorechnung|stornierung|z|za|ze|zahl|zahlung|zahlungseingang|teilzahlung|anzahlung|vorauszahlung|abschlagszahlung|akontozahlung|überzahlung|einzahlung|skonto|payment|credit note|credit memo|ausbuchung|guthaben)$/;
/** A text that begins so is about money that came in or a credit, unless it only names a term of payment. */
const READS_AS_CREDIT =
  /^(?:(?:teil|akonto[ -]?|über|ein|rest)?zahlung|zahlungseingang|zahlg|a ?konto|gutschrift|gutschr|guthaben|storno|stornierung|stornorechnung|rechnungskorrektur|payment|credit note|credit memo|skontoabzug)(?!\p{L}| *(?:bis|innerhalb|binnen|netto|fällig|per \d|ziel|nach|in \d|sofort|within|due|terms))/u;
const SETTLED =
  /^(?:bezahlt|voll bezahlt|gezahlt|beglichen|ausgeglichen|erledigt|storniert|ausgebucht|geschlossen|paid|settled|cancelled|canceled|closed)$/;
const SETTLED_TITLES =
  /^(?:iscleared|ausgeglichen|bezahlt|erledigt|storniert|storno|beglichen|ispaid|paid|cleared|gutschrift|gutschriftkz|stornokz|zahlung)$/;
const YES = /^(?:ja|j|x|1|true|wahr|yes|y)$/;

const CARRIED = /^(?:eb|sv|eb[- ]?wert|eb[- ]?buchung|saldo[- ]?vortrag|vortrag|anfangsbestand|eröffnungsbilanz)$/;
const NO_NUMBER = /^[-–.\s0]*$|^(?:n\/a|k\.? ?a|ohne|o\.? ?nr)$/;
const TOTAL =
  /^(?:(?:zwischen|gesamt|end|teil|seiten)?-?summen?|(?:gesamt|end|zwischen)?saldo|(?:sub|grand )?total|gesamt|übertrag)(?![\p{L}])/u;

const CODES = new Set(Intl.supportedValuesOf("currency"));
const SIGNS: Record<string, string> = { "€": "EUR", euro: "EUR", eur: "EUR", $: "USD", "£": "GBP" };

function plain(text: string): string {
  return text.trim().toLowerCase().replace(/\.$/, "");
}

export function sideOf(text: string): Side | undefined {
  const word = plain(text).replace(/[−–]/, "-");
  return Object.hasOwn(SIDES, word) ? SIDES[word] : undefined;
}

export function isPlainSide(text: string): boolean {
  return PLAIN_SIDES.test(plain(text));
}

export function kindOf(text: string): "invoice" | "credit" | undefined {
  const word = plain(text);
  if (INVOICES.test(word)) return "invoice";
  return CREDITS.test(word) ? "credit" : undefined;
}

/** Three letters of ISO 4217, or the sign of a currency; undefined for anything else. */
export function currencyOf(text: string): string | undefined {
  const word = text.trim();
  const code = SIGNS[word.toLowerCase()] ?? word.toUpperCase();
  return CODES.has(code) ? code : undefined;
}

/** True for a text of a row that tells of a payment or a credit. */
export function readsAsCredit(text: string): boolean {
  const word = plain(text);
  return READS_AS_CREDIT.test(word) || (word.length > 4 && CREDITS.test(word));
}

/** True for a cell that says of its row that nothing is owed any more. */
export function saysSettled(title: string, text: string): boolean {
  const word = plain(text);
  return SETTLED.test(word) || (SETTLED_TITLES.test(title) && YES.test(word));
}

/** True where the place of the number holds none: a placeholder, or the name of a balance carried forward. */
export function isNoNumber(text: string): boolean {
  const word = plain(text);
  return NO_NUMBER.test(word) || CARRIED.test(word);
}

export function isTotal(text: string): boolean {
  return TOTAL.test(plain(text));
}
