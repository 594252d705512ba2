import { sevdesk } from "./support/desk";
import { expect, findingsOf, localeOfBrowser, signIn, test } from "./support/fixtures";
import { disconnect, expectOpen, stepOf } from "./support/newcomer";
import { rows } from "./support/rows";
import { unconnectedSupplier } from "./support/supplier";

const VENDOR = "sevdesk";

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${localeOfBrowser(locale)}`, () => {
    test.use({ locale });

    test("a new supplier connects sevdesk by API key, replaces the key, and disconnects", async ({ page, t }) => {
      const newcomer = await unconnectedSupplier({ contract: "none" });
      const account = await sevdesk.open(newcomer.companyName);
      await signIn(page, newcomer, t);
      await expectOpen(page, t, "books");
      const step = stepOf(page, t, "books");
      const field = step.getByLabel(t("client.apiKey.label", { vendor: VENDOR }), { exact: true });
      const send = step.getByRole("button", { name: t("onboarding.connect", { vendor: VENDOR }), exact: true });

      await send.click();
      await expect(step.getByText(t("client.apiKey.missing"))).toBeVisible();
      await field.fill("0123456789abcdef0123456789abcdef");
      await send.click();
      await expect(step.getByText(t("errors.api_key_refused"))).toBeVisible();
      expect(await rows.connection(newcomer, "SEVDESK")).toBeNull();
      expect(await findingsOf(page)).toEqual([]);
      await field.fill(` ${account.apiKey} `);
      await send.click();
      await expectOpen(page, t, "GOCARDLESS");
      await expect.poll(() => rows.connection(newcomer, "SEVDESK")).toMatchObject({ organisationId: account.id });

      // The connection shows its state, never the key, and no second accounting system is offered.
      await page.goto("/app/connections");
      await expect(page.getByText(`•••• ${account.apiKey.slice(-4)}`)).toBeVisible();
      await expect(page.getByText(account.apiKey)).toHaveCount(0);
      const or = locale === "de-DE" ? "oder" : "or";
      const change = { current: VENDOR, other: `Lexware Office, DATEV ${or} XRechnung/ZUGFeRD` };
      await expect(page.getByText(t("connections.change.text", change))).toBeVisible();
      await expect(page.getByRole("heading", { name: "Lexware Office", exact: true })).toBeHidden();

      const { apiKey } = await sevdesk.turnKey(account.id);
      await page.getByRole("button", { name: t("client.apiKey.renew"), exact: true }).click();
      await page.getByLabel(t("client.apiKey.label", { vendor: VENDOR }), { exact: true }).fill(apiKey);
      await page
        .getByRole("button", { name: t("connections.renew"), exact: true })
        .first()
        .click();
      await expect(page.getByText(`•••• ${apiKey.slice(-4)}`)).toBeVisible();

      await disconnect(page, t, VENDOR);
      await expect(page.getByRole("heading", { name: "Lexware Office", exact: true })).toBeVisible();
      expect(await rows.connection(newcomer, "SEVDESK")).toMatchObject({ status: "disconnected", accessToken: null });
      expect(await rows.notices(newcomer)).toEqual([]);
    });
  });
}
