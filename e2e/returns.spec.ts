import type { Locator } from "@playwright/test";
import { db } from "../lib/core/database/db";
import { addDays } from "../lib/core/time/dates";
import { nextTargetDay } from "../lib/core/time/target-calendar";
import { taskLine } from "./support/dashboard";
import { debitUnderWay, openPayments, paymentsFor } from "./support/debits";
import { bank } from "./support/desk";
import { deafen, expect, findingsOf, localeOfBrowser, test, undeafen } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { money, weekday } from "./support/texts";

const NOTE = "Am Telefon: <b>Zahlung</b> zum Monatsende zugesagt.";

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });
    const language = localeOfBrowser(locale);

    test("a return is in the returns queue, takes notes, and is retried on the agreed day", async ({
      supplier,
      app,
      t,
    }) => {
      const { invoice, payment } = await debitUnderWay(supplier);
      await bank.payment(payment.id, "fail", { cause: "insufficient_funds", code: "AM04" });
      await awaitReason(supplier, invoice, "failed_needs_action");

      await app.goto("/app");
      const task = taskLine(app, t, t("notices.collection_failed.title", { count: 1, number: invoice.number }));
      await task.getByRole("link").click();
      await expect(app.getByRole("heading", { level: 1, name: t("returns.title") })).toBeVisible();
      await expect(app.getByRole("link", { name: t("shell.nav.returns") }).first()).toContainText("1");
      const line = app
        .getByRole("list", { name: t("returns.title") })
        .getByRole("listitem")
        .first();
      await expect(line).toContainText(invoice.number);
      await expect(line).toContainText(money(11_900, language).replace(/\s/g, "\u00a0"));
      await expect(line.getByText(t("failureCodes.AM04.title"))).toBeVisible();
      await expect(line).toContainText("(AM04)");
      await expect(line.getByText(t("failureCodes.AM04.todo"))).toBeVisible();
      await expect(line.getByText(t("returns.attempts", { count: 1 }))).toBeVisible();

      await line.getByRole("button", { name: t("returns.note.open") }).click();
      await line.getByRole("button", { name: t("returns.note.save") }).click();
      await expect(line.getByRole("alert")).toHaveText(t("returns.note.empty"));
      await line.getByLabel(t("returns.note.label"), { exact: true }).fill(NOTE);
      await line.getByRole("button", { name: t("returns.note.save") }).click();
      await expect(line.getByText(NOTE)).toBeVisible();

      await line.getByRole("button", { name: t("returns.retry.open") }).click();
      const day = line.getByLabel(t("returns.retry.day"), { exact: true });
      const earliest = await day.inputValue();
      await day.fill(addDays(earliest, -1));
      await line.getByRole("button", { name: t("returns.retry.confirm") }).click();
      await expect(line.getByRole("alert")).toHaveText(t("returns.retry.wrong", { day: weekday(earliest, language) }));
      // A Saturday: banks are closed, and the form announces that before the retry is planned.
      const saturday = nextSaturday(earliest);
      await day.fill(saturday);
      const agreed = nextTargetDay(saturday);
      await expect(line.getByText(t("returns.retry.closedDay", { day: weekday(agreed, language) }))).toBeVisible();
      expect(await findingsOf(app)).toEqual([]);
      await line.getByRole("button", { name: t("returns.retry.confirm") }).click();
      await expect(app.getByText(t("returns.retry.done", { day: weekday(agreed, language) }))).toBeVisible();

      await awaitStatuses(supplier, invoice, ["failed", "created"]);
      expect((await openPayments(supplier, invoice)).map((one) => one.chargeDate)).toEqual([agreed]);
      const [, second] = await rows.collections(supplier, invoice);
      expect(second).toMatchObject({ retriedBy: "person" });
      const planned = { day: weekday(agreed, language), amount: money(11_900, language) };
      await expect(line.getByText(t("returns.nextByPerson", planned))).toBeVisible();

      // The payer asks for another week: the planned retry moves, and there are never two of them.
      await line.getByRole("button", { name: t("returns.retry.move") }).click();
      const later = nextTargetDay(addDays(agreed, 7));
      await day.fill(later);
      await line.getByRole("button", { name: t("returns.retry.confirm") }).click();
      await expect(
        line.getByText(t("returns.nextByPerson", { ...planned, day: weekday(later, language) })),
      ).toBeVisible();
      await awaitStatuses(supplier, invoice, ["failed", "cancelled", "created"]);
      expect((await openPayments(supplier, invoice)).map((one) => one.chargeDate)).toEqual([later]);
      expect(await paymentsFor(supplier, invoice)).toHaveLength(3);

      // A colleague cancels the retry elsewhere. A person who still sees the old state has not approved a retry now.
      await deafen(app);
      await line.getByRole("button", { name: t("returns.retry.move") }).click();
      const colleague = await app.context().newPage();
      await colleague.goto("/app/returns");
      await colleague.getByRole("button", { name: t("returns.stop") }).click();
      await expect(colleague.getByText(t("returns.stopDone"))).toBeVisible();
      await awaitStatuses(supplier, invoice, ["failed", "cancelled", "cancelled"]);
      await line.getByRole("button", { name: t("returns.retry.confirm") }).click();
      await expect(line.getByRole("alert")).toContainText(t("errors.conflict"));
      expect(await openPayments(supplier, invoice)).toEqual([]);
      await undeafen(app);
      await colleague.close();
      await app.goto(await invoicePath(supplier, invoice));
      await expect(app.getByText(NOTE)).toBeVisible();
    });

    test("the retry plan retries twice, then asks, respects GoCardless' own retry, and ends when switched off", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      await app.goto("/app/settings");
      const plan = app.getByRole("region", { name: t("retryPlan.title") });
      await expect(plan.getByText(t("retryPlan.intro"))).toBeVisible();
      await plan.getByLabel(t("retryPlan.label")).check();
      await plan.getByRole("button", { name: t("retryPlan.save") }).click();
      await expect(app.getByText(t("retryPlan.savedOn"))).toBeVisible();
      expect(await db.customer.findUnique({ where: { id: supplier.customerId } })).toMatchObject({
        retriesReturns: true,
      });

      const { invoice, payment } = await debitUnderWay(supplier);
      await bank.payment(payment.id, "fail", { cause: "insufficient_funds", code: "AM04" });
      await awaitStatuses(supplier, invoice, ["failed", "created"]);
      const [second] = await openPayments(supplier, invoice);
      expect(Number(second?.chargeDate.slice(8))).toBeLessThanOrEqual(5);
      await app.goto("/app/returns");
      const line = app.getByRole("listitem").filter({ hasText: invoice.number });
      const values = { day: weekday(second?.chargeDate ?? "", language), amount: money(11_900, language) };
      await expect(line.getByText(t("returns.nextByPlan", values))).toBeVisible();

      await bank.payment(second?.id ?? "", "fail", { cause: "refer_to_payer", code: "MS03" });
      await awaitStatuses(supplier, invoice, ["failed", "failed", "created"]);
      await expect(line.getByText(t("returns.attempts", { count: 2 }))).toBeVisible();
      const [third] = await openPayments(supplier, invoice);
      expect(third?.chargeDate.slice(0, 7) ?? "").not.toBe(second?.chargeDate.slice(0, 7));
      await bank.payment(third?.id ?? "", "fail", { cause: "insufficient_funds", code: "AM04" });
      await awaitReason(supplier, invoice, "failed_needs_action");
      await awaitStatuses(supplier, invoice, ["failed", "failed", "failed"]);
      expect(await openPayments(supplier, invoice)).toEqual([]);
      expect(await rows.notices(supplier)).toContain("collection_failed");

      // A person may retry once more; then GoCardless' limit is reached, and only a new mandate is offered.
      const again = async (of: Locator, { number }: { number: string }) => {
        // The whole name, because "Do not try again" contains a part of it.
        const name = `${t("returns.retry.open")} ${t("returns.ofInvoice", { number })}`;
        await of.getByRole("button", { name, exact: true }).click();
        await of.getByRole("button", { name: t("returns.retry.confirm") }).click();
      };
      const page = await invoicePath(supplier, invoice);
      const onItsPage = app.getByRole("button", { name: t("invoices.retry"), exact: true });
      await app.goto(page);
      await expect(onItsPage).toBeVisible();
      await app.goto("/app/returns");
      await again(line, invoice);
      await awaitStatuses(supplier, invoice, ["failed", "failed", "failed", "created"]);
      const [fourth] = await openPayments(supplier, invoice);
      await bank.payment(fourth?.id ?? "", "fail", { cause: "insufficient_funds", code: "AM04" });
      await expect(line.getByText(t("returns.limitReached", { count: 3 }))).toBeVisible();
      await expect(line.getByRole("button", { name: t("returns.retry.open") })).toHaveCount(0);
      await expect(line.getByRole("button", { name: t("returns.ask") })).toBeVisible();
      await app.goto(page);
      const toDesk = t("invoices.goTo", { page: t("shell.nav.returns") });
      await expect(app.getByRole("link", { name: toDesk })).toBeVisible();
      await expect(onItsPage).toHaveCount(0);
      await app.goto("/app/returns");

      // GoCardless has announced its own retry: the screen shows it, and neither plan nor person can add another.
      const theirs = await debitUnderWay(supplier);
      const announced = { cause: "insufficient_funds", code: "AM04", willAttemptRetry: true };
      await bank.payment(theirs.payment.id, "fail", announced);
      const own = app.getByRole("listitem").filter({ hasText: theirs.invoice.number });
      await expect(own.getByText(t("returns.providerRetries"))).toBeVisible();
      await expect(own.getByRole("button", { name: t("returns.retry.open") })).toHaveCount(0);
      await awaitReason(supplier, theirs.invoice, "provider_retries");
      expect(await paymentsFor(supplier, theirs.invoice)).toHaveLength(1);

      // Switching the plan off cancels its planned retries; a person's planned retry is cancelled by a click.
      const other = await debitUnderWay(supplier);
      await bank.payment(other.payment.id, "fail", { cause: "insufficient_funds", code: "AM04" });
      await awaitStatuses(supplier, other.invoice, ["failed", "created"]);
      await app.goto("/app/settings");
      await plan.getByLabel(t("retryPlan.label")).uncheck();
      await plan.getByRole("button", { name: t("retryPlan.save") }).click();
      await expect(app.getByText(t("retryPlan.savedOff"))).toBeVisible();
      await awaitStatuses(supplier, other.invoice, ["failed", "cancelled"]);
      expect(await db.customer.findUnique({ where: { id: supplier.customerId } })).toMatchObject({
        retriesReturns: false,
      });
      await app.goto("/app/returns");
      const planned = app.getByRole("listitem").filter({ hasText: other.invoice.number });
      await again(planned, other.invoice);
      await awaitStatuses(supplier, other.invoice, ["failed", "cancelled", "created"]);
      await planned.getByRole("button", { name: t("returns.stop") }).click();
      await awaitStatuses(supplier, other.invoice, ["failed", "cancelled", "cancelled"]);
      await awaitReason(supplier, other.invoice, "failed_needs_action");
      await expect(planned.getByText(t("returns.stopped"))).toBeVisible();
      expect((await paymentsFor(supplier, other.invoice)).map((one) => one.status)).toEqual([
        "failed",
        "cancelled",
        "cancelled",
      ]);
    });
  });
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("after a disputed mandate the payer is asked for another one, which collects the invoice", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const { invoice, payment, payer } = await debitUnderWay(supplier);
      // With this code GoCardless keeps the mandate; if it ends the mandate, the mail is sent automatically.
      await bank.payment(payment.id, "fail", { cause: "other", code: "MD01" });
      await awaitReason(supplier, invoice, "failed_needs_action");
      await app.goto("/app/returns");
      const line = app.getByRole("listitem").filter({ hasText: invoice.number });
      await expect(line.getByText(t("failureCodes.MD01.title"))).toBeVisible();
      await expect(line.getByRole("button", { name: t("returns.retry.open") })).toHaveCount(0);
      await line.getByRole("button", { name: t("returns.ask") }).click();
      await mailbox.letter(payer.email, 2);
      await expect(line.getByRole("button", { name: t("returns.askAgain") })).toBeVisible();
      const requests = async () => (await rows.requests(supplier, payer.email)).map((row) => row.status);
      await expect.poll(requests).toEqual(["signed", "sent"]);
      await bank.mandate(payer.email, "sign", { organisation: supplier.account });
      await awaitStatuses(supplier, invoice, ["failed", "created"]);
      const [first, second] = await rows.collections(supplier, invoice);
      expect(second).toMatchObject({ retriedBy: null });
      expect(second?.mandateId).not.toBe(first?.mandateId);
      const [open] = await openPayments(supplier, invoice);
      const language = localeOfBrowser(locale);
      const planned = { day: weekday(open?.chargeDate ?? "", language), amount: money(11_900, language) };
      await expect(line.getByText(t("returns.nextByMandate", planned))).toBeVisible();
      await bank.payment(open?.id ?? "", "confirm");
      await expect(line).toHaveCount(0);
      await app.goto("/app/returns?filter=done");
      await expect(line.getByText(t("returns.outcomes.collected"), { exact: true })).toBeVisible();
    });

    test("an unknown code is shown as received; a dismissed return can be reopened; readers see no button", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const { invoice, payment } = await debitUnderWay(supplier);
      await bank.payment(payment.id, "fail", { cause: "other", code: "ZZ99" });
      await awaitReason(supplier, invoice, "failed_needs_action");
      const { customerId, userId } = supplier;
      const role = async (name: "owner" | "read_only") =>
        await db.membership.update({ where: { customerId_userId: { customerId, userId } }, data: { role: name } });

      await role("read_only");
      await app.goto("/app/returns");
      const line = app.getByRole("listitem").filter({ hasText: invoice.number });
      await expect(line).toContainText("ZZ99");
      await expect(line.getByText(t("failureCodes.unknown.todo"))).toBeVisible();
      await expect(line.getByRole("button")).toHaveCount(0);
      await role("owner");
      await app.reload();
      await line.getByRole("button", { name: t("returns.done"), exact: false }).click();
      await app
        .getByRole("alertdialog")
        .getByRole("button", { name: t("returns.done"), exact: true })
        .click();
      await expect(app.getByText(t("returns.none.open"))).toBeVisible();
      await awaitReason(supplier, invoice, "invoice_excluded");
      expect(await rows.notices(supplier)).not.toContain("collection_failed");

      await app.getByRole("link", { name: t("returns.filters.done") }).click();
      await expect(app).toHaveURL(/filter=done/);
      await app.getByRole("searchbox").fill(invoice.number);
      await expect(app).toHaveURL(/search=/);
      await line.getByRole("button", { name: t("returns.reopen") }).click();
      await awaitReason(supplier, invoice, "failed_needs_action");
      await app.getByRole("searchbox").fill("nobody");
      await expect(app.getByText(t("returns.noneFound"))).toBeVisible();
    });
  });
}

function nextSaturday(day: string): string {
  let next = day;
  while (new Date(`${next}T00:00:00Z`).getUTCDay() !== 6) next = addDays(next, 1);
  return next;
}
