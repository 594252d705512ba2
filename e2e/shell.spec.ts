import type { BrowserContext, Locator, Page } from "@playwright/test";
import { enter, expect, findingsOf, hydrated, test } from "./support/fixtures";
import type { Texts } from "./support/texts";

/** Their rules are proven below the browser. */
const RARE = { tag: "@rare" };

const SUPPORT = "support@einzug.example";
const YEAR_SECONDS = 365 * 24 * 3600;

/** Returns the subject of the mail draft behind a link. */
async function subjectOf(link: Locator): Promise<string | null> {
  const url = new URL((await link.getAttribute("href")) ?? "");
  expect(url.protocol + url.pathname).toBe(`mailto:${SUPPORT}`);
  return url.searchParams.get("subject");
}

function banner(page: Page, t: Texts): Locator {
  return page.getByRole("region", { name: t("shell.consent.title") });
}

async function consents(context: BrowserContext) {
  const all = await context.cookies();
  return all
    .filter((cookie) => cookie.name.startsWith("CookieConsent"))
    .map(({ name, value, sameSite, path, expires }) => ({
      cookie: `${name}=${value}`,
      sameSite,
      path,
      isForAYear: Math.abs(expires - Date.now() / 1000 - YEAR_SECONDS) < 3600,
    }));
}

