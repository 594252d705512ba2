import { expect, test } from "vitest";
import { judge } from "./oracle";
import { at, payment, SENT, world } from "./oracle-world";
import { written } from "./story";

test("a closing invoice beside two down payments of which each alone would leave room", () => {
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
  // 100 EUR, and 30 and 25 by the down payments, of 130 that were asked for at first.
  story.invoices[0]?.owed.unshift({ at: at("2026-08-20"), value: 13_000 });
  expect(doubles()).toHaveLength(1);
  ledger.gocardless.payments.pop();
  expect(doubles()).toEqual([]);
});
