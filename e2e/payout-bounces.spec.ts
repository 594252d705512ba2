import type { Page } from "@playwright/test";
import { taskLine } from "./support/dashboard";
import { debitUnderWay } from "./support/debits";
import { bank, books, calendar, ledger } from "./support/desk";
import { deafen, expect, findingsOf, localeOfBrowser, test, undeafen } from "./support/fixtures";
import { auditActions } from "./support/people";
import { rows } from "./support/rows";
import { money, type Texts } from "./support/texts";

for (const language of ["en-GB", "de-DE"]) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language });

    test("a refused booking and a bounced payout are each reported, and the payout is booked once", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const bookedAs = async () => (await rows.payouts(supplier))[0]?.bookingStatus;
      const { payment } = await debitUnderWay(supplier);
      await books.close(supplier.books, await calendar.today());
      await bank.payment(payment.id, "pay-out");
      await expect.poll(bookedAs).toBe("needs_attention");
      const [inLedger] = await ledger.payouts(supplier.account);
      const linesInBooks = async () =>
        (await ledger.read()).lexware.transactions.filter((line) => line.externalReference === inLedger?.id);

      // The dashboard shows the prescribed text, the accounting system's reason, and the line concerned.
      const [refused] = await rows.payouts(supplier);
      await app.goto("/app");
      const number = refused?.reference ?? "";
      await taskLine(app, t, t("notices.booking_refused.title", { count: 1, number }))
        .getByRole("link")
        .click();
      const told = app.getByRole("main");
      await expect(told.getByText(t("payouts.bookingRefused"))).toBeVisible();
      await expect(told.getByText(t("payouts.retriggerFailed"))).toBeVisible();
      await expect(told.getByText("der Buchungszeitraum ist abgeschlossen")).toHaveCount(1);
      await expect(told.getByText(t("payouts.bookingStates.refused.label"), { exact: true })).toHaveCount(2);
      expect(await findingsOf(app)).toEqual([]);
      expect(await linesInBooks()).toEqual([]);

      await books.close(supplier.books);
      const again = app.getByRole("button", { name: t("payouts.retrigger"), exact: true });
      await again.click();
      await expect.poll(bookedAs).toBe("booked");
      await expect(told.getByText(t("payouts.bookingRefused"))).toBeHidden();
      await expect(told.getByText(t("payouts.bookingStatuses.booked.label"), { exact: true })).not.toHaveCount(0);
      expect(await linesInBooks()).toHaveLength(1);
      expect(await rows.notices(supplier)).not.toContain("booking_refused");
      expect(await auditActions(supplier.customerId)).toContain("payout.retriggered");

      // This page does not learn of the bounce; what it still offers is refused with the reason.
      await deafen(app);
      await again.click();
      const question = app.getByRole("alertdialog", { name: t("payouts.retriggerTitle") });
      await expect(question).toBeVisible();
      await bank.bounce(inLedger?.id ?? "");
      await expect.poll(async () => (await rows.payouts(supplier))[0]?.status).toBe("bounced");
      const [payout] = await rows.payouts(supplier);
      await question.getByRole("button", { name: t("payouts.retrigger"), exact: true }).click();
      await expect(question.getByRole("alert")).toContainText(t("payouts.retriggerFailed"));
      await expect(question.getByRole("alert")).toContainText(t("errors.payout_bounced"));
      expect(await bookedAs()).toBe("booked");
      await undeafen(app);

      await expectBounceTold({ app, t, language }, payout);
      // The bookings stay unchanged; nothing was sent to the accounting system a second time.
      expect(await linesInBooks()).toHaveLength(1);
    });
  });

  test.describe(`in ${language}, accounting in SEVDESK`, () => {
    test.use({ locale: language, system: "SEVDESK" });

    test("a booked payout that bounces shows the supplier where the money is and what is booked", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const { invoice, payment } = await debitUnderWay(supplier);
      await bank.payment(payment.id, "pay-out");
      await expect.poll(async () => (await rows.payouts(supplier))[0]?.bookingStatus).toBe("booked");
      const [inLedger] = await ledger.payouts(supplier.account);
      await bank.bounce(inLedger?.id ?? "");
      await expect.poll(async () => (await rows.payouts(supplier))[0]?.status).toBe("bounced");
      const [payout] = await rows.payouts(supplier);
      await expectBounceTold({ app, t, language }, payout);
      // The bookings stay unchanged; nothing was sent to the accounting system a second time.
      expect(await ledger.openCents(invoice.id)).toBe(0);
      expect(await ledger.bookingsOf(inLedger?.id ?? "")).toHaveLength(1);
      expect(payout?.bookings.filter((line) => line.kind === "payment" && line.sentAt)).toHaveLength(1);
    });
  });
}

type PayoutRow = Awaited<ReturnType<typeof rows.payouts>>[number];

async function expectBounceTold(
  { app, t, language }: { app: Page; t: Texts; language: string },
  payout: PayoutRow | undefined,
): Promise<void> {
  await app.goto("/app");
  await taskLine(app, t, t("notices.payout_bounced.title", { count: 1, number: payout?.reference ?? "" }))
    .getByRole("link")
    .click();
  await expect(app.getByText(t("payouts.bouncedTitle"))).toBeVisible();
  const amount = money(payout?.amountCents ?? 0, localeOfBrowser(language));
  await expect(app.getByText(t("payouts.bouncedBooked", { amount }))).toBeVisible();
  await expect(app.getByRole("button", { name: t("payouts.retrigger") })).toHaveCount(0);
  await app.goto("/app/payouts");
  const row = app.getByRole("row", { name: payout?.reference });
  await expect(row).toContainText(t("payouts.statuses.bounced.label"));
  await expect(row).toContainText(t("payouts.bookingStatuses.to_take_back.label"));
}
