import { debitUnderWay } from "./support/debits";
import { bank, ledger } from "./support/desk";
import { expect, findingsOf, localeOfBrowser, test } from "./support/fixtures";
import { awaitStatuses, invoicePath, rows } from "./support/rows";
import { money } from "./support/texts";

const PAID = 12_000;
const GIVEN_BACK = 2_500;

for (const language of ["en-GB", "de-DE"]) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language });

    test("a refund at GoCardless is shown at the invoice, in its payout, and in the bookings", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const { invoice, payment } = await debitUnderWay(supplier, { amountCents: PAID });
      await bank.payment(payment.id, "pay-out");
      await awaitStatuses(supplier, invoice, ["paid_out"]);
      await bank.payment(payment.id, "refund", { amountCents: GIVEN_BACK });
      // The refund is deducted from the next payout.
      const next = await debitUnderWay(supplier, { amountCents: PAID });
      await bank.payment(next.payment.id, "pay-out");
      const states = async () => (await rows.payouts(supplier)).map(({ bookingStatus }) => bookingStatus);
      await expect.poll(states).toEqual(["booked", "booked"]);

      const [, payout] = await rows.payouts(supplier);
      expect(payout?.bookings.filter(({ kind }) => kind === "refund")).toMatchObject([{ amountCents: -GIVEN_BACK }]);
      const lines = (await ledger.read()).lexware.transactions.filter((line) =>
        line.externalReference.startsWith(payout?.providerId ?? "none"),
      );
      expect(lines.map(({ cents }) => cents)).toContain(-GIVEN_BACK);

      const amount = money(GIVEN_BACK, localeOfBrowser(language));
      await app.goto(await invoicePath(supplier, invoice));
      const story = app.getByRole("listitem").filter({ hasText: t("invoices.timeline.refunded", { amount }) });
      await expect(story).toContainText(t("invoices.timeline.refundDetail", { reference: payout?.reference ?? "" }));
      expect(await findingsOf(app)).toEqual([]);
      await app
        .getByRole("main")
        .getByRole("link", { name: payout?.reference ?? "none", exact: true })
        .click();
      await expect(app.getByText(t("payouts.addsUp"))).toBeVisible();
      const item = app.getByRole("row", { name: invoice.number });
      await expect(item.filter({ hasText: t("payouts.itemTypes.payment_refunded") }).first()).toContainText(amount);
    });
  });
}
