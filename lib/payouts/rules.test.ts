import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { centsFromTenths } from "@/lib/core/money/money";
import { isProven, type StatementItem, tieOf, toLines } from "./rules";

/** One row per item: type, tenths of a cent, payment. Payments PM1… belong to invoices inv_PM1…; others are foreign. */
function statement(...rows: [type: string, tenths: number, payment?: string][]): StatementItem[] {
  return rows.map(([type, tenths, payment], position) => ({
    position,
    type,
    tenths,
    providerPaymentId: payment ?? null,
    collectionId: payment?.startsWith("PM") ? `col_${payment}` : null,
    invoiceId: payment?.startsWith("PM") ? `inv_${payment}` : null,
    isForeign: payment !== undefined && !payment.startsWith("PM"),
  }));
}

/** The worked example of domain.md section 6. */
const EXAMPLE = statement(
  ["payment_paid_out", 100_000, "PM1"],
  ["payment_paid_out", 250_500, "PM2"],
  ["payment_paid_out", 49_990, "PM3"],
  ["gocardless_fee", -1_200, "PM1"],
  ["gocardless_fee", -2_705, "PM2"],
  ["gocardless_fee", -699, "PM3"],
  ["payment_charged_back", -80_000, "PM0"],
  ["gocardless_fee", 1_000, "PM0"],
);

const sumOf = (lines: { amountCents: number; feeCents: number }[]) =>
  lines.reduce((sum, line) => sum + line.amountCents + line.feeCents, 0);
const short = (lines: ReturnType<typeof toLines>) =>
  lines.map((line) => [line.kind, line.providerPaymentId, line.amountCents, line.feeCents]);

describe("the worked example", () => {
  test("its items add up to the payout of 316.89 EUR and to no other amount", () => {
    expect(isProven(EXAMPLE, 31_689)).toBe(true);
    expect(isProven(EXAMPLE, 31_688)).toBe(false);
    expect(isProven(EXAMPLE, 31_690)).toBe(false);
    expect(isProven(EXAMPLE.slice(1), 31_689)).toBe(false);
  });

  test("its lines carry each fee on its payment and explain the account to the cent", () => {
    const lines = toLines(EXAMPLE, 31_689);
    expect(short(lines)).toEqual([
      ["payment", "PM1", 10_000, -120],
      ["payment", "PM2", 25_050, -271],
      ["payment", "PM3", 4_999, -69],
      ["return", "PM0", -8_000, 0],
      ["fee", "PM0", 100, 0],
      ["payout", null, -31_689, 0],
    ]);
    expect(sumOf(lines)).toBe(0);
    expect(lines[0]).toMatchObject({ invoiceId: "inv_PM1", collectionId: "col_PM1", position: 0 });
  });

  test("the vendor's example adds up, too", () => {
    const items = statement(
      ["payment_paid_out", 119_000, "PM1"],
      ["gocardless_fee", -1_390, "PM1"],
      ["payment_charged_back", -50_000, "PM0"],
      ["gocardless_fee", 700, "PM0"],
    );
    expect(isProven(items, 6_831)).toBe(true);
    expect(sumOf(toLines(items, 6_831))).toBe(0);
  });
});

describe("half cents in fees", () => {
  test.each([
    ["one fee", [-5], 9_999.5],
    ["two that make a cent", [-5, -5], 9_999],
    ["three that make one and a half", [-5, -5, -5], 9_998.5],
    ["tiny ones", [-1, -1, -1, -1, -1], 9_999.5],
    ["given and taken", [-1_205, 1_205], 10_000],
  ])("leave whole cents on every line and a sum of zero: %s", (_name, fees, exact) => {
    const items = statement(
      ["payment_paid_out", 100_000, "PM1"],
      ...fees.map((tenths): [string, number, string] => ["gocardless_fee", tenths, "PM1"]),
    );
    const payout = centsFromTenths(Math.round(exact * 10));
    expect(isProven(items, payout)).toBe(true);
    const lines = toLines(items, payout);
    expect(sumOf(lines)).toBe(0);
    for (const line of lines)
      expect(Number.isSafeInteger(line.amountCents) && Number.isSafeInteger(line.feeCents)).toBe(true);
  });

  test("give no line of its own to a fee that rounds to zero", () => {
    const items = statement(["payment_paid_out", 100_000, "PM1"], ["app_fee", -4], ["gocardless_fee", -1_000, "PM1"]);
    expect(short(toLines(items, 9_900))).toEqual([
      ["payment", "PM1", 10_000, -100],
      ["payout", null, -9_900, 0],
    ]);
  });
});

