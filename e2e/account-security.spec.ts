import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { db } from "../lib/core/database/db";
import { AuthenticatorApp } from "./support/authenticator-app";
import { expect, findingsOf, hydrated, signIn, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { auditActions, expectAlert, fillSignIn, otherBrowser, speaks, userRow } from "./support/people";
import type { Supplier } from "./support/supplier";
import type { Texts } from "./support/texts";

const NEXT = "Anderes-Wetter-77-!!";

async function openSecurity(page: Page, t: Texts): Promise<void> {
  await page.goto("/app/account/security");
  await hydrated(page.getByRole("button", { name: t("account.password.submit") }));
}

/**
 * Sets the second factor up on the screen. Returns the authenticator app, the code used for the set-up, and the
 * recovery codes.
 */
async function setUpSecondFactor(page: Page, t: Texts) {
  await openSecurity(page, t);
  await page.getByRole("button", { name: t("account.twoFactor.setUp") }).click();
  await expect(page.getByRole("img", { name: t("account.twoFactor.qrCode") })).toBeVisible();
  const app = new AuthenticatorApp(await page.getByRole("definition").innerText());
  await app.calm();
  const used = app.code();
  await enterCodes(page, t, [app.code(-1), used]);
  const list = page.getByRole("list", { name: t("account.twoFactor.recoveryCodes") });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  return { app, used, recoveryCodes: await list.getByRole("listitem").allInnerTexts() };
}

async function enterCodes(page: Page, t: Texts, [first, second]: [string, string]): Promise<void> {
  await page.getByLabel(t("account.twoFactor.firstCode")).fill(first);
  await page.getByLabel(t("account.twoFactor.secondCode")).fill(second);
  await page.getByRole("button", { name: t("account.twoFactor.enable"), exact: true }).click();
}

async function enterSignInCode(page: Page, t: Texts, code: string): Promise<void> {
  await page.getByLabel(t("login.code")).fill(code);
  await page.getByRole("button", { name: t("login.submit"), exact: true }).click();
}

async function askedForCode(page: Page, t: Texts, supplier: Supplier): Promise<void> {
  await page.context().clearCookies({ name: "einzug.session" });
  await page.goto("/login");
  await fillSignIn(page, t, supplier.email, supplier.password);
  await expect(page.getByRole("status").filter({ hasText: t("login.codeRequired") })).toBeVisible();
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale, expectedErrors: "status of 401" });

    test("changing the password requires the present one and signs all other browsers out at once", {
      tag: "@rare",
    }, async ({ app, browser, supplier, t }) => {
      await speaks(supplier, locale);
      const context = await otherBrowser(browser, locale, "status of 401");
      const other = await context.newPage();
      await signIn(other, supplier, t);
      await openSecurity(app, t);
      const submit = app.getByRole("button", { name: t("account.password.submit") });
      const fill = async (current: string, next: string, again = next) => {
        await app.getByLabel(t("account.password.current")).fill(current);
        await app.getByLabel(t("password.new"), { exact: true }).fill(next);
        await app.getByLabel(t("password.again")).fill(again);
        await submit.click();
      };
      await submit.click();
      await expect(app.getByRole("alert").filter({ hasText: t("password.problem.enterPassword") })).toHaveCount(3);
      await fill(supplier.password, "kurz-1!");
      await expectAlert(app, t("password.problem.password_short"));
      await fill(supplier.password, "langaberschwach");
      await expectAlert(app, t("password.problem.password_weak"));
      await fill(supplier.password, NEXT, `${NEXT}x`);
      await expectAlert(app, t("password.problem.noMatch"));
      await fill("falsch", NEXT);
      await expectAlert(app, t("account.password.wrong"));
      await expect(app.getByRole("meter")).toHaveAttribute("aria-valuetext", t("password.level.very_strong"));
      await fill(supplier.password, NEXT);
      await expect(app.getByText(t("account.password.changed"))).toBeVisible();
      await expect(app.getByLabel(t("account.password.current"))).toHaveValue("");
      // The other browser is signed out without any action in it.
      await other.waitForURL((url) => url.pathname === "/login");
      await fillSignIn(other, t, supplier.email, supplier.password);
      await expectAlert(other, t("login.problem.wrong"));
      await signIn(other, { ...supplier, password: NEXT }, t);
      await app.reload();
      await expect(submit).toBeVisible();
      expect(await auditActions(supplier.customerId)).toContain("password.changed");
      const subjects = () => mailbox.to(supplier.email).then((letters) => letters.map((letter) => letter.subject));
      await expect.poll(subjects).toContain(t("mail.account.passwordChanged.subject", { product: "Einzug" }));
      await context.close();
    });

    test("a second factor is set up, accepts each code once, and can be turned off", async ({ app, supplier, t }) => {
      await speaks(supplier, locale);
      const { app: phone, used, recoveryCodes } = await setUpSecondFactor(app, t);
      const [one = "", two = ""] = recoveryCodes;
      expect(await findingsOf(app)).toEqual([]);
      await app.getByRole("button", { name: t("account.twoFactor.kept") }).click();
      await expect(app.getByText(t("account.twoFactor.codesLeft", { count: 10 }))).toBeVisible();
      const enabled = await userRow(supplier.email);
      expect(enabled?.twoFactorEnabledAt).not.toBeNull();
      const key = enabled?.twoFactorSecret ?? "";

      await askedForCode(app, t, supplier);
      await enterSignInCode(app, t, "000000");
      await expectAlert(app, t("login.problem.wrongCode"));
      // The code that enabled the factor cannot be used again; a code from an app one step ahead can.
      await enterSignInCode(app, t, used);
      await expectAlert(app, t("login.problem.wrongCode"));
      const ahead = phone.code(1);
      await enterSignInCode(app, t, ahead);
      await app.waitForURL((url) => url.pathname === "/app");

      await askedForCode(app, t, supplier);
      await enterSignInCode(app, t, ahead);
      await expectAlert(app, t("login.problem.wrongCode"));
      await enterSignInCode(app, t, one.toUpperCase());
      await app.waitForURL((url) => url.pathname === "/app");
      await askedForCode(app, t, supplier);
      await enterSignInCode(app, t, one);
      await expectAlert(app, t("login.problem.wrongCode"));
      await enterSignInCode(app, t, two);
      await app.waitForURL((url) => url.pathname === "/app");

      await openSecurity(app, t);
      await expect(app.getByText(t("account.twoFactor.codesLeft", { count: 8 }))).toBeVisible();
      await app.getByRole("button", { name: t("account.twoFactor.disable"), exact: true }).click();
      const confirm = app.getByRole("button", { name: t("account.twoFactor.disableConfirm") });
      await confirm.click();
      await expectAlert(app, t("login.problem.code"));
      await app.getByLabel(t("account.twoFactor.disableCode")).fill("000000");
      await confirm.click();
      await expectAlert(app, t("errors.two_factor_code_wrong"));
      await app.getByLabel(t("account.twoFactor.disableCode")).fill(recoveryCodes[2] ?? "");
      await confirm.click();
      await expect(app.getByRole("button", { name: t("account.twoFactor.setUp") })).toBeVisible();

      expect(await userRow(supplier.email)).toMatchObject({ twoFactorEnabledAt: null, twoFactorSecret: null });
      expect(key).not.toMatch(/^[A-Z2-7]+$/);
      const subjects = () => mailbox.to(supplier.email).then((letters) => letters.map((letter) => letter.subject));
      await expect
        .poll(subjects)
        .toEqual(
          expect.arrayContaining([t("mail.account.twoFactorOn.subject"), t("mail.account.twoFactorOff.subject")]),
        );
      expect(await auditActions(supplier.customerId)).toEqual(
        expect.arrayContaining(["two-factor.enabled", "two-factor.disabled"]),
      );
    });
  });
}

