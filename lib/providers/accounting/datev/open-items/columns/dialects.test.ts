import { describe, expect, test } from "vitest";
import { BASE, readList as read, row, SIDES } from "@/test/open-item-lists";

describe("rows of one debtor and number are one claim", () => {
  test("a list with paid items yields only what is still open", async () => {
    const list = [
      "Konto;Rechnungsnummer;Datum;Fälligkeit;Sollbetrag;Habenbetrag;Gegenkonto;Buchungstext",
      "10042;RE1047;01.11.2026;15.12.2026;297,50;;8400;Rechnung",
      "10042;RE1047;10.11.2026;10.11.2026;;297,50;1200;Zahlung",
      "10042;RE1050;01.11.2026;15.12.2026;500,00;;8400;Rechnung",
      "10042;RE1050;12.11.2026;12.11.2026;;200,00;1200;Teilzahlung",
    ];
    expect(await read(list)).toEqual(["4 RE1050 30000"]);
  });

  test.each([
    ["two columns", SIDES, "297,50;", ";97,50"],
    ["two columns in the other order", `${BASE};Haben;Soll`, ";297,50", "97,50;"],
    ["two columns with a minus for every credit", SIDES, "297,50;", ";-97,50"],
    ["a minus in front", `${BASE};Umsatz`, "297,50", "-97,50"],
    ["a minus behind", `${BASE};OP-Betrag`, "297,50", "97,50-"],
    ["brackets", `${BASE};Betrag`, "297,50", "(97,50)"],
    ["letters behind", `${BASE};Saldo`, "297,50 S", "97,50H"],
    ["letters in front", `${BASE};Betrag`, "S 297,50", "H 97,50"],
    ["letters in a column", `${BASE};Betrag;Soll-/Haben-Kennzeichen`, "297,50;S", "97,50;H"],
    ["words in a column", `${BASE};Betrag (EUR);S/H-Kz.`, "297,50;Soll", "97,50;Haben"],
    ["a letter for credits alone", `${BASE};Betrag;SH`, "297,50;", "97,50;H"],
    ["letters and signs", `${BASE};Betrag;S/H`, "297,50;S", "-97,50;H"],
    ["letters under a title nobody knows", `${BASE};Betrag;Richtung`, "297,50;S", "97,50;H"],
    ["debit and credit", `${BASE};Betrag;D/C`, "297,50;D", "97,50;C"],
    ["signs in a column", `${BASE};Betrag;Vorzeichen`, "297,50;+", "97,50;-"],
    ["kinds of document", `${BASE};Betrag;Belegart`, "297,50;RE", "97,50;ZA"],
    ["kinds under a title nobody knows", `${BASE};Betrag;Was`, "297,50;Rechnung", "97,50;Gutschrift"],
    ["a balance of each row", `${SIDES};Saldo`, "297,50;;297,50", ";97,50;-97,50"],
    ["a balance of the number so far", `${SIDES};Saldo`, "297,50;;297,50", ";97,50;200,00"],
    ["the balance of the number in every row", `${SIDES};Saldo`, "297,50;;200,00", ";97,50;200,00"],
    ["what is open in the row of the invoice", `${BASE};Betrag;Offen`, "297,50;200,00", "-97,50;0,00"],
  ])("credits reduce the claim if they are marked by %s", async (_how, titles, debit, credit) => {
    expect(await read([titles, row("RE1", debit), row("RE1", credit)])).toEqual(["2 RE1 20000"]);
    // The result has the invoice's line in either order of rows. A running balance depends on the order, so it is not
    // reversed.
    const isInOrder = debit.endsWith("297,50;;297,50");
    if (!isInOrder) expect(await read([titles, row("RE1", credit), row("RE1", debit)])).toEqual(["3 RE1 20000"]);
  });

  test.each([
    ["paid in full", ["297,50;", ";297,50"], []],
    ["paid in parts", ["500,00;", ";200,00", ";150,00"], ["2 RE1 15000"]],
    ["reversed in debit", ["500,00;", "-500,00;"], []],
    ["billed in two rows", ["100,00;", "50,00;", ";30,00"], ["2 RE1 12000"]],
  ])("debits and credits are added up for an invoice that is %s", async (_what, amounts, expected) => {
    expect(await read([SIDES, ...amounts.map((amount) => row("RE1", amount))])).toEqual(expected);
  });

  test("the invoice amount and the paid amount may be two columns of one row", async () => {
    const titles = "Kundennummer;Rechnungsnr.;Rechnungsdatum;Fällig am";
    const paid = [`${titles};Rechnungsbetrag;Bezahlt`, row("RE1", "297,50;97,50"), row("RE2", "50,00;50,00")];
    expect(await read(paid)).toEqual(["2 RE1 20000"]);
    // The open amount counts if a discount was granted.
    const open = [
      `${titles};Betrag;Bezahlt;Offener Betrag`,
      row("RE1", "297,50;97,50;200,00"),
      row("RE2", "100,00;97,00;0,00"),
    ];
    expect(await read(open)).toEqual(["2 RE1 20000"]);
  });

  test("rows with totals are ignored", async () => {
    const list = [
      SIDES,
      row("RE1", "100,00;"),
      "Summe 10042;;;;100,00;",
      "10042;Zwischensumme;;;100,00;",
      "Gesamt;;;;100,00;",
    ];
    expect(await read(list)).toEqual(["2 RE1 10000"]);
  });
});

