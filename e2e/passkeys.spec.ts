import type { Page } from "@playwright/test";
import { db } from "../lib/core/database/db";
import { Authenticator } from "./support/authenticator";
import { expect, findingsOf, hydrated, signIn, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { auditActions, expectAlert, newNewcomer, otherBrowser, sessionCookie, speaks } from "./support/people";
import type { Supplier } from "./support/supplier";
import type { Texts } from "./support/texts";

async function openSecurity(page: Page, t: Texts): Promise<void> {
  await page.goto("/app/account/security");
  await hydrated(page.getByRole("button", { name: t("account.passkeys.add") }));
}

async function addPasskey(page: Page, t: Texts): Promise<void> {
  await page.getByRole("button", { name: t("account.passkeys.add") }).click();
}

/** Registers a passkey on the screen and returns the device that holds it. */
async function withPasskey(page: Page, t: Texts): Promise<Authenticator> {
  const device = await Authenticator.plugInto(page);
  await openSecurity(page, t);
  await addPasskey(page, t);
  await expect(list(page, t).getByRole("listitem")).toHaveCount(1);
  return device;
}

/** Makes the last proof of identity an hour old. */
async function proofGrowsOld({ userId }: Supplier): Promise<void> {
  await db.session.updateMany({ where: { userId }, data: { provedAt: new Date(Date.now() - 3_600_000) } });
}

function list(page: Page, t: Texts) {
  return page.getByRole("list", { name: t("account.passkeys.list") });
}

async function passkeyRows({ userId }: Supplier) {
  return await db.passkey.findMany({ where: { userId }, orderBy: { createdAt: "asc" } });
}

/**
 * Signs out and opens the sign-in page in a browser that offers no passkeys below the field. Otherwise the test device
 * would answer that request before the button is pressed.
 */
async function openSignIn(page: Page, t: Texts): Promise<void> {
  await page.addInitScript(() => {
    window.PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.context().clearCookies({ name: "einzug.session" });
  await page.goto("/login");
  await hydrated(page.getByRole("button", { name: t("login.passkey") }));
}

async function signInByPasskey(page: Page, t: Texts, email: string): Promise<void> {
  await page.getByLabel(t("login.email")).fill(email);
  await page.getByRole("button", { name: t("login.passkey") }).click();
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale, expectedErrors: "status of 401" });

    test("a passkey is added, listed, used instead of the password, and deleted", async ({ app, supplier, t }) => {
      await speaks(supplier, locale);
      await withPasskey(app, t);
      await expect(app.getByText(t("account.passkeys.added"))).toBeVisible();
      await expect(list(app, t)).toContainText(t("account.passkeys.neverUsed"));
      await expect(list(app, t)).toContainText(t("account.passkeys.thisDevice"));
      expect(await findingsOf(app)).toEqual([]);
      const [row] = await passkeyRows(supplier);
      expect(row).toMatchObject({ lastUsedAt: null, isSynced: false });
      expect((await mailbox.letter(supplier.email)).subject).toBe(t("mail.account.passkeyAdded.subject"));

      // In a browser left open, the password is asked for first, or an existing passkey.
      await proofGrowsOld(supplier);
      await addPasskey(app, t);
      const dialog = app.getByRole("dialog", { name: t("client.proof.title") });
      await dialog.getByLabel(t("client.proof.password")).fill("wrong");
      await dialog.getByRole("button", { name: t("client.proof.confirm") }).click();
      await expect(dialog.getByRole("alert")).toHaveText(t("client.proof.wrong"));
      expect(await findingsOf(app)).toEqual([]);
      await dialog.getByRole("button", { name: t("client.proof.passkey") }).click();
      await expectAlert(app, t("account.passkeys.problem.ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED"));
      await expect(dialog).toBeHidden();

      await openSignIn(app, t);
      await app.getByRole("button", { name: t("login.passkey") }).click();
      await expectAlert(app, t("login.problem.email"));
      await signInByPasskey(app, t, supplier.email);
      await app.waitForURL((url) => url.pathname === "/app");
      await openSecurity(app, t);
      await expect(list(app, t)).not.toContainText(t("account.passkeys.neverUsed"));

      await list(app, t).getByRole("button").click();
      await app
        .getByRole("alertdialog")
        .getByRole("button", { name: t("account.passkeys.deleteConfirm") })
        .click();
      await expect(app.getByText(t("account.passkeys.none"))).toBeVisible();
      expect(await passkeyRows(supplier)).toEqual([]);
      expect(await auditActions(supplier.customerId)).toEqual(
        expect.arrayContaining(["passkey.added", "passkey.deleted"]),
      );

      // The device still has the passkey, but it no longer signs in.
      await openSignIn(app, t);
      await signInByPasskey(app, t, supplier.email);
      await expectAlert(app, t("login.problem.passkey.failed"));
      expect(await sessionCookie(app.context())).toBeUndefined();
    });

    test("a refusal by the device shows a message of its own", { tag: "@rare" }, async ({ app, supplier, t }) => {
      const device = await Authenticator.plugInto(app);
      await device.setVerified(false);
      await openSecurity(app, t);
      await addPasskey(app, t);
      await expectAlert(app, t("account.passkeys.problem.ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY"));
      expect(await passkeyRows(supplier)).toEqual([]);
      await device.setVerified(true);
      await addPasskey(app, t);
      await expect(list(app, t).getByRole("listitem")).toHaveCount(1);

      await openSignIn(app, t);
      await device.setVerified(false);
      await signInByPasskey(app, t, supplier.email);
      await expectAlert(app, t("login.problem.passkey.aborted"));
      await device.setVerified(true);
      await signInByPasskey(app, t, newNewcomer().email);
      await expectAlert(app, t("login.problem.passkey.failed"));
      await signInByPasskey(app, t, supplier.email);
      await app.waitForURL((url) => url.pathname === "/app");
    });
  });
}

