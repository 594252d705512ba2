import { expect, test } from "vitest";
import { payment, SENT, world } from "./oracle-world";

function paidOut(before: Parameters<typeof payment>[] = [], since: Parameters<typeof payment>[1] = []) {
  const all = world([
    ...before.map((steps) => payment(...steps)),
    payment("PM1", [...SENT, ["paid_out", "2026-09-18"], ...since]),
  ]);
  const items = [
    { type: "payment_paid_out", cents: 10_000, payment: "PM1" },
    { type: "gocardless_fee", cents: -40, payment: "PM1" },
  ];
  all.ledger.gocardless.payouts.push({ id: "PO1", amountCents: 9_960, items });
  return all;
}

/** The same world, with all bookings that belong to the payout. */
function booked(...given: Parameters<typeof paidOut>) {
  const all = paidOut(...given);
  const { lexware } = all.ledger;
  const [voucher] = lexware.vouchers;
  if (!voucher) throw new Error("no voucher");
  lexware.hints.push({ voucherId: "1", externalReference: "L1" });
  lexware.transactions.push(line, { ...line, externalReference: "PO1", cents: -9_960, feeCents: 0 });
  return { ...all, voucher, sums: () => all.kinds().filter((kind) => kind === "sum") };
}

const line = { externalReference: "L1", cents: 10_000, feeCents: -40, assigned: true };

test("finds a payout that is not booked once on its invoice, and one that bounced and is booked only in part", () => {
  const { ledger, story, kinds } = paidOut();
  // The invoice is open, has no hint and no booking line; the payout has no line; and the total is wrong.
  expect(kinds()).toEqual(["sum", "sum", "sum", "sum", "sum"]);
  story.bounced.add("PO1");
  expect(kinds()).toEqual([]);
  ledger.lexware.transactions.push(line);
  expect(kinds()).toEqual(["sum"]);
  ledger.lexware.transactions.push({ ...line, externalReference: "PO1", cents: -9_960, feeCents: 0 });
  expect(kinds()).toEqual([]);
});

test.each<[string, Parameters<typeof payment>[], number[]]>([
  ["by its only debit", [], []],
  ["by one that took the place of another", [["PM0", [["cancelled", "2026-09-01"]]]], []],
  ["and raised by 50 EUR when it was with the bank", [], [15_000]],
])("expects a hint and an assigned booking line for an invoice that was paid %s", (_how, before, owed) => {
  const { invoice, ledger, voucher, sums } = booked(before);
  for (const value of owed) invoice.owed.push({ at: "2026-09-12T12:00:00.000Z", value });
  voucher.openCents = (owed.at(-1) ?? 10_000) - 10_000;
  expect(sums()).toEqual([]);
  voucher.openCents += 1;
  expect(sums()).toEqual(["sum"]);
  voucher.openCents -= 1;
  ledger.lexware.transactions[0] = { ...line, assigned: false };
  expect(sums()).toEqual(["sum"]);
});

test("expects nothing open on an invoice that was voided after its money had been booked", () => {
  const { invoice, voucher, sums } = booked();
  invoice.owed.push({ at: "2026-09-28T12:00:00.000Z", value: 0 });
  voucher.openCents = -10_000;
  expect(sums()).toEqual([]);
  voucher.status = "voided";
  expect(sums()).toEqual(["sum"]);
  voucher.openCents = 0;
  expect(sums()).toEqual([]);
});

test("leaves money that arrives a second time, after the first was returned, to a person", () => {
  const again: Parameters<typeof payment>[1] = [
    ["failed", "2026-09-19"],
    ["submitted", "2026-09-24"],
    ["paid_out", "2026-09-28"],
  ];
  for (const [since, found] of [
    [[], ["sum", "sum"]],
    [again, []],
  ] as const) {
    const { ledger, voucher, sums } = booked([], [...since]);
    ledger.lexware.transactions[0] = { ...line, assigned: false };
    voucher.openCents = 10_000;
    expect(sums()).toEqual(found);
  }
});