const kept = (value: "true" | "false") =>
  ["CookieConsent", "CookieConsent-legacy"].map((name) => ({
    cookie: `${name}=${value}`,
    sameSite: "Lax",
    path: "/",
    isForAYear: true,
  }));

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("the header leads to help, the tour, and a mail that says who writes", RARE, async ({ app, supplier, t }) => {
      const header = app.getByRole("banner");
      await expect(header.getByRole("link", { name: t("shell.toDashboard") })).toBeVisible();
      const mail = header.getByRole("link", { name: t("shell.support") });
      const { customerId } = supplier;
      expect(await subjectOf(mail.first())).toBe(
        t("shell.supportSubject.otherContract", {
          product: "Einzug",
          customerId,
          system: "Lexware Office",
          integration: "Lexware Office",
        }),
      );
      await header.getByRole("link", { name: t("shell.tour") }).click();
      await expect(app.getByRole("heading", { name: t("faq.tour.title") })).toBeInViewport();
      await header.getByRole("link", { name: t("shell.help") }).click();
      await expect(app.getByRole("heading", { level: 1, name: t("faq.title") })).toBeVisible();
      // Public pages also know a signed-in reader, and link back to the dashboard.
      expect(await subjectOf(header.getByRole("link", { name: t("shell.support") }).first())).toContain(customerId);
      await header.getByRole("link", { name: t("shell.nav.dashboard") }).click();
      await app.waitForURL((url) => url.pathname === "/app");
    });

    test("on a phone the header has a menu and an icon for the support", RARE, async ({ app, supplier, t }) => {
      await app.setViewportSize({ width: 390, height: 844 });
      const header = app.getByRole("banner");
      await expect(header.getByRole("link", { name: t("shell.tour") })).toBeHidden();
      const mail = header.getByRole("link", { name: t("shell.support") }).filter({ visible: true });
      await expect(mail).toHaveCount(1);
      expect(await subjectOf(mail)).toContain(supplier.customerId);
      await header.getByRole("button", { name: t("shell.menu") }).click();
      const menu = app.getByRole("dialog", { name: t("shell.menu") });
      for (const name of ["help", "tour", "support", "imprint", "privacy", "terms"] as const)
        await expect(menu.getByRole("link", { name: t(`shell.${name}`), exact: true })).toBeVisible();
      expect(await findingsOf(app), "the menu").toEqual([]);
      await menu.getByRole("link", { name: t("shell.nav.invoices"), exact: true }).click();
      await expect(menu).toBeHidden();
      await app.waitForURL((url) => url.pathname === "/app/invoices");
    });

    test("the sidebar lists the pages in order, marks the current one, and signs out", async ({ app, t }) => {
      const navigation = app.getByRole("navigation", { name: t("shell.mainNavigation") });
      const pages = [
        "dashboard",
        "invoices",
        "upcoming",
        "returns",
        "transfer",
        "mandates",
        "contacts",
        "payouts",
        "activity",
        "emails",
        "connections",
        "subscription",
        "settings",
        "account",
      ] as const;
      await expect(navigation.getByRole("link")).toHaveText(pages.map((page) => t(`shell.nav.${page}`)));
      await expect(navigation.getByRole("link", { name: t("shell.nav.account") })).toHaveAttribute(
        "href",
        "/app/account",
      );
      await navigation.getByRole("link", { name: t("shell.nav.mandates") }).click();
      await expect(app.getByRole("heading", { level: 1, name: t("mandates.title") })).toBeVisible();
      await expect(navigation.locator("[aria-current=page]")).toHaveText(t("shell.nav.mandates"));
      await app.getByRole("button", { name: t("shell.signOut") }).click();
      await app.waitForURL((url) => url.pathname === "/login");
    });

    test("a visitor finds support, help and the legal pages on every public page", async ({ page, t }) => {
      for (const path of ["/login", "/faq", "/GoCardlessUnauthenticated", "/service-down"]) {
        await page.goto(path);
        const mail = page
          .getByRole("banner")
          .getByRole("link", { name: t("shell.support") })
          .first();
        expect(await subjectOf(mail)).toBe(t("shell.supportSubject.visitor", { product: "Einzug" }));
        await expect(page.getByRole("contentinfo").getByRole("link", { name: t("shell.help") })).toBeVisible();
        for (const name of ["imprint", "privacy", "terms", "apiDocs", "status", "changelog"] as const) {
          const link = page.getByRole("contentinfo").getByRole("link", { name: t(`shell.${name}`), exact: true });
          await expect(link).toHaveAttribute("href", name === "apiDocs" ? "/api-docs" : `/${name}`);
        }
      }
      await page.goto("/status");
      const parts = page.getByRole("list", { name: t("status.list") }).getByRole("listitem");
      for (const part of ["web", "database", "jobs"] as const)
        await expect(parts.filter({ hasText: t(`status.parts.${part}`) })).toContainText(t("status.states.good"));
      await page.goto("/changelog");
      await expect(page.getByText(t("changelog.days.2026-11-30.apiKeys.what"), { exact: true })).toBeVisible();
      for (const name of ["imprint", "privacy", "terms"] as const) {
        await page.goto(`/${name}`);
        await expect(page.getByRole("heading", { level: 1, name: t(`legal.${name}.title`) })).toBeVisible();
        await expect(page.getByText(t("legal.template.title"))).toBeVisible();
      }
    });

    test("questions can be searched, opened, and linked to", RARE, async ({ page, t }) => {
      await page.goto("/faq");
      const search = page.getByRole("searchbox", { name: t("client.faq.search") });
      const question = (text: string) => page.locator("summary").filter({ hasText: text });
      const { q, a } = {
        q: t("faq.groups.collecting.questions.closed.q"),
        a: t("faq.groups.collecting.questions.closed.a"),
      };
      await expect(page.getByText(a)).toBeHidden();
      await question(q).click();
      await expect(page.getByText(a)).toBeVisible();
      await hydrated(search);
      // Typed without the accent.
      await search.fill(locale === "de-DE" ? "rucklastschrift automatisch" : "tried again auto");
      await expect(page.getByText(t("faq.groups.returns.questions.retry.a"))).toBeVisible();
      await expect(question(q)).toBeHidden();
      await expect(page.getByRole("status").filter({ hasText: t("client.faq.found", { count: 1 }) })).toBeVisible();
      expect(await findingsOf(page), "found").toEqual([]);
      await search.fill("xyzzy");
      await expect(page.getByText(t("client.faq.none", { query: "xyzzy" }))).toBeVisible();
      await page.getByRole("button", { name: t("client.faq.clear") }).click();
      await expect(question(q)).toBeVisible();
      await page.goto("/faq?from=mail#money-final");
      await expect(page.getByText(t("faq.groups.money.questions.final.a"))).toBeInViewport();
      await page
        .getByRole("link", { name: t("faq.tour.title") })
        .and(page.locator("[href='#tour']"))
        .click();
      await expect(page.getByRole("heading", { name: t("faq.tour.title") })).toBeInViewport();
      const steps = page.getByRole("region", { name: t("faq.tour.title") }).getByRole("listitem");
      await expect(steps).toHaveCount(6);
    });

    test.describe("in a browser without an answer about cookies, a visitor", () => {
      test.use({ hasAnswered: false });

      test("is asked about cookies, declines by keyboard, and changes the answer", async ({ page, context, t }) => {
        await page.goto("/login");
        const asked = banner(page, t);
        await expect(asked).toBeVisible();
        expect(await findingsOf(page), "the banner").toEqual([]);
        const heading = page.getByRole("heading", { level: 1 });
        const before = await heading.boundingBox();
        // After the skip link, the banner comes first in the tab order: its link, then its two answers.
        for (const name of [t("shell.skip"), t("shell.consent.more"), t("shell.consent.decline")]) {
          await page.keyboard.press("Tab");
          await expect(page.locator(":focus")).toHaveText(name);
        }
        await page.keyboard.press("Enter");
        await expect(asked).toBeHidden();
        expect(await heading.boundingBox()).toEqual(before);
        await expect.poll(() => consents(context)).toEqual(kept("false"));
        await page.goto("/faq");
        await expect(heading).toBeVisible();
        await expect(asked).toBeHidden();

        const again = page.getByRole("button", { name: t("shell.consent.again") });
        await hydrated(again);
        await again.click();
        await expect(asked).toBeFocused();
        expect(await consents(context)).toEqual([]);
        await asked.getByRole("button", { name: t("shell.consent.accept") }).click();
        await expect.poll(() => consents(context)).toEqual(kept("true"));
        await expect(asked).toBeHidden();
      });

      test("gets the banner from the server, and may ignore it", RARE, async ({ page, context, supplier, t }) => {
        const asksIn = async (path: string) => (await (await page.request.get(path)).text()).includes('id="consent"');
        expect(await asksIn("/faq")).toBe(true);
        expect(await asksIn("/m/unknown"), "the payer's pages").toBe(false);
        await page.setViewportSize({ width: 390, height: 844 });
        await enter(page, supplier);
        await expect(banner(page, t)).toBeVisible();
        await page.getByRole("button", { name: t("shell.menu") }).click();
        await page.getByRole("button", { name: t("shell.signOut") }).click();
        await page.waitForURL((url) => url.pathname === "/login");
        await context.addCookies([{ name: "CookieConsent-legacy", value: "true", url: process.env.APP_URL ?? "" }]);
        expect(await asksIn("/faq"), "with the copy alone").toBe(false);
      });

      test.describe("without scripts", () => {
        test.use({ javaScriptEnabled: false });

        test("can answer, revoke the answer, and stay on the page", RARE, async ({ page, context, t }) => {
          // A page with a secret address sends no referrer.
          const address = "/reset-password?jwtToken=unknown";
          await page.goto(address);
          await banner(page, t)
            .getByRole("button", { name: t("shell.consent.accept") })
            .click();
          await expect(banner(page, t)).toBeHidden();
          expect(await consents(context)).toEqual(kept("true"));
          await page.getByRole("button", { name: t("shell.consent.again") }).click();
          await expect(banner(page, t)).toBeVisible();
          expect([await consents(context), new URL(page.url()).href]).toEqual([
            [],
            new URL(address, process.env.APP_URL).href,
          ]);
          const answer = await page.request.post("/consent", {
            headers: { "sec-fetch-site": "cross-site" },
            form: { consent: "true", page: "//elsewhere.example" },
            maxRedirects: 0,
          });
          expect([answer.status(), answer.headers().location, await consents(context)]).toEqual([303, "/", []]);
        });
      });
    });

    test.describe("after a vendor's page", () => {
      test.use({ expectedErrors: "status of 400" });

      test("the return page says what happens, and opens the dashboard after a failure", RARE, async ({ app, t }) => {
        for (const [path, api, vendor] of [
          ["/api/connect/lexoffice/return?code=x", "**/api/v1/connect/lexoffice/**", "Lexware Office"],
          ["/api/connect/goCardless/return?code=x", "**/api/v1/connect/gocardless/**", "GoCardless"],
        ] as const) {
          let release = () => {};
          const held = new Promise<void>((done) => {
            release = done;
          });
          await app.route(api, async (route) => {
            await held;
            await route.fulfill({ status: 400, json: {} });
          });
          await app.goto(path);
          await expect(app).toHaveTitle(`${vendor} · Einzug`);
          const screen = app.getByRole("status");
          for (const text of [t("connectReturn.signupWith"), t("connectReturn.loading"), t("connectReturn.text")])
            await expect(screen).toContainText(text);
          await expect(screen).toContainText(vendor);
          await expect(screen).toContainText("Einzug");
          expect(await findingsOf(app), path).toEqual([]);
          release();
          await app.waitForURL((url) => url.pathname === "/app");
        }
      });
    });

    test("a payer whose link does not work reads whom to ask", RARE, async ({ page, t }) => {
      for (const [path, side] of [
        ["/GoCardlessUnauthenticated", "payments"],
        ["/erpUnauthenticated", "books"],
      ] as const) {
        await page.goto(path);
        const main = page.getByRole("main");
        for (const text of [t(`info.broken.${side}.text`), t("info.broken.contact"), t(`info.broken.${side}.tip`)])
          await expect(main).toContainText(text);
        await expect(main.getByRole("link", { name: t("info.broken.faq") })).toHaveAttribute("href", "/faq");
        const site = main.getByRole("link", { name: t("info.broken.site", { product: "Einzug" }) });
        await expect(site).toHaveAttribute("href", "https://einzug.example");
      }
    });
  });
}
