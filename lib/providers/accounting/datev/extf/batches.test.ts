import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DatevSettings, datevSettings, usualAccounts } from "@/lib/providers/accounting/datev/settings";
import { centsOf, type ExtfFile, readExtf } from "@/test/extf-reader";
import { inParts, writeBatches } from "./batches";
import type { DatevLine, DatevPayout, Posting } from "./postings";

const SETTINGS: DatevSettings = {
  ...{ consultant: 29_098, client: 55_003, chart: "SKR03", accountLength: 4, fiscalYearStartMonth: 1 },
  ...{ isLocked: false, feeTaxKey: "", accounts: { ...usualAccounts("SKR03", 4), bank: "1200" } },
};
const AT = new Date("2026-10-01T06:00:00Z");

function line(kind: DatevLine["kind"], amountCents: number, number?: string, debtor: string | null = "10042") {
  const invoice = number === undefined ? null : { number, payerName: "Bäckerei Sonnenschein", debtor };
  return { kind, amountCents, providerPaymentId: "PM0001", invoice };
}

function payout(bookedOn: string, lines: DatevLine[], feeCents = 0, providerId = "PO1"): DatevPayout {
  const amountCents = lines.reduce((sum, one) => sum + one.amountCents, feeCents);
  return { providerId, reference: `LINDENHOF-${providerId}`, bookedOn, amountCents, feeCents, lines };
}

/** Konto, Gegenkonto, Umsatz, Belegfeld 1 and Buchungstext of each row. */
const short = (file: ExtfFile | undefined) =>
  file?.rows.map(({ cells }) => [cells[7], cells[8], cells[1], cells[11], cells[14]].join(" | "));
/** Balance of an account over all rows, in cents; a debit is positive. */
const balance = (files: ExtfFile[], account: string) =>
  files
    .flatMap((file) => file.rows)
    .reduce((sum, { cells }) => {
      const cents = centsOf(cells[1]) * (cells[2] === "S" ? 1 : -1);
      return sum + (cells[7] === account ? cents : 0) - (cells[8] === account ? cents : 0);
    }, 0);

