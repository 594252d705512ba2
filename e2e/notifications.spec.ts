import { refreshClock } from "../lib/core/clock";
import { db } from "../lib/core/db";
import { tellDay } from "../lib/notices/digest-jobs";
import { tellUpcoming } from "../lib/notices/preview-jobs";
import { addDays } from "../sandbox/kit/calendar";
import { debitUnderWay } from "./support/debits";
import { bank, calendar } from "./support/desk";
import { axeFindings, expect, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { speaks } from "./support/people";
import { awaitStatuses } from "./support/rows";
import type { Supplier } from "./support/supplier";

const wishes = async ({ customerId, userId }: Supplier) =>
  await db.membership.findUnique({
    where: { customerId_userId: { customerId, userId } },
    select: { wantsPreview: true, wantsDigest: true, wantsAlerts: true },
  });

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("debits that come back are told at once, by one mail; the preview is ended from the mail itself", async ({
      supplier,
      payerPage,
      app,
      t,
    }) => {
      await speaks(supplier, locale);
      const [first, second] = [await debitUnderWay(supplier), await debitUnderWay(supplier)];
      for (const { payment } of [first, second])
        await bank.payment(payment.id, "fail", { cause: "insufficient_funds", code: "AM04" });
      const letter = await mailbox.letter(supplier.email);
      expect(letter.subject).toBe(t("notices.collection_failed.title", { count: 2, number: "" }));
      for (const { invoice } of [first, second]) expect(letter.text).toContain(invoice.number);
      expect(letter.text).toContain(t("failureCodes.AM04.title"));
      await app.goto(letter.links.find((link) => link.includes("/app/invoices?")) ?? "");
      await expect(app.getByRole("row", { name: first.invoice.number })).toBeVisible();

      // The link at the foot of the next preview ends it, in a browser that nobody is signed in with.
      const { payment } = await debitUnderWay(supplier);
      const evening = { customerId: supplier.customerId, day: payment.chargeDate } as never;
      await tellUpcoming.run(evening);
      const preview = await mailbox.letter(supplier.email, 2);
      await payerPage.goto(preview.links.find((link) => link.includes("/notifications/")) ?? "");
      expect(await axeFindings(payerPage)).toEqual([]);
      expect(await wishes(supplier)).toMatchObject({ wantsPreview: true });
      await payerPage.getByRole("button", { name: t("notifications.leave.button") }).click();
      await expect(payerPage.getByText(t("notifications.leave.previewOff"))).toBeVisible();
      expect(await wishes(supplier)).toEqual({ wantsPreview: false, wantsDigest: true, wantsAlerts: true });
    });
  });

  test.describe(`in ${locale}, the day after`, () => {
    test.use({ locale, alone: true });

    test("the digest comes in the morning to whoever wants it, and not to whoever does not", async ({
      supplier,
      app,
      t,
    }) => {
      await speaks(supplier, locale);
      const { invoice, payment } = await debitUnderWay(supplier);
      await bank.payment(payment.id, "confirm");
      await awaitStatuses(supplier, invoice, ["confirmed"]);
      await app.goto("/app/settings");
      const box = app.getByRole("checkbox", { name: t("notifications.kinds.digest.label") });
      await box.click();
      await expect(app.getByText(t("notifications.saved"))).toBeVisible();
      expect(await wishes(supplier)).toEqual({ wantsPreview: true, wantsDigest: false, wantsAlerts: true });

      await calendar.advance(1);
      await refreshClock();
      const yesterday = addDays(await calendar.today(), -1);
      const morning = { customerId: supplier.customerId, day: yesterday } as never;
      await tellDay.run(morning);
      expect(await mailbox.to(supplier.email)).toEqual([]);
      await box.click();
      await expect.poll(() => wishes(supplier)).toMatchObject({ wantsDigest: true });
      await tellDay.run(morning);
      const letter = await mailbox.letter(supplier.email);
      expect(letter.text).toContain(t("mail.notification.digest.collected", { count: 1 }));
      expect(letter.text).toContain(t("mail.notification.digest.signed", { count: 1 }));
    });
  });
}
