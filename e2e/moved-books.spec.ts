import { addDays } from "../sandbox/kit/calendar";
import { syncNow } from "./support/book-keeping";
import { debitUnderWay, paymentsFor } from "./support/debits";
import { bank, calendar, sevdesk } from "./support/desk";
import { expect, findingsOf, localeOfBrowser, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { DIRECT_DEBIT_TERM, moveSystem } from "./support/supplier";
import { money, weekday } from "./support/texts";

for (const browser of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${browser}`, () => {
    test.use({ locale: browser });
    const locale = localeOfBrowser(browser);

    test("after a change of the accounting system, an earlier return is retried with the new invoice", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const { invoice: before, payment, payer } = await debitUnderWay(supplier);
      await bank.payment(payment.id, "fail", { cause: "refer_to_payer", code: "MS03" });
      await awaitReason(supplier, before, "failed_needs_action");
      const moved = await moveSystem(supplier, "SEVDESK");
      const { number } = before;
      const dueDate = addDays(await calendar.today(), 14);
      const brought = { contact: payer, amountCents: 11_900, dueDate, paymentTermLabel: DIRECT_DEBIT_TERM, number };
      const invoice = await sevdesk.write({ client: moved.books, ...brought });
      await syncNow({ app, t });
      await awaitReason(moved, invoice, "failed_needs_action");
      expect((await paymentsFor(moved, invoice)).map(({ status }) => status)).toEqual(["failed"]);

      // One line, which links to the invoice that can be retried.
      const path = await invoicePath(moved, invoice);
      await app.goto("/app/returns");
      const line = app
        .getByRole("list", { name: t("returns.title") })
        .getByRole("listitem")
        .filter({ hasText: number });
      await expect(line).toHaveCount(1);
      await expect(line.getByRole("link", { name: number })).toHaveAttribute("href", path);
      await expect(line.getByText(t("failureCodes.MS03.title"))).toBeVisible();
      await expect(line.getByText(t("returns.attempts", { count: 1 }))).toBeVisible();

      // The new invoice shows the earlier collection, although that was made for the previous system's invoice.
      await app.goto(path);
      await expect(app.getByRole("heading", { name: t("reasons.failed_needs_action.title") })).toBeVisible();
      await expect(app.getByText(t("failureCodes.MS03.title")).first()).toBeVisible();
      await expect(app.getByText(t("collectionStatus.failed.label")).first()).toBeVisible();
      expect(await findingsOf(app)).toEqual([]);

      await app.goto("/app/returns");
      await line.getByRole("button", { name: t("returns.retry.open") }).click();
      await line.getByRole("button", { name: t("returns.retry.confirm") }).click();
      await awaitStatuses(moved, invoice, ["created"]);
      const [first, second, ...more] = await paymentsFor(moved, invoice);
      expect([first?.status, second?.status, more]).toEqual(["failed", "pending_submission", []]);
      const planned = { day: weekday(second?.chargeDate ?? "", locale), amount: money(11_900, locale) };
      await expect(line.getByText(t("returns.nextByPerson", planned))).toBeVisible();

      // The retry succeeds, and the return leaves the queue.
      await bank.payment(second?.id ?? "", "submit");
      await bank.payment(second?.id ?? "", "confirm");
      await awaitStatuses(moved, invoice, ["confirmed"]);
      await expect(line).toHaveCount(0);
      await expect.poll(() => rows.notices(moved)).toEqual([]);
      await app.goto("/app/returns?filter=done");
      await expect(app.getByText(t("returns.outcomes.collected"), { exact: true })).toBeVisible();
      await expect(app.getByText(t("returns.outcomes.migrated"), { exact: true })).toBeVisible();
      expect(await mailbox.to(payer.email)).toHaveLength(1);
    });
  });
}
