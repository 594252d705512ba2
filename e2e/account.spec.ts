import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { db } from "../lib/core/database/db";
import { debitUnderWay } from "./support/debits";
import { bank } from "./support/desk";
import { expect, findingsOf, hydrated, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { auditActions, expectAlert, fillSignIn, userRow } from "./support/people";
import { awaitStatuses } from "./support/rows";

const PAGES = ["/app/account", "/app/account/security", "/app/account/team", "/app/account/api", "/app/account/data"];

async function customerRow(id: string) {
  return await db.customer.findUniqueOrThrow({ where: { id } });
}

async function unzipped(download: Download): Promise<Record<string, string>> {
  const files = unzipSync(new Uint8Array(await readFile(await download.path())));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

/** Returns the form with this checkbox. */
function formOf(page: Page, box: Locator): Locator {
  return page.locator("form").filter({ has: box });
}

async function fits(page: Page): Promise<void> {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(beyond).toBeLessThanOrEqual(0);
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("every page of the account fits the screen and is accessible", { tag: "@rare" }, async ({ app, t }) => {
      await app.goto("/app/account");
      const tabs = app.getByRole("navigation", { name: t("account.nav") });
      for (const path of PAGES) {
        await tabs.locator(`a[href="${path}"]`).click();
        await app.waitForURL((url) => url.pathname === path);
        await expect(tabs.locator('[aria-current="page"]')).toHaveAttribute("href", path);
        for (const [width, colorScheme] of [
          [1280, locale === "de-DE" ? "dark" : "light"],
          [390, "light"],
        ] as const) {
          await app.emulateMedia({ colorScheme });
          await app.setViewportSize({ width, height: 900 });
          await fits(app);
          expect.soft(await findingsOf(app), `${path} at ${width}, ${colorScheme}`).toEqual([]);
        }
      }
    });

    test("name, company and mail preferences are checked, saved and shown to payers", async ({ app, supplier, t }) => {
      await app.goto("/app/account");
      const you = app.getByRole("region", { name: t("account.you.title") });
      await hydrated(you.getByRole("button"));
      await you.getByLabel(t("account.you.name")).fill(" ");
      await you.getByRole("button", { name: t("account.save") }).click();
      await expectAlert(app, t("account.you.enterName"));
      await you.getByLabel(t("account.you.name")).fill("Änne Ölschläger");
      await you.getByRole("button", { name: t("account.save") }).click();
      await expect(app.getByRole("complementary").getByText("Änne Ölschläger")).toBeVisible();

      const company = app.getByRole("region", { name: t("account.company.title") });
      const save = company.getByRole("button", { name: t("account.save") });
      await company.getByLabel(t("register.city")).fill("");
      await company.getByLabel(t("account.company.mobileNumber")).fill("12 34");
      await company.getByLabel(t("account.company.email")).fill("nobody");
      await save.click();
      await expectAlert(app, t("register.problem.required"));
      await expectAlert(app, t("register.problem.mobile"));
      await expectAlert(app, t("register.problem.email"));
      await expect(company.getByLabel(t("register.city"))).toBeFocused();
      await company.getByLabel(t("register.city")).fill("Görlitz");
      await company.getByLabel(t("register.country")).selectOption("AT");
      await company.getByLabel(t("account.company.mobileNumber")).fill("+49 (151) 234-567 89");
      await company.getByLabel(t("account.company.email")).fill("Rechnung@Werkstatt.example");
      await company.getByLabel(t("account.company.vatId")).fill("DE123456789");
      await save.click();
      await expect(app.getByText(t("account.saved"), { exact: true }).last()).toBeVisible();
      await expect
        .poll(() => customerRow(supplier.customerId))
        .toMatchObject({
          city: "Görlitz",
          countryCode: "AT",
          mobileNumber: "+4915123456789",
          email: "rechnung@werkstatt.example",
          vatId: "DE123456789",
        });
      const marketing = app.getByLabel(t("account.preferences.marketing"));
      await marketing.click();
      await formOf(app, marketing)
        .getByRole("button", { name: t("account.preferences.save") })
        .click();
      await expect(app.getByText(t("account.preferences.saved"))).toBeVisible();
      await app.reload();
      await expect(marketing).toBeChecked();
      expect(await userRow(supplier.email)).toMatchObject({
        name: "Änne Ölschläger",
        wantsMarketing: true,
        wantsProductUpdates: true,
      });
      expect(await auditActions(supplier.customerId)).toEqual(
        expect.arrayContaining(["user.renamed", "company.changed"]),
      );
    });

    test("closing waits for money, erases personal data and keeps accounting data", async ({ app, supplier, t }) => {
      const { invoice, payment } = await debitUnderWay(supplier);
      await app.goto("/app/account/data");
      await expect(app.getByText(t("account.data.blockedTitle", { count: 1 }))).toBeVisible();
      await expect(app.getByLabel(t("account.data.password"))).toHaveCount(0);
      await bank.payment(payment.id, "pay-out");
      await awaitStatuses(supplier, invoice, ["paid_out"]);
      await app.goto("/app/account/data");
      await expect(app.getByText(t("account.data.keptDebits", { count: 1 }))).toBeVisible();
      const close = app.getByRole("button", { name: t("account.data.close") });
      await hydrated(close);
      await close.click();
      await expectAlert(app, t("account.data.enterPassword"));
      await app.getByLabel(t("account.data.password")).fill("falsch");
      await close.click();
      await expectAlert(app, t("account.data.wrongPassword"));
      await app.getByLabel(t("account.data.password")).fill(supplier.password);
      await close.click();
      await app.waitForURL((url) => url.pathname === "/login");

      expect((await customerRow(supplier.customerId)).closedAt).not.toBeNull();
      expect(await userRow(supplier.email)).toBeNull();
      expect(await db.collection.count({ where: { customerId: supplier.customerId } })).toBe(1);
      const connections = await db.connection.findMany({ where: { customerId: supplier.customerId } });
      expect(connections.map((row) => [row.status, row.accessToken])).toEqual([
        ["disconnected", null],
        ["disconnected", null],
      ]);
      const letter = await mailbox.letter(supplier.email);
      expect(letter.links.some((link) => link.includes("/app/account"))).toBe(false);
    });
  });
}

