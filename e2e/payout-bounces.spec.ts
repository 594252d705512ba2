import { taskLine } from "./support/dashboard";
import { debitUnderWay } from "./support/debits";
import { bank, ledger } from "./support/desk";
import { expect, localeOfBrowser, test } from "./support/fixtures";
import { rows } from "./support/rows";
import { BOTH_BOOKS } from "./support/supplier";
import { money } from "./support/texts";

for (const { locale: language, system } of BOTH_BOOKS) {
  test.describe(`in ${language}, books in ${system}`, () => {
    test.use({ locale: language, system });

    test("a payout that was booked bounces: the supplier is told where the money is and what the books say", async ({
      supplier,
      app,
      t,
    }) => {
      const { invoice, payment } = await debitUnderWay(supplier);
      await bank.payment(payment.id, "pay-out");
      await expect.poll(async () => (await rows.payouts(supplier))[0]?.bookingStatus).toBe("booked");
      const [inLedger] = await ledger.payouts(supplier.account);
      await bank.bounce(inLedger?.id ?? "");
      await expect.poll(async () => (await rows.payouts(supplier))[0]?.status).toBe("bounced");
      const [payout] = await rows.payouts(supplier);

      await app.goto("/app");
      const told = taskLine(app, t, t("notices.payout_bounced.title", { count: 1, number: payout?.reference ?? "" }));
      await told.getByRole("link").click();
      await expect(app.getByText(t("payouts.bouncedTitle"))).toBeVisible();
      const amount = money(payout?.amountCents ?? 0, localeOfBrowser(language));
      await expect(app.getByText(t("payouts.bouncedBooked", { amount }))).toBeVisible();
      await expect(app.getByRole("button", { name: t("payouts.retrigger") })).toHaveCount(0);
      await app.goto("/app/payouts");
      const row = app.getByRole("row", { name: payout?.reference });
      await expect(row).toContainText(t("payouts.statuses.bounced.label"));
      await expect(row).toContainText(t("payouts.bookingStatuses.to_take_back.label"));
      // The bookings stand as they were made; nothing was sent to the books twice.
      expect(await ledger.openCents(invoice.id)).toBe(0);
      expect(await ledger.bookingsOf(inLedger?.id ?? "")).toHaveLength(1);
      expect(payout?.bookings.filter((line) => line.kind === "payment" && line.sentAt)).toHaveLength(1);
    });
  });
}