test("a browser without WebAuthn gets an error message", { tag: "@rare" }, async ({ app, t }) => {
  await app.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  await openSecurity(app, t);
  await addPasskey(app, t);
  await expectAlert(app, t("account.passkeys.problem.unsupported"));
});

test("a second device with the same passkey signs in", async ({ page: app, browser, supplier, t }) => {
  await signIn(app, supplier, t);
  const device = await withPasskey(app, t);
  const context = await otherBrowser(browser);
  const page = await context.newPage();
  const second = await Authenticator.plugInto(page);
  await second.receive(await device.credentials());
  await openSignIn(page, t);
  await signInByPasskey(page, t, supplier.email);
  await page.waitForURL((url) => url.pathname === "/app");
  await expect(page.getByText(supplier.companyName, { exact: true }).first()).toBeVisible();
  const [row] = await passkeyRows(supplier);
  expect(row?.lastUsedAt).not.toBeNull();
  expect(await db.session.count({ where: { userId: supplier.userId } })).toBe(2);
  // The mail about the passkey, and the one about a new device.
  await mailbox.letter(supplier.email, 2);
  await context.close();
});

test("the list below the e-mail field signs in without an address", { tag: "@rare" }, async ({ app, supplier, t }) => {
  await withPasskey(app, t);
  await app.context().clearCookies({ name: "einzug.session" });
  await app.goto("/login");
  await app.waitForURL((url) => url.pathname === "/app");
  expect((await passkeyRows(supplier))[0]?.lastUsedAt).not.toBeNull();
});

test.describe("with the address of somebody else", () => {
  test.use({ expectedErrors: "status of 401" });

  test("a passkey does not sign in", { tag: "@rare" }, async ({ app, supplier, suppliers, t }) => {
    const other = await suppliers.take();
    await withPasskey(app, t);
    await openSignIn(app, t);
    await signInByPasskey(app, t, other.email);
    await expectAlert(app, t("login.problem.passkey.failed"));
    expect(await db.session.count({ where: { userId: other.userId } })).toBe(0);
    expect(await db.session.count({ where: { userId: supplier.userId } })).toBe(1);
  });
});