test("two codes that are not consecutive do not enable the second factor", { tag: "@rare" }, async ({
  app,
  supplier,
  t,
}) => {
  await openSecurity(app, t);
  await app.getByRole("button", { name: t("account.twoFactor.setUp") }).click();
  const phone = new AuthenticatorApp(await app.getByRole("definition").innerText());
  await enterCodes(app, t, ["", ""]);
  await expect(app.getByRole("alert").filter({ hasText: t("account.twoFactor.enterCode") })).toHaveCount(2);
  await phone.calm();
  await enterCodes(app, t, [phone.code(), phone.code()]);
  await expectAlert(app, t("account.twoFactor.enableFailed"));
  expect(await findingsOf(app)).toEqual([]);
  expect((await userRow(supplier.email))?.twoFactorEnabledAt).toBeNull();
});

test("recovery codes can be copied, saved and printed, and are shown only once", { tag: "@rare" }, async ({
  app,
  context,
  t,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { recoveryCodes } = await setUpSecondFactor(app, t);
  await app.getByRole("button", { name: t("account.twoFactor.copyCodes") }).click();
  await expect(app.getByRole("button", { name: t("account.copied") })).toBeVisible();
  expect(await app.evaluate(() => navigator.clipboard.readText())).toBe(recoveryCodes.join("\n"));
  const [download] = await Promise.all([
    app.waitForEvent("download"),
    app.getByRole("button", { name: t("account.twoFactor.download") }).click(),
  ]);
  const file = await readFile(await download.path(), "utf8");
  for (const code of recoveryCodes) expect(file).toContain(code);
  await app.emulateMedia({ media: "print" });
  await expect(app.getByRole("list", { name: t("account.twoFactor.recoveryCodes") })).toBeVisible();
  await expect(app.getByRole("button")).toHaveCount(0);
  await app.emulateMedia({ media: "screen" });
  await app.reload();
  await expect(app.getByText(t("account.twoFactor.codesLeft", { count: 10 }))).toBeVisible();
  await expect(app.getByText(recoveryCodes[0] ?? "")).toHaveCount(0);
});

test("the API reports a missing code by its status", { tag: "@rare" }, async ({ app, supplier, t }) => {
  const { app: phone } = await setUpSecondFactor(app, t);
  const ask = (twoFactorCode?: string) =>
    fetch(`${process.env.APP_URL}/api/v1/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: supplier.email, password: supplier.password, twoFactorCode }),
    });
  const missing = await ask();
  expect(missing.status).toBe(428);
  expect(await missing.json()).toMatchObject({ twoFactorRequired: true });
  expect((await ask(phone.code(1))).status).toBe(200);
});

test("a session ended from the list is signed out at once, and so are all others when all are ended", async ({
  page: app,
  browser,
  supplier,
  t,
}) => {
  // Signs in by the form, so that this browser is known; the person is notified of sign-ins from other browsers.
  await signIn(app, supplier, t);
  // A browser whose session has ended gets a 401.
  const another = () => otherBrowser(browser, undefined, "status of 401");
  const contexts = [await another(), await another(), await another()];
  const pages = await Promise.all(contexts.map((context) => context.newPage()));
  for (const page of pages) await signIn(page, supplier, t);
  await openSecurity(app, t);
  const list = app.getByRole("list", { name: t("account.sessions.list") });
  await expect(list.getByRole("listitem")).toHaveCount(4);
  const here = list.getByRole("listitem").filter({ hasText: t("account.sessions.current") });
  await expect(here).toHaveCount(1);
  await expect(here.getByRole("button")).toHaveCount(0);

  const rows = await db.session.findMany({ where: { userId: supplier.userId }, orderBy: { createdAt: "asc" } });
  const ip = rows[1]?.ip ?? "";
  await list.getByRole("listitem").filter({ hasText: ip }).getByRole("button").click();
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await pages[0]?.waitForURL((url) => url.pathname === "/login");
  await pages[1]?.goto("/app/payouts");
  expect(new URL(pages[1]?.url() ?? "").pathname).toBe("/app/payouts");

  await app.getByRole("button", { name: t("account.sessions.signOutOthers") }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  for (const page of pages.slice(1)) await page.waitForURL((url) => url.pathname === "/login");
  const left = await db.session.findMany({ where: { userId: supplier.userId } });
  expect(left.map((row) => row.id)).toEqual([rows[0]?.id]);
  expect(await auditActions(supplier.customerId)).toEqual(
    expect.arrayContaining(["session.ended", "session.others-ended"]),
  );
  await mailbox.letter(supplier.email, 3);
  for (const context of contexts) await context.close();
});
