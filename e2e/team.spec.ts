import type { Page } from "@playwright/test";
import { db } from "../lib/core/database/db";
import { expect, findingsOf, hydrated, signIn, test } from "./support/fixtures";
import { auditActions, expectAlert, newNewcomer, otherBrowser, sessionCookie, userRow } from "./support/people";
import { unconnectedSupplier } from "./support/supplier";
import { invitationLink, invite, openTeam } from "./support/team";
import type { Texts } from "./support/texts";

function member(page: Page, t: Texts, email: string) {
  return page
    .getByRole("list", { name: t("account.team.list") })
    .getByRole("listitem")
    .filter({ hasText: email });
}

function invitations(page: Page, t: Texts) {
  return page.getByRole("list", { name: t("account.team.invitations") }).getByRole("listitem");
}

/** Follows the link in another browser, as a new person. */
async function join(page: Page, t: Texts, link: string, person: { name: string; password: string }): Promise<void> {
  await page.goto(link);
  await hydrated(page.getByRole("button", { name: t("invitation.join") }));
  await page.getByLabel(t("invitation.name")).fill(person.name);
  await page.getByLabel(t("register.password"), { exact: true }).fill(person.password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: t("invitation.join") }).click();
  await page.waitForURL((url) => url.pathname === "/app");
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    // The removed person's browser gets a 401.
    test.use({ locale, expectedErrors: "status of 401" });

    test("an invited reader joins, is made a member, and is removed", async ({ app, browser, supplier, t }) => {
      const { email, password } = newNewcomer();
      await openTeam(app, t);
      await invite(app, t, "nobody", "read_only");
      await expectAlert(app, t("account.team.checkEmail"));
      await invite(app, t, supplier.email, "read_only");
      await expectAlert(app, t("errors.already_member"));
      await invite(app, t, email, "read_only");
      await expect(invitations(app, t)).toContainText([email]);
      expect(await findingsOf(app)).toEqual([]);

      const context = await otherBrowser(browser, locale, "status of 401");
      await context.addCookies([{ name: "CookieConsent", value: "false", url: process.env.APP_URL ?? "" }]);
      const page = await context.newPage();
      await join(page, t, await invitationLink(email), { name: "Jonas Weber", password });
      await page.goto("/app/account/team");
      const own = member(page, t, email);
      await expect(own).toContainText(t("account.role.read_only"));
      await expect(page.getByRole("button", { name: t("account.team.invite") })).toHaveCount(0);
      await expect(page.getByRole("combobox")).toHaveCount(0);
      await page.goto("/app/account");
      await expect(page.getByText(t("account.company.readOnly"))).toBeVisible();
      await expect(page.getByText("Lindenhof 7")).toBeVisible();
      await page.goto("/app/account/data");
      await expect(page.getByText(t("account.data.ownerOnly"))).toBeVisible();
      expect((await page.request.get("/app/account/export")).status()).toBe(403);
      // People can always change what is their own.
      await page.goto("/app/account/security");
      await expect(page.getByRole("button", { name: t("account.passkeys.add") })).toBeVisible();
      expect(await findingsOf(page)).toEqual([]);

      await openTeam(app, t);
      const row = member(app, t, email);
      await row.getByRole("combobox").selectOption("member");
      await row.getByRole("button", { name: t("account.team.saveRole") }).click();
      await expect(app.getByText(t("account.team.roleSaved"))).toBeVisible();
      await page.goto("/app/account/team");
      await expect(own).toContainText(t("account.role.member"));
      expect((await userRow(email))?.memberships).toMatchObject([{ customerId: supplier.customerId, role: "member" }]);

      await row.getByRole("button", { name: t("account.team.remove") }).click();
      await app
        .getByRole("alertdialog")
        .getByRole("button", { name: t("account.team.removeConfirm") })
        .click();
      await expect(row).toHaveCount(0);
      await page.waitForURL((url) => url.pathname === "/login");
      expect(await userRow(email)).toBeNull();
      expect(await auditActions(supplier.customerId)).toEqual(
        expect.arrayContaining(["member.invited", "member.joined", "member.role-changed", "member.removed"]),
      );
      await context.close();
    });
  });
}

