import { expect, hydrated, test } from "./support/fixtures";

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    // The page's automatic requests fail meanwhile, and the browser reports each failure.
    test.use({ locale, expectedErrors: "Failed to load" });

    test("without a network the page stays and shows a notice", async ({ app, context, t }) => {
      const link = app.getByRole("navigation").getByRole("link", { name: t("shell.nav.mandates"), exact: true });
      await hydrated(link);
      await context.setOffline(true);
      const notice = app.getByText(t("client.offline.title"));
      await expect(notice).toBeVisible();
      await link.click();
      expect(new URL(app.url()).pathname).toBe("/app");
      await context.setOffline(false);
      await expect(notice).toBeHidden();
    });

    test("without a network a search waits, live updates stop, and the last search is run afterwards", {
      tag: "@rare",
    }, async ({ app, context, t }) => {
      await app.goto("/app/invoices");
      const box = app.getByRole("searchbox", { name: t("invoices.search") });
      await hydrated(box);
      await app.clock.install();
      const steps: string[] = [];
      app.on("request", (request) => {
        if (request.isNavigationRequest() || request.url().includes("_rsc=")) steps.push(request.url());
      });
      await context.setOffline(true);
      await expect(app.getByText(t("client.offline.title"))).toBeVisible();
      await box.fill("Apfel");
      await app.clock.runFor(10_000);
      // The browser's error page does not appear, because nothing is requested.
      expect(steps).toEqual([]);
      expect(new URL(app.url()).search).toBe("");
      await expect(box).toHaveValue("Apfel");
      await context.setOffline(false);
      await expect(app).toHaveURL(/\/app\/invoices\?search=Apfel$/);
    });
  });
}
