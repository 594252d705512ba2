import { describe, expect, test } from "vitest";
import { readItems } from "@/lib/providers/accounting/datev/import/file";
import { Problems } from "@/lib/providers/accounting/datev/import/file-problems";
import { BASE, readList as read, row, SIDES } from "@/test/open-item-lists";
import { openItems } from ".";

describe("a list with unusual titles and texts", () => {
  const ask = (title: string) => `column_unknown ${title}`;
  const settled = ["2 says_settled", "3 RE2 5000"];
  test.each([
    ["Rechnungsbetrag;Bezahlt;Skonto", ["100,00;97,00;3,00", "50,00;;"], [ask("Skonto")]],
    ["Rechnungsbetrag;Bezahlt;Rabatt", ["100,00;90,00;10,00"], [ask("Rabatt")]],
    ["Rechnungsbetrag;Verrechnet", ["297,50;200,00", "50,00;"], [ask("Verrechnet")]],
    ["Betrag;Anzahlung verrechnet", ["500,00;200,00"], [ask("Anzahlung verrechnet")]],
    ["Rechnungsbetrag;Zahlbetrag", ["100,00;100,00"], [ask("Zahlbetrag")]],
    ["Betrag;Nettobetrag;USt;Mahngebühr", ["119,00;100,00;19,00;5,00"], ["2 RE1 11900"]],
    ["Soll;Haben;Ausgeglichen", ["297,50;;297,50"], [ask("Ausgeglichen")]],
    ["Soll;Haben;Zahlungseingang", ["297,50;;200,00"], [ask("Zahlungseingang")]],
    ["Soll;Haben;Noch zu zahlen", ["500,00;;300,00"], ["2 RE1 30000"]],
    ["Soll;Haben;OP-Rest", ["500,00;;300,00"], ["2 RE1 30000"]],
    ["Soll;Haben;Betrag", ["500,00;;300,00"], ["2 amounts_differ"]],
    ["Betrag;Geleistet", ["300;100", "50;"], [ask("Geleistet")]],
    ["Brutto;Erhalten", ["300,5;100", "50;"], [ask("Erhalten")]],
    ["Betrag;Gegenkonto;Mahnstufe", ["9300,00;8400;2"], ["2 RE1 930000"]],
    ["Betrag;Bezahlt am", ["297,50;12.11.2026", "50,00;"], settled],
    ["Rechnungsbetrag;Zahldatum", ["297,50;12.11.2026", "50,00;"], settled],
    ["Betrag;Bezahlt", ["297,50;12.11.2026", "50,00;nein"], settled],
    ["Betrag;Storniert am", ["297,50;12.11.2026", "50,00;"], settled],
    ["Betrag;Status", ["297,50;teilweise bezahlt", "50,00;offen"], settled],
    ["Soll;Haben;Status", ["100,00;;Storno", "50,00;;nicht bezahlt"], settled],
    ["Soll;Haben;Status", ["100,00;;bezahlt am 12.11.2026", "50,00;;"], settled],
    ["Soll;Haben;Status", ["100,00;;vollständig bezahlt", "50,00;;"], settled],
    ["Soll;Haben;Status", ["100,00;;Teilbezahlt", "50,00;;"], settled],
    ["Betrag;Text", ["100,00;100,00 EUR am 12.11. bezahlt", "50,00;"], settled],
    ["Betrag;Offen;Status", ["100,00;60,00;teilweise bezahlt"], ["2 RE1 6000"]],
    ["Rechnungsbetrag;Bezahlt;Bezahlt am", ["100,00;40,00;12.11.2026"], ["2 RE1 6000"]],
  ])("respects what the item says about its payment under the titles %s", async (titles, amounts, expected) => {
    const rows = amounts.map((amount, i) => row(`RE${i + 1}`, amount));
    expect(await read([`${BASE};${titles}`, ...rows])).toEqual(expected);
  });

  test("accepts the note that an item is paid if its credits cover it", async () => {
    const list = [`${SIDES};Status`, row("RE1", "9,00;;bezahlt"), row("RE1", ";9,00;")];
    expect(await read(list)).toEqual([]);
  });

  test.each([
    [`${BASE};Betrag;Buchungstext`, row("RK7", "50,00;Korrekturrechnung zu RE1"), "2 reads_as_credit"],
    [`${BASE};Betrag;Text`, row("4711", "300,00;Bankeingang RE1"), "2 reads_as_credit"],
    [`${BASE};Betrag;Bezeichnung`, row("GU7", "50,00;Gutschrift"), "2 reads_as_credit"],
    [`${BASE};Betrag;Text`, row("Gutschrift 12", "50,00;"), "2 reads_as_credit"],
    [`${BASE};Betrag;Belegart`, row("RK2", "50,00;Rechnungskorr."), "2 credit_unassigned"],
    [`${BASE};Offener Betrag;Belegart`, row("RK2", "50,00;Kundengutschrift"), "2 credit_unassigned"],
    [`${SIDES};Text`, "10042;;;;;200,00;Saldo Vorjahr", "2 credit_unassigned"],
    [`${SIDES};Name`, "10042;;;;;200,00;Total Deutschland GmbH", "2 credit_unassigned"],
    [`${SIDES};Name`, "10042;;;;;200,00;Summe", "2 credit_unassigned"],
    [`${BASE};Betrag;S/H;Text`, "10042;;;;200,00;H;Gesamt lt. Abstimmung", "2 credit_unassigned"],
  ])("recognises a credit by its words and blocks the debtor's claims: %s", async (titles, credit, expected) => {
    const isOfSides = titles.startsWith(SIDES);
    const rest = isOfSides ? "100,00;;x" : titles.includes("S/H") ? "100,00;S;" : "100,00;Rechnung";
    expect(await read([titles, credit, row("RE1", rest)])).toEqual([expected, "3 debtor_unclear"]);
  });

  test("asks about an unknown kind of document if nothing marks credits", async () => {
    const rows = [row("RE1", "300,00;Rechnung"), row("BK117", "300,00;Bank")];
    expect(await read([`${BASE};Betrag;Belegart`, ...rows])).toEqual([ask("Belegart")]);
  });

  test("does not read payment terms as payments", async () => {
    const rows = [row("RE1", "300,00;Zahlung per Lastschrift"), row("RE2", "50,00;Zahlung 14 Tage ohne Abzug")];
    expect(await read([`${BASE};Betrag;Zahlungsbedingung`, ...rows])).toEqual(["2 RE1 30000", "3 RE2 5000"]);
  });

  test.each([
    ["Offen;Rechnungswährung", ["300,00;US-Dollar", "50,00;Euro"], ["2 currency", "3 RE2 5000"]],
    ["Offen;Transaktionswährung", ["300,00;US$", "30,00;EUR", "30,00;EUR"], ["2 currency", "3 RE2 3000", "4 RE3 3000"]],
    ["Betrag;Währung;Devise", ["300,00;EUR;Franken"], [ask("Devise")]],
    ["Betrag;Hinweis", ["300,00;USD", "5,00;x", "5,00;x", "5,00;x"], [ask("Hinweis")]],
    ["Betrag (US-Dollar)", ["300,00"], ["column_missing Saldo", ask("Betrag (US-Dollar)")]],
    ["Offen;Offen EUR", ["300,00;276,00"], [ask("Offen EUR")]],
  ])("recognises a currency that is spelt out or foreign under %s", async (titles, amounts, expected) => {
    const rows = amounts.map((amount, i) => row(`RE${i + 1}`, amount));
    expect(await read([`${BASE};${titles}`, ...rows])).toEqual(expected);
  });

  test.each([
    ["Kunde;Rechnung;Datum;Fällig;Betrag", "10042;RE1;01.11.2026;15.12.2026;300,00"],
    ["Debitor;Nr;Datum;Fällig;Betrag", "10042;RE1;01.11.2026;15.12.2026;300,00"],
    ["Kunde;Kd-Nr.;RgNr;Datum;Net due date;Rechnungssumme", "Huber;10042;RE1;01.11.2026;15.12.2026;300,00"],
    ["Personenkonto-Nr.;OP-Nr.;Datum;Fälligkeit netto;Open balance", "10042;RE1;01.11.2026;15.12.2026;300,00"],
    ["Customer no.;Document number;Date;Due date;Amount", "10042;RE1;01.11.2026;15.12.2026;300,00"],
    ["Konto;Rechnungsnummer;Fälligkeit;Betrag", "10042;RE1;15.12.2026;300,00"],
  ])("accepts other unambiguous titles: %s", async (titles, cells) => {
    expect(await read([titles, cells])).toEqual(["2 RE1 30000"]);
  });

  test.each([
    ["Konto;Rechnungsnummer;Fälligkeit;Betrag", "10042;RE1;;300,00", "2 date_form"],
    ["Kunde;Rechnung;Datum;Fällig;Betrag", "Huber;RE1;01.11.2026;15.12.2026;300,00", "column_missing Konto"],
  ])("refuses rows without a date and customers without an account: %s", async (titles, cells, expected) => {
    expect(await read([titles, cells])).toEqual([expected]);
  });

  test.each([
    ["261101", "261215", "100,00", "2026-12-15 10000"],
    ["011126", "151226", "100,00", "2026-12-15 10000"],
    ["171126", "201226", "100,00", "date_form"],
    ["01.11.2026", "15.12.2006", "100,00", "date_form"],
    ["01.11.2026 00:00:00", "20261215", "100,00", "2026-12-15 10000"],
    ["01.11.2026", "15.12.2026", "297.500", "amount_form"],
    ["01.11.2026", "15.12.2026", "1.297.500", "2026-12-15 129750000"],
  ])("reads %s, %s and the amount %s, or refuses what is ambiguous", async (date, due, amount, expected) => {
    const open = async function* () {
      yield Buffer.from(`${BASE};Betrag\n10042;RE1;${date};${due};${amount}\n`);
    };
    const format = openItems(null, new Date("2026-11-29T08:00:00Z"));
    await format.prepare(open);
    const problems = new Problems();
    const found: string[] = [];
    for await (const { item } of readItems(open, format, problems)) found.push(`${item?.dueDate} ${item?.openCents}`);
    expect([...found, ...problems.errors.map(({ code }) => code)]).toEqual([expected]);
  });
});
