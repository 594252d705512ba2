import { VENDOR_NAMES } from "../lib/vendors/types";
import { addDays } from "../sandbox/kit/calendar";
import { BOOK_KEEPING } from "./support/book-keeping";
import { connectionLine, figure } from "./support/dashboard";
import { calendar } from "./support/desk";
import { expect, findingsOf, hydrated, localeOfBrowser, test } from "./support/fixtures";
import { awaitReason, invoicePath } from "./support/rows";
import { DIRECT_DEBIT_TERM, newPayer } from "./support/supplier";
import { money } from "./support/texts";

/** The other tests of frame, dashboard and settings use Lexware Office; this file covers what differs. */
const CASES = (["SEVDESK", "DATEV"] as const).flatMap((system) =>
  (["en-GB", "de-DE"] as const).map((browser) => ({ system, browser, goesByFile: system === "DATEV" })),
);
const BEFORE = ["dashboard", "invoices", "upcoming", "returns"] as const;
const BETWEEN = ["mandates", "contacts", "payouts"] as const;
const AFTER = ["activity", "emails", "connections", "subscription", "settings", "account"] as const;

for (const { system, browser, goesByFile } of CASES) {
  const locale = localeOfBrowser(browser);
  const vendor = VENDOR_NAMES[system];
  const others = Object.values(VENDOR_NAMES).filter((name) => name !== vendor && name !== VENDOR_NAMES.GOCARDLESS);

  test.describe(`with ${vendor}, in ${locale}`, () => {
    test.use({ locale: browser, system });

    test("menu, support link, dashboard and settings follow the accounting system", {
      tag: goesByFile ? [] : "@rare",
    }, async ({ supplier, app, t }) => {
      const { customerId } = supplier;
      const named = (keys: readonly (typeof BEFORE | typeof BETWEEN | typeof AFTER)[number][]) =>
        keys.map((key) => t(`shell.nav.${key}`));
      const menu = app.getByRole("navigation", { name: t("shell.mainNavigation") }).getByRole("link");
      await expect(menu).toHaveText([
        ...named(BEFORE),
        ...(goesByFile ? [] : [t("shell.nav.transfer")]),
        ...named(BETWEEN),
        ...(goesByFile ? [vendor] : []),
        ...named(AFTER),
      ]);
      const mail = app.getByRole("banner").getByRole("link", { name: t("shell.support") });
      const facts = { product: "Einzug", customerId, system: vendor, integration: vendor };
      const draft = new URL((await mail.first().getAttribute("href")) ?? "");
      expect(draft.searchParams.get("subject")).toBe(t("shell.supportSubject.otherContract", facts));

      // Before the first invoice: the connections, and what to do in this accounting system.
      for (const name of [vendor, VENDOR_NAMES.GOCARDLESS])
        await expect(connectionLine(app, name)).toContainText(t("connections.states.connected"));
      for (const name of others) await expect(connectionLine(app, name)).toHaveCount(0);
      const first = goesByFile ? t("dashboard.first.handInList", { vendor }) : t("dashboard.first.writeInvoice.method");
      await expect(app.getByText(first)).toBeVisible();
      const selector = app.getByRole("group", { name: t("client.conditions.title"), exact: true });
      const list = app.getByRole("heading", { name: t("datev.card.title"), exact: true });
      await expect(list).toHaveCount(goesByFile ? 1 : 0);
      await expect(selector).toHaveCount(goesByFile ? 0 : 1);
      if (goesByFile) {
        await expect(app.getByText(t("datev.card.never"))).toBeVisible();
        await expect(app.getByText(t("datev.card.missing"), { exact: true })).toBeVisible();
      } else {
        await expect(app.getByText(t("client.conditions.intro.method"))).toBeVisible();
        await expect(app.getByRole("checkbox", { name: DIRECT_DEBIT_TERM })).toBeChecked();
      }
      expect(await findingsOf(app)).toEqual([]);
      const tour = app.getByRole("button", { name: t("dashboard.help.tour"), exact: true });
      await hydrated(tour);
      await tour.click();
      await app
        .getByRole("dialog")
        .getByRole("button", { name: t("dashboard.help.next") })
        .click();
      const step = app.getByRole("dialog", { name: t("dashboard.help.steps.conditions.title") });
      await expect(step).toContainText(t(`dashboard.help.collected.${goesByFile ? "list" : "method"}`, { vendor }));
      await app.keyboard.press("Escape");

      await app.goto("/app/settings");
      await expect(app.getByRole("heading", { name: t("settings.collecting.title"), exact: true })).toBeVisible();
      await expect(selector).toHaveCount(goesByFile ? 0 : 1);
      await expect(app.getByText(t("client.conditions.intro.method"))).toHaveCount(goesByFile ? 0 : 1);

      // With the first invoice, the dashboard shows the figures and the time of the last sync.
      const dueDate = addDays(await calendar.today(), 14);
      const entered = { payer: newPayer("Töpferei Ähre", locale), amountCents: 23_456, dueDate };
      const invoice = await BOOK_KEEPING[system].enter({ supplier, app, t }, entered);
      await awaitReason(supplier, invoice, "mandate_requested");
      await app.goto("/app");
      await expect(figure(app, t, "openInvoices")).toContainText(money(23_456, locale));
      await expect(figure(app, t, "openInvoices")).toContainText(t("dashboard.invoices", { count: 1 }));
      await expect(figure(app, t, "mandatesWaiting").locator(".figure")).toHaveText("1");
      await expect(connectionLine(app, vendor)).toContainText(t("dashboard.readAt"));
      await expect(app.getByText(first)).toHaveCount(0);
      const [place, text] = goesByFile
        ? [app.getByRole("main"), t("datev.card.fresh")]
        : [selector, t("client.conditions.openInvoices", { count: 1, amount: money(23_456, locale) })];
      await expect(place).toContainText(text);
      await app.goto(await invoicePath(supplier, invoice));
      const field = app.getByText(t("invoices.conditionIn.method"), { exact: true });
      await expect(field).toHaveCount(goesByFile ? 0 : 1);
    });
  });
}
