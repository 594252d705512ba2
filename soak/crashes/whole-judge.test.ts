import { expect, test } from "vitest";
import { at, payment, world } from "../oracle/oracle-world";
import { judgeEach, type WholeLedger } from "./whole-judge";

const BOOKS = "books-1";
const ACCOUNT = "OR1";

/** One supplier's invoice of 100 EUR, due on 15 September, in the twins' ledgers of all suppliers. */
function whole(payments?: Parameters<typeof world>[0]) {
  const { story, invoice, ledger } = world(payments);
  const owned = <T>(rows: T[], organisation: string) => rows.map((row) => ({ ...row, organisation }));
  const { gocardless, lexware, mails } = ledger;
  const all: WholeLedger = {
    gocardless: {
      payments: owned(gocardless.payments, ACCOUNT),
      payouts: owned(gocardless.payouts, ACCOUNT),
      mandates: owned(gocardless.mandates, ACCOUNT),
    },
    lexware: {
      ...{ hints: lexware.hints, vouchers: owned(lexware.vouchers, BOOKS) },
      transactions: owned(lexware.transactions, BOOKS),
    },
    mails,
  };
  const findings = (accounts = new Map([[BOOKS, ACCOUNT]])) => judgeEach(all, story, accounts);
  return { story, invoice, ledger: all, findings };
}

/** As in the crash test: the only fault-free days are two short ones in a row after every few kills. */
const SPELLS = ["2026-09-01", "2026-09-03", "2026-09-05"].flatMap((day) => [
  { from: at(day, 8), to: at(day, 9) },
  { from: at(day, 9), to: at(day, 10) },
]);

test.each([
  ["three days after it was paid", "2026-09-02", ["wrong"]],
  ["before any fair weather since", "2026-09-05", []],
])("judges a payment that was created %s", (_when, paid, kinds) => {
  const late = payment("PM1", [["pending_submission", "2026-09-05"]]);
  const { story, invoice, findings } = whole([late]);
  story.fairDays = SPELLS;
  invoice.owed.push({ at: at(paid, 11), value: 0 });
  expect(findings().map(({ kind }) => kind)).toEqual(kinds);
  // With fault-free days only at the end, any earlier state excuses the payment.
  story.fairDays = [1, 2].map(() => ({ from: at("2026-10-01", 8), to: at("2026-10-01", 9) }));
  expect(findings()).toEqual([]);
});

test("reports ledger rows that belong to no supplier of the product", () => {
  const { story, ledger, findings } = whole();
  expect(findings()).toEqual([]);
  expect(findings(new Map()).map(({ kind }) => kind)).toEqual(["broken", "broken", "broken", "broken"]);
  const other = { organisation: "OR2" };
  ledger.gocardless.payments.push({ ...payment("PM2", []), ...other });
  ledger.gocardless.payouts.push({ id: "PO2", amountCents: 0, items: [], ...other });
  ledger.lexware.hints.push({ voucherId: "9", externalReference: null });
  ledger.lexware.transactions.push({ externalReference: "T2", cents: 1, feeCents: 0, assigned: true, ...other });
  const [invoice] = story.invoices;
  if (invoice) story.invoices.push({ ...invoice, id: "2", number: "RE2" });
  expect(findings().map(({ text }) => text)).toEqual(
    ["invoice RE2", "hint for 9", "line T2", "payment PM2", "payout PO2"].map(
      (name) => `the ${name} is nobody's, and was not judged`,
    ),
  );
});
