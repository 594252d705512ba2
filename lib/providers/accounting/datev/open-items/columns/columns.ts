import { inLatin } from "@/lib/core/text/latin-letters";
import { currencyOf, foreignWordIn } from "./words";

/**
 * The columns of a list of open items, each with its known titles (reference 2). DATEV has no fixed format for such a
 * list: every program and every office exports other columns. Messages use the first title.
 */
export const OPEN_ITEM_COLUMNS = {
  debtor: [
    ...["Konto", "Debitor", "Kontonummer", "Konto-Nr.", "Kto", "Kto-Nr.", "Personenkonto", "Debitorennummer"],
    ...[
      "Debitoren-Nr.",
      "Debitor-Nr.",
      "Debitorenkonto",
      "Kundennummer",
      "Kunden-Nr.",
      "Kd-Nr.",
      "account_number",
      "Account",
      ...["Kundennr", "Kunden-Nr", "Kd-Nummer", "Debitorennr", "Personenkonto-Nr.", "Customer no.", "Customer number"],
      "Kunde",
    ],
  ],
  name: ["Kontobezeichnung", "Name", "Kontoname", "Kunde", "Bezeichnung", "Kundenname", "Firma", "Debitorname"],
  number: [
    ...[
      "Rechnungsnummer",
      "Rechnungs-Nr.",
      "Rechnung-Nr.",
      "Rechn.-Nr.",
      "Re-Nr.",
      "RG-Nr.",
      "Belegfeld 1",
      "OP-Nummer",
    ],
    ...["Belegnummer", "Beleg-Nr.", "Rechnung", "Beleg", "Invoice number", "Invoice no", "document_field1"],
    ...["Rech.-Nr.", "RgNr", "OP-Nr.", "Faktura", "Fakturanummer", "Document number", "Nr"],
  ],
  date: [
    ...["Datum", "Belegdatum", "Beleg-Dat.", "Rechnungsdatum", "Rechn.-Datum", "Re-Datum", "RG-Datum"],
    ...["Buchungsdatum", "Invoice date", "Date"],
  ],
  dueDate: [
    ...["Fälligkeit", "Fällig", "Fälligkeitsdatum", "Fälligkeitstag", "Fällig am", "Fällig zum", "Fällig bis"],
    ...["Fälligk.", "Fälligk.-Datum", "Fäll.-Datum", "Nettofälligkeit", "Netto fällig", "Zahlbar bis", "due_date"],
    ...["Fälligkeit netto", "Net due date"],
  ],
  debit: ["Sollbetrag", "Soll", "Betrag Soll", "Umsatz Soll", "Sollumsatz", "amount_debit", "Debit"],
  credit: [
    ...["Habenbetrag", "Haben", "Betrag Haben", "Umsatz Haben", "Habenumsatz", "amount_credit", "Credit", "Bezahlt"],
    ...["Bereits bezahlt", "Bezahlter Betrag", "Gezahlt", "Zahlung", "Zahlungen"],
    ...[
      "Teilzahlung",
      "Teilzahlungen",
      "Anzahlung",
      "Anzahlungen",
      "Gutschrift",
      "Gutschriften",
      "Paid",
      "Amount paid",
    ],
  ],
  amount: [
    ...[
      "Betrag",
      "Umsatz",
      "Rechnungsbetrag",
      "Rechnungssumme",
      "Bruttobetrag",
      "Betrag brutto",
      "Brutto",
      "Gesamtbetrag",
      "Belegbetrag",
    ],
    ...["Buchungsbetrag", "Postenbetrag", "Umsatz (ohne Soll/Haben-Kz)", "Wert", "EUR", "Amount"],
  ],
  balance: [
    ...["Saldo", "Balance", "OP-Betrag", "OP-Saldo", "Offener Betrag", "Betrag offen", "Offen", "Noch offen"],
    ...["Offener Posten", "Offener Saldo", "Restbetrag", "Rest", "Restforderung", "Restsaldo", "open_balance_of_item"],
    ...["Restbetrag offen", "Offener Restbetrag", "OP-Rest", "Noch zu zahlen"],
    ...["Open amount", "Open balance", "Outstanding", "Amount due"],
  ],
  side: [
    ...["S/H", "Soll/Haben", "Soll/Haben-Kennzeichen", "S/H-Kennzeichen", "Kennzeichen S/H", "Saldo S/H", "Betrag S/H"],
    ...["Soll/Haben-Kennung", "S/H-Kennung", "Buchungsseite", "Vorzeichen", "D/C", "debit_credit_identifier"],
    ...["Debit/Credit"],
  ],
  kind: [
    ...["Belegart", "Art", "Buchungsart", "Postenart", "OP-Art", "Belegtyp", "Typ", "Vorgang", "Vorgangsart", "Type"],
    ...["Dokumentart", "Dokumenttyp", "Buchungstyp", "Document type"],
  ],
  currency: [
    ...["WKZ", "Währung", "Währungskennzeichen", "Währungscode", "Währungsschlüssel", "Währ.", "Whg.", "Wrg."],
    ...["WKZ Umsatz", "Belegwährung", "ISO-Code", "ISO", "Currency", "currency_code"],
  ],
} as const satisfies Record<string, readonly string[]>;

