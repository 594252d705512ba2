import { describe, expect, test } from "vitest";
import type { StatementItem } from "@/lib/payouts/rules";
import { type DatevFacts, toDatevPayout } from "./rules";

const PAID: DatevFacts = {
  ...{ providerId: "PO1", reference: "LINDENHOF-1", status: "paid", amountCents: 31_689 },
  arrivalDate: new Date("2026-09-11"),
  paidAt: new Date("2026-09-10T22:30:00Z"),
  isProven: true,
  archivedAt: new Date("2026-09-11T08:00:00Z"),
};

function items(...rows: [type: string, tenths: number, payment: string | null][]): StatementItem[] {
  return rows.map(([type, tenths, payment], position) => ({
    ...{ position, type, tenths, providerPaymentId: payment, isForeign: payment?.startsWith("PX") ?? false },
    collectionId: payment?.startsWith("PM") ? `col_${payment}` : null,
    invoiceId: payment?.startsWith("PM") ? `inv_${payment}` : null,
  }));
}

/** The worked example of domain.md section 6, with one payment of another tool. */
const EXAMPLE = items(
  ["payment_paid_out", 100_000, "PM1"],
  ["payment_paid_out", 250_500, "PM2"],
  ["payment_paid_out", 49_990, "PX3"],
  ["gocardless_fee", -1_200, "PM1"],
  ["gocardless_fee", -2_705, "PM2"],
  ["gocardless_fee", -699, "PX3"],
  ["payment_charged_back", -80_000, "PM0"],
  ["gocardless_fee", 1_000, "PM0"],
);
const INVOICES = new Map(
  ["PM0", "PM1", "PM2"].map((id) => [`inv_${id}`, { number: `RE-${id}`, payerName: "Groß", debtor: "10042" }]),
);

describe("an archived payout for the DATEV file", () => {
  test("has one sum of fees, shows foreign money as foreign, and adds up to the cent", () => {
    const made = toDatevPayout(PAID, EXAMPLE, INVOICES);
    expect(made).toMatchObject({ bookedOn: "2026-09-11", amountCents: 31_689, feeCents: -360 });
    if (typeof made === "string") return;
    expect(made.lines.map((line) => [line.kind, line.amountCents, line.invoice?.number])).toEqual([
      ["payment", 10_000, "RE-PM1"],
      ["payment", 25_050, "RE-PM2"],
      ["foreign", 4_999, undefined],
      ["return", -8_000, "RE-PM0"],
    ]);
    expect(made.lines.reduce((sum, line) => sum + line.amountCents, made.feeCents)).toBe(31_689);
  });

  test.each([
    ["payment_paid_out", "payment"],
    ["payment_failed", "return"],
    ["payment_charged_back", "return"],
    ["payment_refunded", "refund"],
    ["refund", "refund"],
    ["refund_funds_returned", "refund"],
    ["something_new", "other"],
  ])("shows an item of type %s as %s", (type, kind) => {
    const made = toDatevPayout({ ...PAID, amountCents: 100 }, items([type, 1_000, "PM1"]), INVOICES);
    expect(typeof made === "string" ? made : made.lines[0]?.kind).toBe(kind);
  });

  test("falls back to the German day of payment for its date and to its id for its reference", () => {
    const made = toDatevPayout({ ...PAID, arrivalDate: null, reference: "" }, EXAMPLE, INVOICES);
    expect(made).toMatchObject({ bookedOn: "2026-09-11", reference: "PO1" });
  });

  test.each([
    ["not_proven", { isProven: false }],
    ["not_proven", { archivedAt: null }],
    ["bounced", { status: "bounced" as const }],
    ["not_paid", { status: "pending" as const }],
    ["not_paid", { arrivalDate: null, paidAt: null }],
  ])("is excluded with reason %s", (reason, change) => {
    expect(toDatevPayout({ ...PAID, ...change }, EXAMPLE, INVOICES)).toBe(reason);
  });
});
