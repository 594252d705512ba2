import type { Page } from "@playwright/test";
import { db } from "../lib/core/database/db";
import { refreshClock } from "../lib/core/time/clock";
import { tellDay } from "../lib/notifications/digest/jobs";
import { tellUpcoming } from "../lib/notifications/digest/preview-jobs";
import { savePreferences } from "../lib/notifications/preferences/mutations";
import { addDays } from "../sandbox/kit/calendar";
import { taskLine } from "./support/dashboard";
import { debitUnderWay } from "./support/debits";
import { bank, calendar, ledger } from "./support/desk";
import { expect, findingsOf, hydrated, localeOfBrowser, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { speaks } from "./support/people";
import { awaitReason, awaitStatuses } from "./support/rows";
import type { Supplier } from "./support/supplier";
import { money, type Texts, weekday } from "./support/texts";

const saveNotifications = (app: Page, t: Texts) =>
  app.getByRole("button", { name: t("notifications.save"), exact: true }).click();

const wishes = async ({ customerId, userId }: Supplier) =>
  await db.membership.findUnique({
    where: { customerId_userId: { customerId, userId } },
    select: { wantsPreview: true, wantsDigest: true, wantsAlerts: true },
  });

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("a return is notified at once; the preview is unsubscribed in its mail, alerts in the settings", async ({
      supplier,
      payerPage,
      app,
      t,
    }) => {
      await speaks(supplier, locale);
      const { invoice, payment: failing, payer } = await debitUnderWay(supplier);
      await bank.payment(failing.id, "fail", { cause: "insufficient_funds", code: "AM04" });
      const letter = await mailbox.letter(supplier.email);
      expect(letter.subject).toBe(t("notices.collection_failed.title", { count: 1, number: invoice.number }));
      for (const words of [invoice.number, payer.name, t("failureCodes.AM04.title")])
        expect(letter.text).toContain(words);
      await app.goto(letter.links.find((link) => link.includes("/app/invoices/")) ?? "");
      await expect(app.getByText(t("failureCodes.AM04.todo")).first()).toBeVisible();

      // The link at the end of the next preview unsubscribes, in a browser without a session.
      const { payment } = await debitUnderWay(supplier);
      const { customerId, userId } = supplier;
      const evening = { customerId, day: payment.chargeDate };
      const mails = async () => await db.mail.count({ where: { customerId, recipient: supplier.email } });
      await tellUpcoming.run(evening);
      expect(await mails()).toBe(1);
      await savePreferences(customerId, userId, { preview: true, digest: true, alerts: true });
      await tellUpcoming.run(evening);
      const wayOut = async () =>
        (await mailbox.to(supplier.email)).flatMap(({ links }) => links).find((link) => link.includes("/n/"));
      await expect.poll(wayOut).toBeTruthy();
      await payerPage.goto((await wayOut()) ?? "");
      expect(await findingsOf(payerPage)).toEqual([]);
      expect(await wishes(supplier)).toMatchObject({ wantsPreview: true });
      await payerPage.getByRole("button", { name: t("notifications.leave.button") }).click();
      await expect(payerPage.getByText(t("notifications.leave.previewOff"))).toBeVisible();
      expect(await wishes(supplier)).toEqual({ wantsPreview: false, wantsDigest: true, wantsAlerts: true });

      // With alerts off, the next return is shown on screen and not mailed.
      await app.goto("/app/settings/notifications");
      const alerts = app.getByRole("checkbox", { name: t("notifications.kinds.alerts.label") });
      await hydrated(alerts);
      await alerts.click();
      await saveNotifications(app, t);
      await expect(app.getByText(t("notifications.saved"))).toBeVisible();
      expect(await wishes(supplier)).toMatchObject({ wantsAlerts: false });
      // Otherwise the next alert would wait until five minutes after the last one.
      const longAgo = new Date(Date.now() - 3_600_000);
      await db.mail.updateMany({ where: { customerId, template: "alerts" }, data: { createdAt: longAgo } });
      await bank.payment(payment.id, "fail", { cause: "insufficient_funds", code: "AM04" });
      const failed = { customerId, kind: "collection_failed", alertedAt: { not: null } };
      await expect.poll(async () => await db.notice.count({ where: failed })).toBe(2);
      await app.goto("/app");
      await expect(taskLine(app, t, t("notices.collection_failed.title", { count: 2, number: "" }))).toBeVisible();
      expect(await mails()).toBe(2);
      expect(await mailbox.to(supplier.email)).toHaveLength(2);
    });
  });

  test.describe(`in ${locale}, the day after`, { tag: "@alone" }, () => {
    test.use({ locale });

    test("the digest of the day's money arrives in the morning, only for people who subscribed to it", async ({
      supplier,
      app,
      t,
    }) => {
      await speaks(supplier, locale);
      const { customerId, userId } = supplier;
      await savePreferences(customerId, userId, { preview: false, digest: true, alerts: false });
      const { invoice, payment } = await debitUnderWay(supplier);
      const paid = await debitUnderWay(supplier, { amountCents: 250_000 });
      const returned = await debitUnderWay(supplier, { amountCents: 4_999 });
      await bank.payment(payment.id, "confirm");
      await bank.payment(paid.payment.id, "pay-out");
      await bank.payment(returned.payment.id, "fail", { cause: "insufficient_funds", code: "AM04" });
      await awaitStatuses(supplier, invoice, ["confirmed"]);
      await awaitStatuses(supplier, paid.invoice, ["paid_out"]);
      await awaitReason(supplier, returned.invoice, "failed_needs_action");
      const [payout] = await ledger.payouts(supplier.account);
      await app.goto("/app/settings/notifications");
      const box = app.getByRole("checkbox", { name: t("notifications.kinds.digest.label") });
      await hydrated(box);
      await box.click();
      await saveNotifications(app, t);
      await expect(app.getByText(t("notifications.saved"))).toBeVisible();
      expect(await wishes(supplier)).toEqual({ wantsPreview: false, wantsDigest: false, wantsAlerts: false });

      await calendar.advance(1);
      await refreshClock();
      const yesterday = addDays(await calendar.today(), -1);
      const morning = { customerId, day: yesterday };
      await tellDay.run(morning);
      expect(await mailbox.to(supplier.email)).toEqual([]);
      await box.click();
      await saveNotifications(app, t);
      await expect.poll(() => wishes(supplier)).toMatchObject({ wantsDigest: true });
      await tellDay.run(morning);
      const letter = await mailbox.letter(supplier.email);
      const language = localeOfBrowser(locale);
      const heading = t("mail.notification.digest.heading", { day: weekday(yesterday, language) });
      expect(letter.subject).toBe(heading);
      // Each line with its figure: collected, returned, and paid out by GoCardless after fees.
      const told = letter.text.replace(/\s+/g, " ");
      for (const [name, count, cents] of [
        ["collected", 2, 261_900],
        ["returned", 1, 4_999],
        ["paidOut", 1, payout?.amountCents ?? 0],
      ] as const)
        expect(told).toContain(`${t(`mail.notification.digest.${name}`, { count })} ${plain(money(cents, language))}`);
      expect(payout?.amountCents).toBeLessThan(250_000);
      expect(told).toContain(t("mail.notification.digest.signed", { count: 3 }));
      expect(told).toContain(
        plain(t("notices.collection_failed.title", { count: 1, number: returned.invoice.number })),
      );
      expect(told).toContain(plain(t("notices.collection_failed.help")));
    });
  });
}

/** Returns the text with single spaces, as in a plain-text mail. */
function plain(text: string): string {
  return text.replace(/\s+/g, " ");
}