describe("payouts as bookings", () => {
  test("book each kind of movement on its accounts", () => {
    const lines = [
      line("payment", 29_750, "RE1047"),
      line("return", -8_000, "RE0990"),
      line("return", 8_000, "RE0990"),
      line("refund", -5_000, "RE1001"),
      line("foreign", 1_200),
      line("other", -100),
    ];
    const { files, notes } = writeBatches([payout("2026-09-11", lines, -318)], SETTINGS, AT);
    expect(short(files[0] && readExtf(files[0].content))).toEqual([
      "1360 | 10042 | 297,50 | RE1047 | Lastschrift RE1047 Bäckerei Sonnenschein",
      "10042 | 1360 | 80,00 | RE0990 | Rücklastschrift RE0990 Bäckerei Sonnenschein",
      "1360 | 10042 | 80,00 | RE0990 | Rücklastschrift aufgehoben RE0990 Bäckerei Sonnenschein",
      "10042 | 1360 | 50,00 | RE1001 | Erstattung RE1001 Bäckerei Sonnenschein",
      "1360 | 1590 | 12,00 | PM0001 | Lastschrift anderes Programm PM0001",
      "1590 | 1360 | 1,00 | PM0001 | Sonstiges PM0001",
      "4970 | 1360 | 3,18 | LINDENHOF-PO1 | GoCardless Gebühr LINDENHOF-PO1",
      "1200 | 1360 | 255,32 | LINDENHOF-PO1 | GoCardless Auszahlung LINDENHOF-PO1",
    ]);
    expect(files[0]?.name).toBe("EXTF_Buchungsstapel_29098-55003_2026-09.csv");
    expect(notes).toEqual([
      { kind: "unassigned", settlement: "PO1", amountCents: 1_200 },
      { kind: "unassigned", settlement: "PO1", amountCents: -100 },
    ]);
  });

  test("book returned fees in the other direction, with the adviser's tax key", () => {
    const { files } = writeBatches([payout("2026-09-11", [], 100)], { ...SETTINGS, feeTaxKey: "9" }, AT);
    const rows = readExtf(files[0]?.content ?? new Uint8Array()).rows;
    expect(rows.map(({ cells }) => [cells[7], cells[8], cells[9], cells[14]])).toEqual([
      ["1360", "4970", "9", "GoCardless Gebühr zurück LINDENHOF-PO1"],
      ["1200", "1360", "", "GoCardless Auszahlung LINDENHOF-PO1"],
    ]);
  });

  test("leave the amount on the clearing account if no bank account is set", () => {
    const accounts = usualAccounts("SKR03", 4);
    const { files } = writeBatches(
      [payout("2026-09-11", [line("payment", 500, "R1")], -20)],
      { ...SETTINGS, accounts },
      AT,
    );
    expect(
      balance(
        files.map((file) => readExtf(file.content)),
        "1360",
      ),
    ).toBe(480);
  });

  test("are written as one file per month, with the fiscal year of that month", () => {
    const days = ["2026-06-30", "2026-07-01", "2026-12-31", "2027-01-04", "2028-02-29"];
    const payouts = days.map((day, i) => payout(day, [line("payment", 100, `R${i}`)], 0, `PO${i}`)).reverse();
    const { files } = writeBatches(payouts, { ...SETTINGS, fiscalYearStartMonth: 7 }, AT);
    expect(files.map((file) => readExtf(file.content).header.slice(13, 17).join(" "))).toEqual([
      "20250701 4 20260601 20260630",
      "20260701 4 20260701 20260731",
      "20260701 4 20261201 20261231",
      "20260701 4 20270101 20270131",
      "20270701 4 20280201 20280229",
    ]);
  });

  test("are split between payouts where possible if a month has too many rows", () => {
    const group = (size: number) => Array.from({ length: size }, () => ({}) as Posting);
    const sizes = (...groups: number[]) => inParts(groups.map(group), 10).map((part) => part.length);
    expect(sizes(6, 6)).toEqual([6, 6]);
    expect(sizes(4, 6, 1)).toEqual([10, 1]);
    expect(sizes(3, 25, 5, 1)).toEqual([3, 10, 10, 10, 1]);
  });

  test("get a file name per part if a month has several parts", () => {
    const lines = Array.from({ length: 80_500 }, (_, i) => line("payment", 100, `R${i}`));
    const { files } = writeBatches([payout("2026-09-03", lines)], SETTINGS, AT);
    expect(files.map((file) => [file.name, file.postings.length])).toEqual([
      ["EXTF_Buchungsstapel_29098-55003_2026-09_1.csv", 80_000],
      ["EXTF_Buchungsstapel_29098-55003_2026-09_2.csv", 501],
    ]);
    expect(files.every((file) => /^EXTF_.{0,51}\.csv$/.test(file.name) && file.content.length < 50_000_000)).toBe(true);
  }, 60_000);

  test("are refused if their lines do not add up", () => {
    const wrong = { ...payout("2026-09-11", [line("payment", 500, "R1")]), amountCents: 499 };
    expect(() => writeBatches([wrong], SETTINGS, AT)).toThrow("do not add up");
  });

  test("come with notes on invoice numbers and debtors that DATEV cannot clear automatically", () => {
    const lines = [
      line("payment", 100, "RE 2026.047"),
      line("payment", 100, "RE-2026-047"),
      line("payment", 100, "Übung/1", null),
      line("payment", 100, "R4", "70000"),
      line("payment", 100, "R5", "1004"),
    ];
    const { files, notes } = writeBatches([payout("2026-09-11", lines)], SETTINGS, AT);
    const rows = readExtf(files[0]?.content ?? new Uint8Array()).rows;
    expect(rows.slice(0, 5).map(({ cells }) => [cells[8], cells[11]])).toEqual([
      ["10042", "RE-2026-047"],
      ["10042", "RE-2026-047"],
      ["10000", "Uebung/1"],
      ["10000", "R4"],
      ["10000", "R5"],
    ]);
    expect(notes).toEqual([
      { kind: "number_changed", number: "RE 2026.047", writtenAs: "RE-2026-047" },
      { kind: "debtor_collective", number: "Übung/1", payerName: "Bäckerei Sonnenschein" },
      { kind: "number_changed", number: "Übung/1", writtenAs: "Uebung/1" },
      { kind: "debtor_unusable", number: "R4", debtor: "70000" },
      { kind: "debtor_unusable", number: "R5", debtor: "1004" },
      { kind: "number_ambiguous", number: "RE-2026-047", writtenAs: "RE-2026-047" },
      { kind: "number_ambiguous", number: "RE 2026.047", writtenAs: "RE-2026-047" },
    ]);
  });
});

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc.constantFrom(
    '"; DROP TABLE --\r\n"EXTF"',
    '=HYPERLINK("http://x";"y")',
    "\u202Eגמל\u202C",
    "👨‍👩‍👧‍👦 & Söhne",
    "x".repeat(10_000),
    "Łukasz Żółć, Ελλάδα, Жуков",
    ";;;;",
    '""',
    "\ud800",
    "",
  ),
);
const anyLine = fc
  .tuple(
    fc.constantFrom<DatevLine["kind"]>("payment", "return", "refund", "foreign", "other"),
    fc.integer({ min: -5_000_000, max: 5_000_000 }),
    fc.option(fc.record({ number: hostile, payerName: hostile, debtor: fc.option(hostile) })),
    fc.option(hostile),
  )
  .map(([kind, amountCents, invoice, providerPaymentId]) => ({ kind, amountCents, invoice, providerPaymentId }));