test.describe("a closed account", () => {
  test.use({ expectedErrors: "status of 401" });

  test("lets nobody sign in", { tag: "@rare" }, async ({ app, supplier, t }) => {
    await app.goto("/app/account/data");
    const close = app.getByRole("button", { name: t("account.data.close") });
    await hydrated(close);
    await app.getByLabel(t("account.data.password")).fill(supplier.password);
    await close.click();
    await app.waitForURL((url) => url.pathname === "/login");
    await fillSignIn(app, t, supplier.email, supplier.password);
    await expectAlert(app, t("login.problem.wrong"));
  });
});

test.describe("e-mail preferences", () => {
  test.use({ expectedErrors: "Failed to load resource" });

  test("that could not be saved stay as the person set them, with the reason", { tag: "@rare" }, async ({
    app,
    supplier,
    t,
  }) => {
    await app.goto("/app/account");
    const updates = app.getByLabel(t("account.preferences.productUpdates"));
    await hydrated(updates);
    await app.route("**/app/account", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await updates.click();
    await formOf(app, updates)
      .getByRole("button", { name: t("account.preferences.save") })
      .click();
    await expectAlert(app, t("errors.unavailable"));
    await expect(updates).not.toBeChecked();
    expect(await userRow(supplier.email)).toMatchObject({ wantsProductUpdates: true });
  });
});

test("the language chosen in the header becomes the language of the account's mails", async ({ app, supplier }) => {
  await app.goto("/app/account");
  const german = app.getByRole("button", { name: "Deutsch" });
  await hydrated(german);
  await german.click();
  await expect(app.locator("html")).toHaveAttribute("lang", "de");
  await expect.poll(async () => (await userRow(supplier.email))?.locale).toBe("de");
});

test("a company name that is already registered is refused", { tag: "@rare" }, async ({
  app,
  supplier,
  suppliers,
  t,
}) => {
  const other = await customerRow((await suppliers.take()).customerId);
  await app.goto("/app/account");
  const company = app.getByRole("region", { name: t("account.company.title") });
  await hydrated(company.getByRole("button"));
  await company.getByLabel(t("register.companyName")).fill(other.companyName.toUpperCase());
  await company.getByLabel(t("register.city")).fill(other.city);
  await company.getByRole("button", { name: t("account.save") }).click();
  await expectAlert(app, t("register.problem.companyTaken"));
  expect((await customerRow(supplier.customerId)).companyName).toBe(supplier.companyName);
});

test("the export contains all data and no key", { tag: "@rare" }, async ({ app, supplier, t }) => {
  const { invoice, payer } = await debitUnderWay(supplier);
  await app.goto("/app/account/data");
  const button = app.getByRole("button", { name: t("account.data.export") });
  await hydrated(button);
  const [download] = await Promise.all([app.waitForEvent("download"), button.click()]);
  await expect(app.getByText(t("account.data.exported"))).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/^einzug-export-\d{4}-\d{2}-\d{2}\.zip$/);
  const files = await unzipped(download);
  const read = (name: string) => JSON.parse(files[`${name}.json`] ?? "null") as Record<string, unknown>[];
  expect(read("invoices")).toMatchObject([{ number: invoice.number, totalCents: 11_900 }]);
  expect(read("debits")).toMatchObject([{ status: "created", amountCents: 11_900 }]);
  expect(read("contacts")).toMatchObject([{ email: payer.email }]);
  expect(read("mandates")).toHaveLength(1);
  expect(JSON.parse(files["account.json"] ?? "null")).toMatchObject({ companyName: supplier.companyName });

  const connections = await db.connection.findMany({ where: { customerId: supplier.customerId } });
  const user = await userRow(supplier.email);
  const secrets = [user?.passwordHash, ...connections.flatMap((row) => [row.accessToken, row.refreshToken])];
  const everything = Object.values(files).join("\n");
  for (const secret of secrets.filter(Boolean)) expect(everything).not.toContain(secret);
  expect(everything).not.toMatch(/passwordHash|accessToken|refreshToken|twoFactorSecret/);
  expect(await auditActions(supplier.customerId)).toContain("account.exported");
});
