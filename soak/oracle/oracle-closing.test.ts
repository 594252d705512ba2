import { expect, test } from "vitest";
import type { Day } from "../../sandbox/kit/calendar";
import { judge } from "./oracle";
import { at, payment, SENT, world } from "./oracle-world";
import { written } from "./story";

test("finds a closing invoice and two down payments that collect too much together, though not in pairs", () => {
  const { ledger, story } = world();
  const [closing] = ledger.lexware.vouchers;
  if (!closing) throw new Error("no voucher");
  for (const [id, cents] of [
    ["2", 3_000],
    ["3", 2_500],
  ] as const) {
    const number = `RE${id}`;
    ledger.lexware.vouchers.push({ ...closing, id, number, openCents: cents, closingInvoiceId: "1" });
    const down = { id, number, payer: "a@x.example", owed: cents, dueDate: "2026-09-15", isPart: true };
    story.invoices.push(written(at("2026-08-01"), down));
    ledger.gocardless.payments.push(payment(`PM${id}`, SENT, { amountCents: cents, metadata: { invoice: number } }));
  }
  const doubles = () => judge(ledger, story, "2026-11-12").filter(({ kind }) => kind === "double");
  // 100 EUR, and 30 and 25 by the down payments, of the 130 that the invoice first asked for.
  story.invoices[0]?.owed.unshift({ at: at("2026-08-20"), value: 13_000 });
  expect(doubles()).toHaveLength(1);
  ledger.gocardless.payments.pop();
  expect(doubles()).toEqual([]);
});

// Found by the simulation run with seed 250095.
test("lets a returned down payment be collected again only if the closing invoice deducts it", () => {
  const { ledger, story } = world();
  const [closing] = ledger.lexware.vouchers;
  if (!closing) throw new Error("no voucher");
  closing.totalCents = 13_000;
  ledger.lexware.vouchers.push({ ...closing, id: "2", number: "RE2", openCents: 3_000, closingInvoiceId: "1" });
  const down = { id: "2", number: "RE2", payer: "a@x.example", owed: 3_000, dueDate: "2026-08-10", isPart: true };
  const invoice = written(at("2026-08-01"), down);
  invoice.approvals.push(at("2026-09-03"));
  story.invoices.push(invoice);
  const ofDown = { amountCents: 3_000, metadata: { invoice: "RE2" } };
  ledger.gocardless.payments.push(
    payment(
      "PM2",
      [
        ["submitted", "2026-08-10"],
        ["paid_out", "2026-08-20"],
        ["charged_back", "2026-09-02"],
      ],
      ofDown,
    ),
    payment(
      "PM3",
      [
        ["pending_submission", "2026-09-05"],
        ["submitted", "2026-09-11"],
      ],
      ofDown,
    ),
  );
  const doubles = () => judge(ledger, story, "2026-11-12").filter(({ kind }) => kind === "double");
  expect(doubles()).toEqual([]);
  // Now the closing invoice asks for all of its 130 EUR.
  story.invoices[0]?.owed.unshift({ at: at("2026-08-31"), value: 13_000 });
  ledger.gocardless.payments.push({
    ...(ledger.gocardless.payments.shift() ?? payment("PM1", SENT)),
    amountCents: 13_000,
  });
  expect(doubles()).toHaveLength(1);
});

// Found by the simulation run with seed 410248.
test("deducts what people paid of a down payment, even if its payment was already with the bank", () => {
  const { ledger, story } = world();
  const [closing] = ledger.lexware.vouchers;
  if (!closing) throw new Error("no voucher");
  closing.totalCents = 13_000;
  ledger.lexware.vouchers.push({ ...closing, id: "2", number: "RE2", openCents: 0, closingInvoiceId: "1" });
  const down = { id: "2", number: "RE2", payer: "a@x.example", owed: 3_000, dueDate: "2026-08-10", isPart: true };
  const invoice = written(at("2026-08-01"), down);
  story.invoices.push(invoice);
  const steps: [string, Day][] = [
    ["pending_submission", "2026-08-20"],
    ["submitted", "2026-08-25"],
    ["paid_out", "2026-09-02"],
  ];
  ledger.gocardless.payments.push(payment("PM2", steps, { amountCents: 3_000, metadata: { invoice: "RE2" } }));
  const doubles = () => judge(ledger, story, "2026-11-12").filter(({ kind }) => kind === "double");
  expect(doubles()).toHaveLength(1);
  invoice.owed.push({ at: at("2026-08-30"), value: 0 });
  expect(doubles()).toEqual([]);
  // Paid only after the closing invoice was written, so that one does not deduct it.
  invoice.owed.splice(1, 1, { at: at("2026-09-01"), value: 0 });
  expect(doubles()).toHaveLength(1);
});