const anyPayout = fc
  .tuple(
    fc.date({ min: new Date("2020-01-01"), max: new Date("2039-12-31"), noInvalidDate: true }),
    fc.array(anyLine, { maxLength: 8 }),
    fc.integer({ min: -50_000, max: 50_000 }),
    hostile,
    hostile,
  )
  .map(([date, lines, feeCents, providerId, reference]): DatevPayout => {
    const amountCents = lines.reduce((sum, one) => sum + one.amountCents, feeCents);
    return { bookedOn: date.toISOString().slice(0, 10), lines, feeCents, amountCents, providerId, reference };
  });
const anySettings = fc
  .tuple(
    fc.constantFrom<DatevSettings["chart"]>("SKR03", "SKR04"),
    fc.integer({ min: 4, max: 8 }),
    fc.integer({ min: 1, max: 12 }),
    fc.boolean(),
  )
  .map(([chart, accountLength, fiscalYearStartMonth, isLocked]) => {
    const accounts = { ...usualAccounts(chart, accountLength), bank: "1".padEnd(accountLength, "8") };
    return { ...SETTINGS, chart, accountLength, fiscalYearStartMonth, isLocked, accounts };
  });

describe("batches with arbitrary texts", () => {
  test("are accepted by the independent reader, and their sums equal the payouts to the cent", () => {
    fc.assert(
      fc.property(fc.array(anyPayout, { maxLength: 4 }), anySettings, (payouts, settings) => {
        const { files } = writeBatches(payouts, settings, AT);
        const read = files.map((file) => readExtf(file.content));
        const { accounts } = settings;
        const total = (pick: (one: DatevPayout) => number) => payouts.reduce((sum, one) => sum + pick(one), 0);
        const lines = payouts.flatMap((one) => one.lines);
        const unassigned = lines.filter((one) => !one.invoice).reduce((sum, one) => sum + one.amountCents, 0);
        // `0 - x` avoids a negative zero.
        expect(balance(read, accounts.transit)).toBe(0);
        expect(balance(read, accounts.bank)).toBe(total((one) => one.amountCents));
        expect(balance(read, accounts.fees)).toBe(0 - total((one) => one.feeCents));
        expect(balance(read, accounts.unassigned)).toBe(0 - unassigned);
        for (const { content, postings } of files) expect(content.length).toBeLessThan(5_000 + postings.length * 600);
        expect(read.reduce((sum, file) => sum + file.rows.length, 0)).toBe(
          files.reduce((sum, file) => sum + file.postings.length, 0),
        );
      }),
      { numRuns: 200 },
    );
  }, 60_000);
});

describe("the DATEV settings", () => {
  test("accept the usual accounts of both charts at every account length", () => {
    for (const chart of ["SKR03", "SKR04"] as const)
      for (let accountLength = 4; accountLength <= 8; accountLength += 1) {
        const accounts = usualAccounts(chart, accountLength);
        expect(datevSettings.safeParse({ ...SETTINGS, chart, accountLength, accounts }).success).toBe(true);
      }
  });

  test.each([
    ["a consultant below 1001", { consultant: 1_000 }, "consultant"],
    ["a client of six digits", { client: 100_000 }, "client"],
    ["accounts of nine digits", { accountLength: 9 }, "accountLength"],
    ["a thirteenth month", { fiscalYearStartMonth: 13 }, "fiscalYearStartMonth"],
    ["a tax key of letters", { feeTaxKey: "x" }, "feeTaxKey"],
    ["an account too long", { accounts: { ...SETTINGS.accounts, fees: "49700" } }, "accounts.fees"],
    [
      "a creditor for debtors",
      { accounts: { ...SETTINGS.accounts, collectiveDebtor: "70000" } },
      "accounts.collectiveDebtor",
    ],
    ["one account for two things", { accounts: { ...SETTINGS.accounts, fees: "1360" } }, "accounts"],
  ])("refuse %s", (_what, change, place) => {
    const parsed = datevSettings.safeParse({ ...SETTINGS, ...change });
    expect(parsed.error?.issues.map((issue) => issue.path.join("."))).toContain(place);
  });
});
