import { expect, test } from "vitest";
import { BASE, readList as read, row, SIDES } from "@/test/open-item-lists";

const ask = (title: string) => [`column_unknown ${title}`];

test.each([
  ["a mark beside a title for sums", "Betrag;Bezahlt", ["297,50;1", "50,00;0"], ask("Bezahlt")],
  ["a mark for credit notes", "Betrag;Gutschrift", ["297,50;0", "50,00;1"], ask("Gutschrift")],
  ["a mark for what is open", "Betrag;Offen", ["297,50;1", "50,00;0"], ask("Offen")],
  ["a state in letters", "Betrag;OP-Status", ["297,50;A", "50,00;O"], ask("OP-Status")],
  ["the same beside what is open", "Betrag;OP-Status;Offen", ["9,00;A;0,00", "5,00;O;5,00"], ["3 RE2 500"]],
  ["what was paid of an item", "OP-Betrag;Geleistet", ["297,50;200,00", "50,00;"], ask("Geleistet")],
  ["a share that is paid", "Betrag;Bezahlt %", ["500,00;50", "50,00;0"], ask("Bezahlt %")],
  ["dashes where nothing was paid", "Betrag;Geleistet", ["300,00;100,00", "50,00;-", "9,00;-"], ask("Geleistet")],
  ["dashes with a euro", "Betrag;Geleistet", ["300,00;100,00 €", "50,00;-   €", "9,00;- €"], ask("Geleistet")],
  ["dashes beside whole sums", "Betrag;Geleistet", ["300;100", "50;–", "9;–"], ask("Geleistet")],
  ["sums with a dot", "Betrag;Geleistet", ["300;100.50", "50;0.00"], ask("Geleistet")],
  ["sums with a blank", "Betrag;Geleistet", ["3000,00;1 000,00", "50,00;"], ask("Geleistet")],
  ["sums as by hand", "Betrag;Geleistet", ["3000,00;1000,--", "50,00;"], ask("Geleistet")],
  ["a payment with a dot", "Betrag;Anzahlung", ["300,00;100.50", "50,00;"], ["2 amount_form", "3 debtor_unclear"]],
  [
    "nothing under what is open",
    "Betrag;Offener Betrag",
    ["297,50;", "500,00;300,00"],
    ["2 amount_missing", "3 RE2 30000"],
  ],
  [
    "the same beside two sides",
    "Soll;Haben;Restbetrag",
    ["297,50;;", "500,00;;300,00"],
    ["2 amount_missing", "3 RE2 30000"],
  ],
  ["the same beside debits alone", "Soll;Saldo", ["297,50;", "500,00;300,00"], ["2 amount_missing", "3 RE2 30000"]],
  ["a code for credits", "Betrag;Was", ["300,00;XN", "50,00;GS"], ask("Was")],
  [
    "kinds in English",
    "Betrag;Document type",
    ["300,00;Invoice", "50,00;Credit"],
    ["2 debtor_unclear", "3 credit_unassigned"],
  ],
  ["a day under a payment", "Betrag;Zahlung am", ["100,00;12.11.2026", "50,00;"], ["2 says_settled", "3 RE2 5000"]],
  [
    "a day of the last payment",
    "Betrag;Letzte Zahlung",
    ["100,00;12.11.2026", "50,00;"],
    ["2 says_settled", "3 RE2 5000"],
  ],
  ["a day of receipt", "Betrag;Zahlungseingang am", ["100,00;12.11.2026", "50,00;"], ["2 says_settled", "3 RE2 5000"]],
  ["a day of the end", "Betrag;Erledigt am", ["100,00;12.11.2026", "50,00;"], ["2 says_settled", "3 RE2 5000"]],
  ["a day in English", "Betrag;Payment date", ["100,00;12.11.2026", "50,00;"], ["2 says_settled", "3 RE2 5000"]],
  ["a state cut short", "Betrag;Status", ["100,00;bez.", "50,00;offen"], ["2 says_settled", "3 RE2 5000"]],
  ["a state with its day", "Betrag;Status", ["100,00;bez. 12.11.26", "50,00;"], ["2 says_settled", "3 RE2 5000"]],
  [
    "how far it is paid",
    "Betrag;Zahlungsstatus",
    ["100,00;vollständig", "50,00;offen"],
    ["2 says_settled", "3 RE2 5000"],
  ],
  [
    "how it was paid",
    "Betrag;Zahlungsart",
    ["100,00;PayPal, bezahlt", "50,00;Lastschrift"],
    ["2 says_settled", "3 RE2 5000"],
  ],
  ["how it will be paid", "Betrag;Zahlungsart", ["100,00;wird bar bezahlt", "50,00;"], ["2 RE1 10000", "3 RE2 5000"]],
  ["a reference", "Betrag;Text", ["100,00;Bez. Auftrag 7", "50,00;"], ["2 RE1 10000", "3 RE2 5000"]],
])("nothing that may reduce a claim is ignored: %s", async (_what, titles, amounts, expected) => {
  expect(await read([`${BASE};${titles}`, ...amounts.map((amount, i) => row(`RE${i + 1}`, amount))])).toEqual(expected);
});

test.each([
  ["a kind", "Belegart", "Rechnung", "Gutschrift", "credit_unassigned"],
  ["a text", "Text", "Wartung", "Gutschrift zu RE1", "reads_as_credit"],
])("a credit note in a list with payments is not a claim: %s", async (_what, title, invoice, credit, code) => {
  const titles = `${BASE};Rechnungsbetrag;Bezahlt;${title}`;
  const rows = [row("RE1", `297,50;97,50;${invoice}`), row("GU2", `50,00;;${credit}`)];
  expect(await read([titles, ...rows])).toEqual(["2 debtor_unclear", `3 ${code}`]);
  expect(await read([titles, row("RE1", `297,50;97,50;${invoice}`), row("RE1", `50,00;;${credit}`)])).not.toContain(
    "2 RE1 25000",
  );
  if (title === "Belegart")
    expect(await read([titles, ...rows, row("GU3", "50,00;20,00;Gutschrift", undefined, "10043")])).toContain(
      "4 reads_as_credit",
    );
});

test("a text about a payment is not a credit if the payment has its own column", async () => {
  const titles = `${BASE};Rechnungsbetrag;Bezahlt;Text`;
  expect(await read([titles, row("RE1", "297,50;97,50;Teilzahlung")])).toEqual(["2 RE1 20000"]);
});

test("a second amount of a number is refused next to a column of payments: it may be a payment", async () => {
  const titles = `${BASE};Rechnungsbetrag;Bezahlt`;
  const twice = [row("RE1", "297,50;"), row("RE1", "100,00;")];
  expect(await read([titles, ...twice])).toEqual(["2 number_unclear", "3 direction_unknown"]);
  expect(await read([titles, row("RE1", "297,50;"), row("RE1", ";97,50")])).toEqual(["2 RE1 20000"]);
  expect(await read([`${BASE};Betrag;Haben`, ...twice, row("RE1", ";97,50")])).toEqual(["2 RE1 30000"]);
});

test("a total with a date is refused and not read as an invoice", async () => {
  const rows = [row("RE1", "297,50;"), "10042;Summe;30.11.2026;;297,50;"];
  expect(await read([SIDES, ...rows])).toEqual(["2 RE1 29750", "3 number_missing"]);
});
