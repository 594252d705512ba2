import { db } from "../lib/core/database/db";
import { debitUnderWay } from "./support/debits";
import { bank, ledger } from "./support/desk";
import { expect, findingsOf, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { awaitStatuses, rows } from "./support/rows";

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("a return is counted by the bell until it is read, and is in the feed with the bank's code", async ({
      supplier,
      app,
      t,
    }) => {
      const { invoice, payer, payment } = await debitUnderWay(supplier);
      await bank.payment(payment.id, "fail", { code: "AM04" });
      await awaitStatuses(supplier, invoice, ["failed"]);
      await expect.poll(() => rows.notices(supplier)).toContain("collection_failed");
      await app.goto("/app");
      await app.getByRole("link", { name: t("shell.notices", { count: 1 }) }).click();
      await expect(app).toHaveURL(/\/app\/notices/);
      const notice = app.getByRole("listitem").filter({ hasText: invoice.number });
      await expect(notice.getByText(t("noticeList.unread"))).toBeAttached();
      expect(await findingsOf(app)).toEqual([]);
      await app.getByRole("button", { name: t("noticeList.markAll") }).click();
      await expect(app.getByRole("link", { name: t("shell.notices", { count: 0 }), exact: true })).toBeVisible();
      const { customerId, userId } = supplier;
      expect(await db.noticeRead.findMany({ where: { customerId } })).toMatchObject([{ userId }]);
      await app
        .getByRole("main")
        .getByRole("link", { name: t("noticeList.toActivity") })
        .click();
      const failed = app.getByRole("listitem").filter({ hasText: `${t("activity.debits.failed")} (AM04)` });
      await expect(failed).toContainText(payer.name);
      await expect(app.getByRole("listitem").filter({ hasText: t("activity.mandateSigned") })).toBeVisible();
      expect(await findingsOf(app)).toEqual([]);
      const kinds = app.getByRole("navigation", { name: t("activity.filter") });
      await kinds.getByRole("link", { name: t("activity.kinds.mails") }).click();
      await expect(app.getByRole("listitem").filter({ hasText: payer.email })).toBeVisible();
      await expect(failed).toHaveCount(0);
      expect(await mailbox.to(payer.email)).toHaveLength(1);
      expect(await ledger.payments(supplier.account)).toMatchObject([{ id: payment.id, status: "failed" }]);
    });
  });
}