test("a withdrawn and a replaced invitation cannot be used", { tag: "@rare" }, async ({
  app,
  browser,
  supplier,
  t,
}) => {
  const { email } = newNewcomer();
  await openTeam(app, t);
  await invite(app, t, email, "member");
  const first = await invitationLink(email);
  await invite(app, t, email, "owner");
  const second = await invitationLink(email, 2);
  await expect(invitations(app, t)).toHaveCount(1);
  const context = await otherBrowser(browser);
  const page = await context.newPage();
  await page.goto(first);
  await expect(page.getByRole("heading", { name: t("invitation.expiredTitle") })).toBeVisible();
  await page.goto(second);
  await expect(
    page.getByRole("heading", { name: t("invitation.title", { company: supplier.companyName }) }),
  ).toBeVisible();
  await invitations(app, t).getByRole("button").click();
  await expect(invitations(app, t)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: t("invitation.expiredTitle") })).toBeVisible();
  expect(await db.invitation.count({ where: { customerId: supplier.customerId } })).toBe(0);
  await context.close();
});

test("an owner can step down or leave once there is another owner", { tag: "@rare" }, async ({
  app,
  browser,
  supplier,
  t,
}) => {
  const { email, password } = newNewcomer();
  await openTeam(app, t);
  const self = member(app, t, supplier.email);
  // The only owner is not offered what would be refused.
  await expect(self.getByRole("combobox")).toHaveCount(0);
  await expect(self.getByRole("button")).toHaveCount(0);
  await invite(app, t, email, "owner");
  const context = await otherBrowser(browser);
  const page = await context.newPage();
  await join(page, t, await invitationLink(email), { name: "Jonas Weber", password });
  // An owner can leave only when another one has been an owner for a day.
  const dayAgo = new Date(Date.now() - 25 * 3_600_000);
  const joined = { customerId: supplier.customerId, user: { email } };
  await db.membership.updateMany({ where: joined, data: { roleSince: dayAgo } });
  await app.reload();
  await hydrated(self.getByRole("combobox"));
  await self.getByRole("combobox").selectOption("member");
  await self.getByRole("button", { name: t("account.team.saveRole") }).click();
  await app
    .getByRole("alertdialog")
    .getByRole("button", { name: t("account.team.demoteConfirm") })
    .click();
  // The dialog hides the page behind it, so wait until it is closed before looking for the button.
  await expect(app.getByRole("alertdialog")).toBeHidden();
  await expect(app.getByRole("button", { name: t("account.team.invite") })).toHaveCount(0);
  await page.goto("/app/account/team");
  const other = member(page, t, supplier.email);
  await hydrated(other.getByRole("combobox"));
  await other.getByRole("combobox").selectOption("owner");
  await other.getByRole("button", { name: t("account.team.saveRole") }).click();
  await expect(page.getByText(t("account.team.roleSaved"))).toBeVisible();
  await app.reload();
  await hydrated(self.getByRole("combobox"));
  await self.getByRole("button", { name: t("account.team.leave") }).click();
  await app
    .getByRole("alertdialog")
    .getByRole("button", { name: t("account.team.leaveConfirm") })
    .click();
  await app.waitForURL((url) => url.pathname === "/login");
  const roles = await db.membership.findMany({ where: { customerId: supplier.customerId } });
  expect(roles.map((row) => row.role)).toEqual(["owner"]);
  await context.close();
});

test("a person who works for two companies switches between them", async ({ app, browser, supplier, t }) => {
  const other = await unconnectedSupplier();
  await openTeam(app, t);
  await invite(app, t, other.email, "read_only");
  const context = await otherBrowser(browser);
  const page = await context.newPage();
  await page.addInitScript(() => window.localStorage.setItem("einzug-stay", "true"));
  await signIn(page, other, t);
  await page.goto(await invitationLink(other.email));
  await page.getByRole("button", { name: t("invitation.join") }).click();
  const company = page.getByRole("complementary").getByText(supplier.companyName, { exact: true });
  await expect(company).toBeVisible();
  await page.goto("/app/account/team");
  const accounts = page.getByRole("list", { name: t("account.team.othersTitle") });
  await expect(accounts).toContainText(other.companyName);
  const back = accounts.getByRole("button", { name: t("account.team.switch") });
  await hydrated(back);
  await back.click();
  await expect(page.getByRole("complementary").getByText(other.companyName, { exact: true })).toBeVisible();
  // A person who stays logged in remains so; the session in the first account has ended on the server.
  expect((await sessionCookie(context))?.expires).toBeGreaterThan(Date.now() / 1_000 + 29 * 24 * 3600);
  const sessions = await db.session.findMany({ where: { userId: other.userId } });
  expect(sessions.map((row) => row.customerId)).toEqual([other.customerId]);
  expect(await auditActions(supplier.customerId)).toContain("member.joined");
  await context.close();
});
