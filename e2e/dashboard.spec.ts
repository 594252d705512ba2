import type { Locator } from "@playwright/test";
import { db } from "../lib/core/database/db";
import { addDays, type Day, formatDay, toDate } from "../lib/core/time/dates";
import { addTargetDays } from "../lib/core/time/target-calendar";
import { figure, taskLine } from "./support/dashboard";
import { debitUnderWay, openPayments } from "./support/debits";
import { bank } from "./support/desk";
import { enter, expect, findingsOf, hydrated, localeOfBrowser, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { expectAlert } from "./support/people";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { DIRECT_DEBIT_TERM, newPayer, writeInvoice } from "./support/supplier";
import { money, weekday } from "./support/texts";

function mondayOf(day: Day): Day {
  return addDays(day, -((toDate(day).getUTCDay() + 6) % 7));
}

async function colourOf(part: Locator): Promise<string> {
  return await part.evaluate((node) => getComputedStyle(node).color);
}

for (const browserLocale of ["en-GB", "de-DE"] as const) {
  const locale = localeOfBrowser(browserLocale);
  test.describe(`in ${browserLocale}`, () => {
    test.use({ locale: browserLocale });

    test("the dashboard adds up to the cent and follows a failed payment without a reload", async ({
      supplier,
      app,
      t,
    }) => {
      const { invoice, payment } = await debitUnderWay(supplier, { amountCents: 23_456 });
      const unsigned = newPayer();
      await awaitReason(
        supplier,
        await writeInvoice(supplier, { payer: unsigned, amountCents: 123_450 }),
        "mandate_requested",
      );
      await expect(figure(app, t, "openInvoices")).toContainText(money(146_906, locale));
      // Content below the fold is laid out once the page is idle.
      await expect(app.locator("[class*='when-near']").last()).toHaveCSS("content-visibility", "visible");
      await expect(figure(app, t, "openInvoices")).toContainText(t("dashboard.invoices", { count: 2 }));
      await expect(figure(app, t, "openInvoices")).toContainText(t("dashboard.invoicesPending", { count: 1 }));
      await expect(figure(app, t, "onItsWay")).toContainText(money(23_456, locale));
      await expect(figure(app, t, "onItsWay")).toContainText(t("dashboard.debits", { count: 1 }));
      await expect(figure(app, t, "mandatesWaiting").locator(".figure")).toHaveText("1");
      await app.getByText(t("dashboard.asTable"), { exact: true }).click();
      const week = app.getByRole("row", { name: formatDay(mondayOf(payment.chargeDate), locale) });
      const inWeek = (...cents: (number | null)[]) => cents.map((one) => (one === null ? "–" : money(one, locale)));
      await expect(week.getByRole("cell")).toHaveText(inWeek(null, 23_456, null));
      const line = app
        .getByRole("list", { name: t("dashboard.forecast.title") })
        .getByRole("listitem")
        .filter({ hasText: money(23_456, locale) });
      await expect(line).toContainText(weekday(payment.chargeDate, locale));
      await expect(line).toContainText(weekday(addTargetDays(payment.chargeDate, 3), locale));
      await expect(app.getByText(t("dashboard.forecast.typical", { days: 3 }))).toBeVisible();
      // The link to the answers and the button for the tour have different names.
      for (const name of [t("shell.help"), t("dashboard.help.title")])
        await expect(app.getByRole("link", { name, exact: true })).toHaveCount(1);
      expect(await findingsOf(app)).toEqual([]);

      await bank.payment(payment.id, "fail", { cause: "insufficient_funds", code: "AM04" });
      await expect(
        taskLine(app, t, t("notices.collection_failed.title", { count: 1, number: invoice.number })),
      ).toBeVisible();
      await expect(app.getByText(t("dashboard.forecast.none"))).toBeVisible();
      await expect(week.getByRole("cell")).toHaveText(inWeek(null, null, 23_456));
      await expect(figure(app, t, "onItsWay")).toContainText(money(0, locale));
      await awaitStatuses(supplier, invoice, ["failed"]);

      const payer = newPayer();
      const term = DIRECT_DEBIT_TERM.replace("per ", "per  ");
      const nearly = await writeInvoice(supplier, { payer, term });
      await awaitReason(supplier, nearly, "condition_near_miss");
      await app.goto(await invoicePath(supplier, nearly));
      await expect(app.getByText(t("client.conditions.onlyBy.blanks"))).toBeVisible();
      await app.getByRole("button", { name: t("client.conditions.useToo") }).click();
      await mailbox.letter(payer.email);
      await bank.mandate(payer.email, "sign", { organisation: supplier.account });
      await awaitStatuses(supplier, nearly, ["created"]);
      expect(await openPayments(supplier, nearly)).toHaveLength(1);
      expect((await rows.invoice(supplier, nearly))?.reason).not.toBe("condition_near_miss");
    });

    test("each task links to the place where it is settled, and then disappears", { tag: "@rare" }, async ({
      supplier,
      app,
      t,
    }) => {
      const { customerId } = supplier;
      const { invoice, payment } = await debitUnderWay(supplier);
      const [unsigned, nearly] = [newPayer(), newPayer()];
      await awaitReason(supplier, await writeInvoice(supplier, { payer: unsigned }), "mandate_requested");
      const other = await writeInvoice(supplier, { payer: nearly, term: DIRECT_DEBIT_TERM.toUpperCase() });
      await awaitReason(supplier, other, "condition_near_miss");
      await mailbox.letter(unsigned.email);
      await bank.payment(payment.id, "fail", { cause: "insufficient_funds", code: "AM04" });
      await awaitReason(supplier, invoice, "failed_needs_action");
      await expect.poll(async () => (await rows.requests(supplier, unsigned.email))[0]?.status).toBe("sent");
      const [request] = await rows.requests(supplier, unsigned.email);
      const createdAt = new Date((request?.createdAt.getTime() ?? 0) - 8 * 24 * 3_600_000);
      await db.mandateRequest.updateMany({
        where: { customerId, id: request?.id },
        data: { createdAt, sentAt: createdAt },
      });
      await db.customer.update({ where: { id: customerId }, data: { city: "Rostock" } });

      const lines = {
        failed: taskLine(app, t, t("notices.collection_failed.title", { count: 1, number: invoice.number })),
        mismatch: taskLine(app, t, t("notices.mismatch.title")),
        invoices: taskLine(app, t, t("notices.invoices.title", { count: 1 })),
        unsigned: taskLine(app, t, t("notices.unsigned.title", { count: 1 })),
      };
      await app.goto("/app");
      await expect(app.getByRole("region", { name: t("dashboard.needsYou") }).getByRole("listitem")).toHaveCount(4);
      const settled = async (line: keyof typeof lines) => {
        await app.goto("/app");
        await expect(figure(app, t, "openInvoices")).toBeVisible();
        await expect(lines[line]).toHaveCount(0);
      };

      // One topic has the same colour on the dashboard and where it is settled.
      const tones = {
        failed: await colourOf(lines.failed.locator("svg").first()),
        invoices: await colourOf(lines.invoices.locator("svg").first()),
      };
      expect(tones.failed).not.toBe(tones.invoices);
      await app.goto("/app/invoices?filter=needs-you");
      for (const [one, tone] of [
        [invoice, tones.failed],
        [other, tones.invoices],
      ] as const)
        expect(await colourOf(app.getByRole("row").filter({ hasText: one.number }).locator(".pill"))).toBe(tone);
      await app.goto("/app");

      await lines.failed.getByRole("link").click();
      const back = app.getByRole("listitem").filter({ hasText: invoice.number });
      await back.getByRole("button", { name: t("returns.retry.open") }).click();
      await back.getByRole("button", { name: t("returns.retry.confirm") }).click();
      await awaitStatuses(supplier, invoice, ["failed", "created"]);
      await settled("failed");

      await lines.mismatch.getByRole("link").click();
      await app.getByRole("link", { name: t("connections.mismatch.profile") }).click();
      const company = app.getByRole("region", { name: t("account.company.title") });
      await hydrated(company.getByRole("button"));
      await company.getByLabel(t("register.city")).fill("Leipzig");
      await company.getByRole("button", { name: t("account.save") }).click();
      await expect(app.getByText(t("account.saved"), { exact: true }).last()).toBeVisible();
      await settled("mismatch");

      await lines.invoices.getByRole("link").click();
      await app.getByRole("row").getByRole("link", { name: other.number }).click();
      await app.getByRole("button", { name: t("client.conditions.useToo") }).click();
      await awaitReason(supplier, other, "mandate_requested");
      await settled("invoices");

      await lines.unsigned.getByRole("link").click();
      await expect(app).toHaveURL(/filter=open/);
      await expect(app.getByRole("listitem").filter({ hasText: unsigned.email })).toBeVisible();
      await bank.mandate(unsigned.email, "sign", { organisation: supplier.account });
      await settled("unsigned");
      // The return is still open, and the navigation counts it.
      const rest = app.getByRole("region", { name: t("dashboard.needsYou") }).getByRole("link");
      await expect(rest).toHaveAttribute("href", "/app/returns");
    });

    test("the welcome tour runs once for a new supplier, by keyboard too, and again on request", async ({
      page,
      supplier,
      t,
    }) => {
      await db.user.update({ where: { id: supplier.userId }, data: { tourEndedAt: null } });
      await enter(page, supplier);
      const step = (name: "needs" | "conditions") =>
        page.getByRole("dialog", { name: t(`dashboard.help.steps.${name}.title`) });
      const seen = async () =>
        (await db.user.findUniqueOrThrow({ where: { id: supplier.userId } })).tourEndedAt !== null;
      await expect(step("needs")).toBeVisible();
      expect(await findingsOf(page)).toEqual([]);
      await page.keyboard.press("ArrowRight");
      await expect(step("conditions")).toBeVisible();
      await expect(page.getByRole("dialog").locator(":focus")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
      await expect.poll(seen).toBe(true);

      await page.reload();
      const again = page.getByRole("button", { name: t("dashboard.help.tour"), exact: true });
      await hydrated(again);
      await expect(page.getByRole("dialog")).toBeHidden();
      await page.setViewportSize({ width: 390, height: 800 });
      await again.click();
      await expect(step("needs")).toBeInViewport({ ratio: 1 });
      // No invoice has been read, so there are no figures to point at.
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t("dashboard.help.next") })
        .click();
      await expect(step("conditions")).toBeInViewport({ ratio: 1 });
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t("dashboard.help.done") })
        .click();
      await expect(page.getByRole("dialog")).toBeHidden();
    });

    test("if no read invoice has a chosen condition, the dashboard leads to the choice, and collecting begins", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      await db.customer.update({ where: { id: supplier.customerId }, data: { paymentConditions: [] } });
      const payer = newPayer();
      const invoice = await writeInvoice(supplier, { payer });
      await awaitReason(supplier, invoice, "no_condition_chosen");
      await app.goto("/app");
      const line = taskLine(app, t, t("notices.no_condition_chosen.title"));
      await line.getByRole("link", { name: t("notices.no_condition_chosen.action") }).click();
      await expect(app).toHaveURL(/#conditions$/);
      await app.getByRole("checkbox", { name: DIRECT_DEBIT_TERM }).check();
      await app.getByRole("button", { name: t("client.conditions.save"), exact: true }).click();
      await expect(line).toHaveCount(0);
      await mailbox.letter(payer.email);
      await awaitReason(supplier, invoice, "mandate_requested");
    });

    test("settings refuse a payment condition that the accounting system would refuse, and say why", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      await app.goto("/app/settings");
      const field = app.getByLabel(t("client.conditions.other"));
      const add = app.getByRole("button", { name: t("client.conditions.add"), exact: true });
      await hydrated(field);
      await field.fill("x".repeat(255));
      await expectAlert(app, t("client.conditions.fault.too_long", { max: 254 }));
      await expect(app.getByText(t("client.conditions.count", { length: 255, max: 254 }))).toBeVisible();
      await field.fill("Zahlbar\nsofort");
      await expectAlert(app, t("client.conditions.fault.line_break"));
      await field.fill("Bankeinzug ");
      await add.click();
      await expectAlert(app, t("client.conditions.fault.trailing_space"));
      await field.fill(DIRECT_DEBIT_TERM.replace(".", "!"));
      await field.press("Enter");
      await expectAlert(app, t("client.conditions.nearKnown", { other: DIRECT_DEBIT_TERM }));
      expect(await findingsOf(app)).toEqual([]);
      await app.getByRole("button", { name: t("client.conditions.useKnown") }).click();
      await expect(app.getByRole("checkbox", { checked: true })).not.toHaveCount(0);
      const longest = "Einzug ".padEnd(254, "x");
      for (const text of ["Bankeinzug", longest]) {
        await field.fill(text);
        await add.click();
        await expect(app.getByRole("checkbox", { name: text })).toBeChecked();
      }
      await app
        .getByRole("region", { name: t("client.conditions.title") })
        .getByRole("button", { name: t("client.conditions.save"), exact: true })
        .click();
      await expect(app.getByText(t("client.conditions.saved"))).toBeVisible();
      expect(await db.customer.findUnique({ where: { id: supplier.customerId } })).toMatchObject({
        paymentConditions: [DIRECT_DEBIT_TERM, "Bankeinzug", longest],
      });
    });
  });
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("with the Standard plan an invoice's condition replaces the chosen one after a question", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      await db.contract.update({ where: { customerId: supplier.customerId }, data: { planType: "basic" } });
      const term = DIRECT_DEBIT_TERM.toUpperCase();
      const invoice = await writeInvoice(supplier, { payer: newPayer(), term });
      await awaitReason(supplier, invoice, "condition_near_miss");
      await app.goto(await invoicePath(supplier, invoice));
      await expect(app.getByText(t("client.conditions.onlyBy.case"))).toBeVisible();
      await app.getByRole("button", { name: t("client.conditions.useInstead") }).click();
      const question = app.getByRole("alertdialog");
      await expect(question).toContainText(t("client.conditions.replaceBody", { old: DIRECT_DEBIT_TERM, term }));
      await question.getByRole("button", { name: t("client.conditions.useInstead") }).click();
      await awaitReason(supplier, invoice, "mandate_requested");
      expect(await db.customer.findUnique({ where: { id: supplier.customerId } })).toMatchObject({
        paymentConditions: [term],
      });
    });
  });
}
