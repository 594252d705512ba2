import { submissionDayOf } from "../lib/collections/upcoming/rules";
import { addDays } from "../lib/core/time/dates";
import { tellUpcoming } from "../lib/notifications/digest/preview-jobs";
import { savePreferences } from "../lib/notifications/preferences/mutations";
import { debitUnderWay, openPayments, paymentsFor } from "./support/debits";
import { calendar } from "./support/desk";
import { expect, findingsOf, localeOfBrowser, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { expectAlert, speaks } from "./support/people";
import { awaitReason, awaitStatuses, rows } from "./support/rows";
import { money, weekday } from "./support/texts";

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("the evening mail leads to tomorrow's debits, which are held, released, excluded and included", async ({
      supplier,
      app,
      t,
    }) => {
      const language = localeOfBrowser(locale);
      await speaks(supplier, locale);
      const first = await debitUnderWay(supplier, { amountCents: 23_800 });
      const second = await debitUnderWay(supplier, { amountCents: 11_900 });
      const day = first.payment.chargeDate;
      expect(second.payment.chargeDate).toBe(day);

      // On the evening before, the mail is sent once however often the job runs.
      const { customerId, userId } = supplier;
      await savePreferences(customerId, userId, { preview: true, digest: false, alerts: false });
      for (let i = 0; i < 2; i += 1) await tellUpcoming.run({ customerId, day });
      // In the evening the worker itself might send another mail of this kind.
      await savePreferences(customerId, userId, { preview: false, digest: false, alerts: false });
      const letter = await mailbox.letter(supplier.email);
      const heading = t("mail.notification.preview.heading", { count: 2, amount: money(35_700, language) });
      expect(letter.subject.replace(/\s/g, " ")).toBe(heading.replace(/\s/g, " "));
      for (const { invoice, payer } of [first, second]) {
        expect(letter.text).toContain(invoice.number);
        expect(letter.text).toContain(payer.name);
      }
      const link = letter.links.find((one) => one.includes("/app/upcoming"));
      await app.goto(link ?? "");
      await expect(app.getByRole("heading", { level: 2, name: weekday(day, language) })).toBeVisible();
      await expect(app.getByText(t("upcoming.debits", { count: 2 }))).toBeVisible();
      expect(await findingsOf(app)).toEqual([]);

      // Held by a click: GoCardless cancels the payment, and the row shows that without a reload.
      const row = app.getByRole("listitem").filter({ hasText: first.invoice.number });
      await row.getByRole("button", { name: t("upcoming.holdOpen") }).click();
      const until = await row.getByLabel(t("upcoming.holdUntil")).inputValue();
      await row.getByRole("button", { name: t("upcoming.hold"), exact: true }).click();
      await expect(row).toContainText(t("upcoming.heldUntil", { day: "" }).trim());
      await awaitStatuses(supplier, first.invoice, ["cancelled"]);
      expect((await paymentsFor(supplier, first.invoice)).map((one) => one.status)).toEqual(["cancelled"]);
      expect((await rows.invoice(supplier, first.invoice))?.heldUntil?.toISOString()).toContain(until);
      await expect(app.getByText(t("upcoming.debits", { count: 1 }))).toBeVisible();

      // Releasing starts a new collection, "Do not collect" cancels it, and "Collect after all" starts another.
      await row.getByRole("button", { name: t("upcoming.release") }).click();
      await awaitStatuses(supplier, first.invoice, ["cancelled", "created"]);
      expect(await openPayments(supplier, first.invoice)).toHaveLength(1);
      await row.getByRole("button", { name: t("upcoming.exclude") }).click();
      await awaitStatuses(supplier, first.invoice, ["cancelled", "cancelled"]);
      await awaitReason(supplier, first.invoice, "invoice_excluded");
      await row.getByRole("button", { name: t("upcoming.include") }).click();
      await awaitStatuses(supplier, first.invoice, ["cancelled", "cancelled", "created"]);

      // Then all that can be stopped are held together until one day, which must be valid.
      const chooseAll = app.getByRole("checkbox", { name: t("upcoming.chooseAll", { count: 2 }) });
      const bar = app.getByRole("region", { name: t("upcoming.chosen") });
      await chooseAll.check();
      await expect(bar).toContainText(t("upcoming.chosenSum", { count: 2, amount: money(35_700, language) }));
      await bar.getByRole("button", { name: t("upcoming.holdOpen") }).click();
      const common = bar.getByLabel(t("upcoming.holdUntil"));
      const later = addDays(await common.inputValue(), 10);
      await common.fill(addDays(later, 400));
      await bar.getByRole("button", { name: t("upcoming.hold"), exact: true }).click();
      await expectAlert(app, t("upcoming.holdWrong"));
      expect(await findingsOf(app)).toEqual([]);
      await common.fill(later);
      await bar.getByRole("button", { name: t("upcoming.hold"), exact: true }).click();
      await expect(app.getByText(t("upcoming.holdDone", { count: 2 }))).toBeVisible();
      await awaitStatuses(supplier, first.invoice, ["cancelled", "cancelled", "cancelled"]);
      await awaitStatuses(supplier, second.invoice, ["cancelled"]);
      for (const { invoice } of [first, second]) {
        expect(await openPayments(supplier, invoice)).toEqual([]);
        expect((await rows.invoice(supplier, invoice))?.heldUntil?.toISOString()).toContain(later);
        const held = app.getByRole("listitem").filter({ hasText: invoice.number });
        await held.getByRole("button", { name: t("upcoming.release") }).click();
        // A released row grows and would move the next one away from the pointer.
        await expect(held.getByRole("button", { name: t("upcoming.holdOpen") })).toBeVisible();
      }
      await awaitStatuses(supplier, first.invoice, ["cancelled", "cancelled", "cancelled", "created"]);
      await awaitStatuses(supplier, second.invoice, ["cancelled", "created"]);

      // Then both are excluded together.
      await chooseAll.check();
      await bar.getByRole("button", { name: t("upcoming.exclude") }).click();
      await expect(app.getByText(t("upcoming.states.excluded"), { exact: true })).toHaveCount(2);
      await awaitStatuses(supplier, second.invoice, ["cancelled", "cancelled"]);
      for (const { invoice } of [first, second]) {
        expect(await openPayments(supplier, invoice)).toEqual([]);
        expect(await rows.reason(supplier, invoice)).toBe("invoice_excluded");
      }
    });

    test("the evening mail names what can be stopped for the last time, and links to it", { tag: "@rare" }, async ({
      supplier,
      app,
      t,
    }) => {
      const language = localeOfBrowser(locale);
      await speaks(supplier, locale);
      const dueDate = addDays(await calendar.today(), 20);
      const { invoice, payment } = await debitUnderWay(supplier, { dueDate, amountCents: 45_600 });
      const day = payment.chargeDate;
      const { customerId, userId } = supplier;
      await savePreferences(customerId, userId, { preview: true, digest: false, alerts: false });
      await tellUpcoming.run({ customerId, day: submissionDayOf(day) });
      await savePreferences(customerId, userId, { preview: false, digest: false, alerts: false });
      const letter = await mailbox.letter(supplier.email);
      const heading = t("mail.notification.preview.headingLast", { count: 1, amount: money(45_600, language) });
      expect(letter.subject.replace(/\s/g, " ")).toBe(heading.replace(/\s/g, " "));
      expect(letter.text).toContain(
        t("mail.notification.preview.lastCallNote", { count: 1, day: weekday(day, language) }),
      );
      expect(letter.text).toContain(t("mail.notification.preview.stopThem"));
      await app.goto(letter.links.find((one) => one.includes(`/app/upcoming?day=${day}`)) ?? "");
      await expect(app.getByRole("heading", { level: 2, name: weekday(day, language) })).toBeVisible();
      const row = app.getByRole("listitem").filter({ hasText: invoice.number });
      await row.getByRole("button", { name: t("upcoming.exclude") }).click();
      await expect(row).toContainText(t("upcoming.states.excluded"));
      await awaitStatuses(supplier, invoice, ["cancelled"]);
      expect((await paymentsFor(supplier, invoice)).map((one) => one.status)).toEqual(["cancelled"]);
    });
  });
}
