import { withPlainHyphens } from "@/lib/core/text/latin-letters";

/** Words that mark the rows of a list. They are compared without case and without a full stop at the end. */

export type Side = "debit" | "credit";

const SIDES: Record<string, Side> = {
  ...{ s: "debit", soll: "debit", d: "debit", dr: "debit", debit: "debit", "+": "debit" },
  ...{ h: "credit", haben: "credit", c: "credit", cr: "credit", credit: "credit", "-": "credit" },
};
/** Words that only mean debit or credit; `D`, `C` and signs have other uses, too. */
const PLAIN_SIDES = /^(?:s|h|soll|haben)$/;

const INVOICES =
  /^(?:re|rg|ar|r|rech|rechnung|ausgangsrechnung|rechnungen|faktura|rn|invoice|inv|teilrechnung|schlussrechnung|abschlagsrechnung|forderung|op)$/;
const CREDITS =
  /^(?:g|gu|gs|gut|gutschrift|rechnungskorrektur|korrekturrechnung|storno|stornorechnung|stornierung|z|za|ze|zahl|zahlung|zahlungseingang|teilzahlung|anzahlung|vorauszahlung|abschlagszahlung|akontozahlung|überzahlung|einzahlung|skonto|payment|credit|credit note|credit memo|cn|cm|ausbuchung|guthaben)$/;
/** Parts of words about a credit or incoming money: `Kundengutschrift`, `Bankeingang RE1`. */
const CREDIT_STEM =
  /gutschr|storn|korrektur|rechnungskorr|erstatt|zahlungseing|bankeing|geldeing|kundenguth|credit ?(?:note|memo)/;
/** Beginnings of texts about incoming money or a credit, unless the text only names a payment term. */
const READS_AS_CREDIT =
  /^(?:(?:teil|akonto[ -]?|über|ein|rest)?zahlung|zahlungseingang|zahlg|a ?konto|gutschrift|gutschr|guthaben|storno|stornierung|stornorechnung|rechnungskorrektur|payment|credit note|credit memo|skontoabzug)(?!\p{L}| *(?:bis|innerhalb|binnen|netto|fällig|per \d|ziel|nach|in \d|sofort|within|due|terms))/u;
const SETTLED =
  /^(?:(?:voll|vollst(?:ä|ae)ndig|komplett|ganz|bereits|schon|ist|fully) )?(?:bezahlt|gezahlt|beglichen|ausgeglichen|erledigt|storniert|storno|ausgebucht|geschlossen|abgeschlossen|bez|erl|ausgegl|paid|settled|cancelled|canceled|closed)(?:$| (?:am|per|durch|mit|seit|on|by) |\.? \d{1,2}\.\d)/;
/** Says that something was paid, anywhere in a text; `NOT_YET` finds texts that deny it or refer to the future. */
const PARTLY = /(?:^|[^\p{L}])(?:teil|an)?-?(?:bezahlt|gezahlt|beglichen|ausgeglichen|paid)(?!\p{L})/u;
const NOT_YET = /(?:^|[^\p{L}])(?:nicht|noch|un|wird|werden|sofern|wenn|falls|bis|zu|not|to be)(?!\p{L})/u;
/** The extent of a payment, in a cell under a title about payments. */
const EXTENT = /^(?:voll|vollst(?:ä|ae)ndig|komplett|ganz|teilweise|zum teil|erhalten|eingegangen|received)$/;
/** Titles under which any entry means that the item is paid or void; a date says when. */
const SETTLED_BY_TITLE =
  /^(?:bezahlt|gezahlt|zahldatum|zahlungsdatum|zahltag|zahlungstag|zahlungam|(?:zahlungs|geld|bank)?eingangam|zahlungseingang|letztezahlung|storn|erledigt|geschlossen|ausgeglichen|ausgleich|beglichen|paid|paymentdate|lastpayment|settled|closed|cleared|clearing|cancel)/;
const NO = /^(?:nein|n|no|false|falsch|offen|open|unbezahlt|[-–.0,/]+|nicht .*)$/;
const TERMS = /bedingung|kondition|zahlungsziel|zahlungsart|zahlart|zahlungsweise|zahlweise|terms|method/;
const SETTLED_TITLES =
  /^(?:iscleared|ausgeglichen|bezahlt|erledigt|storniert|storno|beglichen|ispaid|paid|cleared|gutschrift|gutschriftkz|stornokz|zahlung)$/;