describe("a list that leaves the owed amount unclear", () => {
  const other = row("RE9", "40,00;", undefined, "10043");
  test.each([
    [
      "a payment without number",
      [row("RE1", "297,50;"), row("", ";100,00")],
      ["2 debtor_unclear", "3 credit_unassigned"],
    ],
    [
      "a credit note of its own",
      [row("RE1", "297,50;"), row("GU7", ";50,00")],
      ["2 debtor_unclear", "3 credit_unassigned"],
    ],
    [
      "a number spelt otherwise",
      [row("RE 1", "297,50;"), row("RE1", ";50,00")],
      ["2 debtor_unclear", "3 credit_unassigned"],
    ],
    ["a zero in front", [row("0815", "297,50;"), row("815", ";50,00")], ["2 debtor_unclear", "3 credit_unassigned"]],
    [
      "an invoice paid twice",
      [row("RE1", "1,00;"), row("RE1", ";3,00"), row("RE2", "5,00;")],
      ["2 credit_unassigned", "4 debtor_unclear"],
    ],
    [
      "a balance carried forward",
      [row("RE1", "9,00;"), row("Saldovortrag", ";2,00"), row("EB-Wert", "8,00;")],
      ["2 debtor_unclear", "3 credit_unassigned", "4 number_missing"],
    ],
    [
      "several due dates",
      [row("RE1", "9,00;"), row("RE1", "9,00;", "15.01.2027")],
      ["2 number_unclear", "3 due_dates_differ"],
    ],
    ["the same row twice", [row("RE1", "9,00;"), row("RE1", "9,00;")], ["2 number_unclear", "3 twice"]],
    ["a payment taken back", [row("RE1", "9,00;"), row("RE1", ";2,00"), row("RE1", ";-2,00")], ["2 reversal_unclear"]],
    ["an amount that cannot be read", [row("RE1", "9,00;"), row("RE1", ";2.5")], ["2 number_unclear", "3 amount_form"]],
    ["a row without debtor", [row("RE1", "9,00;"), row("RE1", ";2,00", "", "")], ["2 list_unclear", "3 debtor_form"]],
    ["a row that is too short", [row("RE1", "9,00;"), row("RE1", "2,00")], ["2 debtor_unclear", "3 cells_missing"]],
  ])("is refused for %s, but other debtors keep their claims", async (_what, rows, expected) => {
    expect(await read([SIDES, ...rows, other])).toEqual([...expected, `${rows.length + 2} RE9 4000`]);
  });

  test.each([
    ["a balance that is neither", `${SIDES};Saldo`, ["297,50;;97,50"], ["2 amounts_differ"]],
    ["a running balance of the debtor", `${BASE};Betrag;S/H;Saldo`, ["297,50;S;500,00"], ["2 amounts_differ"]],
    ["rows without any mark", `${BASE};Betrag`, ["297,50", "97,50"], ["2 number_unclear", "3 direction_unknown"]],
    ["several balances", `${BASE};Saldo`, ["500,00 S", "300,00 S"], ["2 number_unclear", "3 direction_unknown"]],
    [
      "an empty S/H beside others",
      `${BASE};Betrag;S/H`,
      ["9,00;S", "9,00;", "9,00;H"],
      ["2 number_unclear", "3 side_form"],
    ],
    [
      "a letter against its column",
      `${BASE};Betrag;S/H`,
      ["9,00;S", "5,00 S;H"],
      ["2 number_unclear", "3 side_differs"],
    ],
    [
      "a kind nobody knows",
      `${BASE};Betrag;Belegart`,
      ["9,00;RE", "2,00;XY", "1,00;ZA"],
      ["2 number_unclear", "3 kind_unknown"],
    ],
    [
      "a payment in words alone",
      `${BASE};Betrag;Text`,
      ["9,00;Wartung", "9,00;Zahlung Nov"],
      ["2 number_unclear", "3 reads_as_credit"],
    ],
    ["a row that says it is paid", `${BASE};Betrag;Status`, ["9,00;Bezahlt"], ["2 says_settled"]],
    ["another currency", `${BASE};Soll;Haben;Whg.`, ["9,00;;EUR", ";5,00;USD"], ["2 number_unclear", "3 currency"]],
  ])("is refused for %s", async (_what, titles, amounts, expected) => {
    expect(await read([titles, ...amounts.map((amount) => row("RE1", amount))])).toEqual(expected);
  });

  test("accepts a credit on a debtor without claims and ignores it", async () => {
    expect(
      await read([SIDES, row("GU7", ";50,00"), row("", ";1,00"), row("RE9", "40,00;", undefined, "10043")]),
    ).toEqual(["4 RE9 4000"]);
  });
});