export type OpenItemColumn = keyof typeof OPEN_ITEM_COLUMNS;
export const OPEN_ITEM_COLUMN_NAMES = Object.keys(OPEN_ITEM_COLUMNS) as OpenItemColumn[];

/** Position of each column in the file, counted from 0. */
export type ColumnMapping = Partial<Record<OpenItemColumn, number>> & {
  /** Positions of columns that, according to a person, do not matter. */
  ignored?: number[];
};

/** Returns the required columns that are not mapped. The amount is one column, or debit and credit. */
export function missingColumns(mapping: ColumnMapping): OpenItemColumn[] {
  const needed: OpenItemColumn[] = ["debtor", "number"];
  // The due date can replace the invoice date.
  if (mapping.dueDate === undefined) needed.push("date");
  const { balance, amount, debit, credit } = mapping;
  if (balance === undefined && amount === undefined) {
    if (debit === undefined) needed.push("balance");
    else if (credit === undefined) needed.push("credit");
  }
  return needed.filter((column) => mapping[column] === undefined);
}

/** Returns the positions of the mapped columns, without the ignored ones. */
export function mappedPositions(mapping: ColumnMapping): number[] {
  return OPEN_ITEM_COLUMN_NAMES.flatMap((column) => mapping[column] ?? []);
}

/** Returns the words of a title without case, umlauts and punctuation. */
export function plainWords(title: string): string {
  return inLatin(title.toLowerCase().replaceAll("%", " prozent "))
    .replace(/[^a-z0-9€]+/g, " ")
    .trim();
}

/** Normalises a title for comparison: no case, umlauts, punctuation or euro, and the usual abbreviations. */
export function plainTitle(title: string): string {
  const words = plainWords(title);
  const withoutEuro = words.replace(/(?:^| )(?:in )?(?:eur|euro|€)(?= |$)/g, " ").trim() || words;
  return withoutEuro
    .replaceAll(" ", "")
    .replace(/kennzeichen|kennz/g, "kz")
    .replace(/nummer|number/g, "nr");
}

/** Returns the foreign currency that a title names, such as USD for `Betrag USD`. */
export function foreignCurrencyIn(title: string): string | undefined {
  const words = title.match(/\b[A-Z]{3}\b|[$£]/g) ?? [];
  return words.map(currencyOf).find((code) => code !== undefined && code !== "EUR") ?? foreignWordIn(title);
}

const PLAIN_TITLES = Object.fromEntries(
  OPEN_ITEM_COLUMN_NAMES.map((column) => [column, OPEN_ITEM_COLUMNS[column].map(plainTitle)]),
) as Record<OpenItemColumn, string[]>;

/** Returns the known titles of a column, normalised by `plainTitle`, the likeliest first. */
export function plainTitlesOf(column: OpenItemColumn): string[] {
  return PLAIN_TITLES[column];
}

/**
 * True if the title may mean a running balance. Every other title means the item's open amount.
 *
 * @param isAlone it is the only amount column: an `OP-Betrag` may then be the invoice amount
 */
export function mayRun(title: string, isAlone = false): boolean {
  const plain = plainTitle(title);
  return MAY_RUN.has(plain) || (isAlone && plain === "opbetrag");
}
const MAY_RUN = new Set(["saldo", "balance"]);