const YES = /^(?:ja|j|x|1|true|wahr|yes|y)$/;

const CARRIED = /^(?:eb|sv|eb[- ]?wert|eb[- ]?buchung|saldo[- ]?vortrag|vortrag|anfangsbestand|eröffnungsbilanz)$/;
const NO_NUMBER = /^[-.\s0]*$|^(?:n\/a|k\.? ?a|ohne|o\.? ?nr)$/;
const TOTAL =
  /^(?:(?:zwischen|gesamt|end|teil|seiten)?-?summen?|(?:gesamt|end|zwischen)?saldo|(?:sub|grand )?total|gesamt|übertrag)(?![\p{L}])/u;

const DEBTOR = /^[1-6]\d{4,8}$/;

const CODES = new Set(Intl.supportedValuesOf("currency"));
const SIGNS: Record<string, string> = { "€": "EUR", euro: "EUR", eur: "EUR", $: "USD", "£": "GBP" };

function plain(text: string): string {
  return withPlainHyphens(text).trim().toLowerCase().replace(/\.$/, "");
}

export function sideOf(text: string): Side | undefined {
  const word = plain(text);
  return Object.hasOwn(SIDES, word) ? SIDES[word] : undefined;
}

export function isPlainSide(text: string): boolean {
  return PLAIN_SIDES.test(plain(text));
}

export function kindOf(text: string): "invoice" | "credit" | undefined {
  const word = plain(text);
  if (INVOICES.test(word)) return "invoice";
  return CREDITS.test(word) || CREDIT_STEM.test(word) ? "credit" : undefined;
}

/** Returns the code of a currency, from its ISO 4217 code, sign or name; undefined for anything else. */
export function currencyOf(text: string): string | undefined {
  const word = text.trim();
  const code = SIGNS[word.toLowerCase()] ?? word.toUpperCase();
  return CODES.has(code) ? code : foreignWordIn(word.length > 20 ? "" : word);
}

/** Returns the currency of a name such as `US-Dollar`, `US$` or `Schweizer Franken`. */
export function foreignWordIn(text: string): string | undefined {
  const word = /(dollars?|\bus ?\$)|(franken|\bsfr\b)|(?<!\p{L})(pfund|pounds?)(?!\p{L})/iu.exec(text);
  return word ? (word[1] ? "USD" : word[2] ? "CHF" : "GBP") : undefined;
}

/** True if a text in a row is about a payment or a credit. */
export function readsAsCredit(text: string): boolean {
  const word = plain(text);
  return READS_AS_CREDIT.test(word) || CREDIT_STEM.test(word) || (word.length > 4 && CREDITS.test(word));
}

/** `settled`: nothing of the row is owed any more. `partly`: something was paid, and the cell does not say how much. */
export type Paid = "settled" | "partly";

/**
 * Returns what a cell says about the payment of its row; undefined if it says nothing.
 *
 * @param title normalised by `plainTitle`
 */
export function paidBy(title: string, text: string): Paid | undefined {
  const word = plain(text);
  if (word === "") return undefined;
  if (SETTLED.test(word) || (SETTLED_TITLES.test(title) && YES.test(word))) return "settled";
  if (/zahl|payment/.test(title) && EXTENT.test(word)) return "partly";
  if (isPaidTitle(title) && !NO.test(word)) return title.startsWith("storn") ? "settled" : "partly";
  return PARTLY.test(word) && !NOT_YET.test(word) ? "partly" : undefined;
}

export function isPaidTitle(title: string): boolean {
  return SETTLED_BY_TITLE.test(title);
}

/** True for the title of a column with payment terms, which are about future payments. */
export function isTermsTitle(title: string): boolean {
  return TERMS.test(title);
}

/** True if the number cell holds no number: a placeholder, or the name of a balance brought forward. */
export function isNoNumber(text: string): boolean {
  const word = plain(text);
  return NO_NUMBER.test(word) || CARRIED.test(word);
}

export function isTotal(text: string): boolean {
  return TOTAL.test(plain(text));
}

/** True for a word for a total with at most a number behind it. The name `Total Deutschland GmbH` does not count. */
export function isTotalAlone(text: string): boolean {
  return isTotal(text) && /^[^\s\d]+[\s\d:.]*$/.test(text.trim());
}

/** True for the account of a debtor: five to nine digits, the first one 1 to 6. */
export function isDebtor(text: string): boolean {
  return DEBTOR.test(text);
}