describe("a column that changes the meaning of a row is never ignored", () => {
  test.each([
    ...["S/H", "SH", "S/H-Kz", "Soll/Haben", "Soll-/Haben-Kennzeichen", "SOLL/HABEN-KENNZ.", "Soll Haben Kz"],
    ...["Kz. S/H", "S-H-Kennzeichen", "Vorzeichen", "debit_credit_identifier", "Seite des Kontos"],
  ])("debit and credit letters are read under the title %s", async (title) => {
    expect(await read([`${BASE};Betrag;${title}`, row("RE1", "9,00;S"), row("GU1", "5,00;H", "", "10043")])).toEqual([
      "2 RE1 900",
    ]);
  });

  test.each([
    ...["WKZ", "Währung", "WAEHRUNG", "Währungskennzeichen", "Währungs-Kz.", "Whg", "ISO-Code", "Currency", "Geld"],
  ])("foreign currencies are refused under the title %s", async (title) => {
    expect(
      await read([`${BASE};Saldo;${title}`, row("RE1", "300,00;USD"), row("RE2", "9,00;EUR", undefined, "10043")]),
    ).toEqual(["2 currency", "3 RE2 900"]);
  });

  test.each([
    ["signs under a title nobody knows", `${BASE};Betrag;Z`, ["9,00;+", "5,00;-"], ["Z"]],
    ["letters of several uses", `${BASE};Betrag;X`, ["9,00;D", "5,00;C"], ["X"]],
    ["credits alone", `${BASE};Betrag;M`, ["9,00;", "5,00;H"], ["M"]],
    ["a second S/H", `${BASE};Betrag;S/H;Saldo;Kz`, ["9,00;S;9,00;S"], ["Kz"]],
    ["a second currency", `${BASE};Betrag;Währung;Einheit`, ["9,00;EUR;USD"], ["Einheit"]],
    ["an amount beside the amount", `${BASE};Betrag;Geleistet`, ["9,00;5,00"], ["Geleistet"]],
    ["a day that may be the due date", "Konto;Rechnungsnummer;Datum;Termin;Betrag", ["9,00"], ["Termin"]],
  ])("a person is asked about %s", async (_what, titles, amounts, asked) => {
    const list = [titles, ...amounts.map((amount) => row("RE1", amount))];
    expect(await read(list)).toEqual(asked.map((title) => `column_unknown ${title}`));
  });

  test("a column that a person ignored is not asked about again, and one that a person chose is used", async () => {
    const list = [`${BASE};Betrag;Z`, row("RE1", "9,00;+"), row("RE1", "5,00;-")];
    const mapping = { debtor: 0, number: 1, date: 2, dueDate: 3, amount: 4 };
    expect(await read(list, mapping)).toEqual(["column_unknown Z"]);
    expect(await read(list, { ...mapping, side: 5 })).toEqual(["2 RE1 400"]);
    expect(await read(list, { ...mapping, ignored: [5] })).toEqual(["2 number_unclear", "3 direction_unknown"]);
  });

  test("an amount with another currency in its title is not read as euros", async () => {
    expect(await read([`${BASE};Betrag USD`, row("RE1", "9,00")])).toEqual([
      "column_missing Saldo",
      "column_unknown Betrag USD",
    ]);
    const mapped = { debtor: 0, number: 1, date: 2, dueDate: 3, amount: 4 };
    expect(await read([`${BASE};Betrag USD`, row("RE1", "9,00")], mapped)).toEqual(["currency Betrag"]);
  });
});