describe("the line of an item", () => {
  test.each([
    ["payment_failed", "return"],
    ["payment_charged_back", "return"],
    ["payment_refunded", "refund"],
    ["refund", "refund"],
    ["refund_funds_returned", "refund"],
    ["brand_new_type", "other"],
  ])("of type %s is a %s", (type, kind) => {
    const sign = type === "refund_funds_returned" ? 1 : -1;
    const lines = toLines(
      statement([type, sign * 20_000, "PM1"], ["payment_paid_out", 100_000, "PM2"]),
      10_000 + sign * 2_000,
    );
    expect(short(lines)[0]).toEqual([kind, "PM1", sign * 2_000, 0]);
    expect(sumOf(lines)).toBe(0);
  });

  test("of another tool's payment has no invoice, and carries the fee of that payment", () => {
    const lines = toLines(statement(["payment_paid_out", 50_000, "XX9"], ["gocardless_fee", -500, "XX9"]), 4_950);
    expect(lines[0]).toMatchObject({
      kind: "payment",
      invoiceId: null,
      collectionId: null,
      amountCents: 5_000,
      feeCents: -50,
    });
  });

  test("is a line of its own for a fee given back and for a fee without its payment in this payout", () => {
    const lines = toLines(
      statement(
        ["payment_paid_out", 100_000, "PM1"],
        ["gocardless_fee", 300, "PM1"],
        ["app_fee", -200],
        ["surcharge_fee", -100, "PM7"],
      ),
      10_000,
    );
    expect(short(lines)).toEqual([
      ["payment", "PM1", 10_000, 0],
      ["fee", "PM1", 30, 0],
      ["fee", null, -20, 0],
      ["fee", "PM7", -10, 0],
      ["payout", null, -10_000, 0],
    ]);
  });

  test("carries several fees of one payment as one figure", () => {
    const lines = toLines(
      statement(["payment_paid_out", 100_000, "PM1"], ["gocardless_fee", -100, "PM1"], ["app_fee", -50, "PM1"]),
      9_985,
    );
    expect(short(lines)[0]).toEqual(["payment", "PM1", 10_000, -15]);
  });

  test("has no fee if nothing was charged", () => {
    expect(short(toLines(statement(["payment_paid_out", 100_000, "PM1"]), 10_000))).toEqual([
      ["payment", "PM1", 10_000, 0],
      ["payout", null, -10_000, 0],
    ]);
  });

  test("is separate for a payment and its chargeback in the same payout", () => {
    const items = statement(
      ["payment_paid_out", 100_000, "PM1"],
      ["payment_charged_back", -100_000, "PM1"],
      ["payment_paid_out", 5_000, "PM2"],
    );
    const lines = toLines(items, 500);
    expect(short(lines).slice(0, 2)).toEqual([
      ["payment", "PM1", 10_000, 0],
      ["return", "PM1", -10_000, 0],
    ]);
    expect(sumOf(lines)).toBe(0);
  });
});

describe("for every payout that adds up", () => {
  // The vendor reports whole cents for everything but fees.
  const gross = fc.record({
    type: fc.constantFrom("payment_paid_out", "payment_paid_out", "payment_charged_back", "payment_failed", "refund"),
    cents: fc.integer({ min: 1, max: 500_000 }),
    payment: fc.constantFrom("PM1", "PM2", "PM3", "XX1"),
  });
  const fee = fc.record({
    type: fc.constantFrom("gocardless_fee", "app_fee"),
    tenths: fc.integer({ min: -40_000, max: 5_000 }),
    payment: fc.constantFrom("PM1", "PM2", "XX1", undefined),
  });
  const items = fc
    .tuple(fc.array(gross, { minLength: 1, maxLength: 8 }), fc.array(fee, { maxLength: 8 }))
    .map(([a, b]) =>
      statement(
        ...a.map((row): [string, number, string] => [
          row.type,
          (row.type === "payment_paid_out" ? 10 : -10) * row.cents,
          row.payment,
        ]),
        ...b.map((row): [string, number, string?] => [row.type, row.tenths, row.payment]),
      ),
    );
  const payoutOf = (all: StatementItem[]) => centsFromTenths(all.reduce((sum, item) => sum + item.tenths, 0));

  test("all lines sum to zero, in whole cents", () => {
    fc.assert(
      fc.property(items, (all) => {
        const lines = toLines(all, payoutOf(all));
        expect(sumOf(lines) + 0).toBe(0);
        for (const { amountCents, feeCents } of lines) {
          expect(Number.isSafeInteger(amountCents) && Number.isSafeInteger(feeCents)).toBe(true);
          expect(feeCents).toBeLessThanOrEqual(0);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("each gross item has one line of its amount, the payout has one, and fees are off by less than a cent", () => {
    fc.assert(
      fc.property(items, (all) => {
        const lines = toLines(all, payoutOf(all));
        const grossItems = all.filter((item) => !item.type.endsWith("_fee"));
        expect(lines.slice(0, grossItems.length).map((line) => line.amountCents * 10)).toEqual(
          grossItems.map((item) => item.tenths),
        );
        expect(lines.filter((line) => line.kind === "payout")).toHaveLength(1);
        const booked = lines.reduce(
          (sum, line) => sum + line.feeCents + (line.kind === "fee" ? line.amountCents : 0),
          0,
        );
        const charged = all.filter((item) => item.type.endsWith("_fee")).reduce((sum, item) => sum + item.tenths, 0);
        expect(Math.abs(booked * 10 - charged)).toBeLessThan(10);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("a payment in the accounting system", () => {
  test.each([
    ["is found by its hint", "payment", true, "hint", true, "hinted"],
    ["that is the second of its invoice is assigned by hand", "payment", false, "hint", true, "byHand"],
    ["settles its invoice where lines do, the second one too", "payment", false, "line", true, "settled"],
    ["of a previous system is only there", "payment", true, "line", false, "sent"],
    ["that is none is only there", "payout", false, "hint", false, "sent"],
  ] as const)("%s", (_what, kind, isHinted, settlesBy, isKnown, tie) => {
    expect(tieOf({ kind, isHinted }, settlesBy, isKnown)).toBe(tie);
  });
});
