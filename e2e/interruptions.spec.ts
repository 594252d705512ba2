import { randomUUID } from "node:crypto";
import type { Browser, Page, Route } from "@playwright/test";
import { comeFrom, expect, findingsOf, hydrated, newAddress, PROBE, PULSE, signIn, test } from "./support/fixtures";
import { type Installation, startInstallation } from "./support/installation";
import { textsIn } from "./support/texts";

/** Their rules are proven below the browser. */
const RARE = { tag: "@rare" };
const SAVED = "previousUrl";
const EVERY_MS = 7_000;

const down = (route: Route) => route.fulfill({ status: 503, json: { status: 503 } });

async function savedPath(page: Page): Promise<string | null> {
  return await page.evaluate((key) => sessionStorage.getItem(key), SAVED);
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    // These tests make answers fail, and the browser reports each failure.
    test.use({ locale, expectedErrors: "Failed to load" });

    test("the outage page remembers the page, waits, and returns to it", async ({ app, t }) => {
      await app.clock.install();
      let probes = 0;
      let answer: (route: Route) => Promise<void> = down;
      await app.route(PROBE, async (route) => {
        probes += 1;
        await answer(route);
      });
      await app.goto("/app/invoices?search=RE10");
      await app.route(PULSE, down);
      await app.clock.runFor(3_000);
      await app.waitForURL((url) => url.pathname === "/service-down");
      expect(await savedPath(app)).toBe("/app/invoices?search=RE10");
      await expect(app.getByRole("heading", { level: 1, name: t("client.outage.title") })).toBeVisible();
      await expect(app.getByText(t("client.outage.text"))).toBeVisible();
      expect(await findingsOf(app)).toEqual([]);

      // From here on the test controls the clock, so automatic probes stop and only the pressed one counts.
      const logged = () => app.waitForEvent("console", (line) => line.text().startsWith("service probe"));
      await logged();
      await app.clock.pauseAt(await app.evaluate(() => Date.now() + 2_000));
      const before = probes;
      const reload = app.getByRole("button", { name: t("client.outage.reload") });
      await Promise.all([logged(), reload.click()]);
      expect(probes).toBe(before + 1);
      // Neither another status nor a network error leaves the page; both are only logged.
      for (const refuse of [
        (route: Route) => route.fulfill({ status: 204 }),
        (route: Route) => route.abort("connectionrefused"),
      ]) {
        answer = refuse;
        const earlier = probes;
        const refused = logged();
        await app.clock.runFor(EVERY_MS);
        await refused;
        expect(probes).toBe(earlier + 1);
        await expect(reload).toBeEnabled();
      }
      expect(new URL(app.url()).pathname).toBe("/service-down");
      answer = (route) => route.continue();
      await app.unroute(PULSE);
      await app.clock.runFor(EVERY_MS);
      await app.clock.resume();
      await app.waitForURL((url) => url.pathname + url.search === "/app/invoices?search=RE10");
      await expect(app.getByRole("heading", { level: 1, name: t("invoices.title") })).toBeVisible();
      expect(await savedPath(app)).toBeNull();
    });

    test("a slow page keeps the old page first, then shows its outline, then the page", async ({ app, t }) => {
      await app.goto("/app/invoices");
      const heading = app.getByRole("heading", { level: 1, name: t("invoices.title") });
      const link = app.getByRole("navigation").getByRole("link", { name: t("shell.nav.payouts"), exact: true });
      await hydrated(link);
      // The clock stands still, however busy the machine is.
      await app.clock.install();
      await app.clock.pauseAt(Date.now() + 60_000);
      let answer = () => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const asked = app.waitForRequest(/\/app\/payouts\?_rsc=/);
      await app.route(/\/app\/payouts\?_rsc=/, async (route) => {
        await answered;
        await route.continue();
      });
      await link.click();
      await asked;
      await expect(heading).toBeVisible();
      await app.clock.runFor(750);
      await expect(heading).toBeHidden();
      await expect(app.getByRole("main").getByRole("status")).toHaveText(t("common.loading"));
      await app.clock.resume();
      answer();
      await expect(app.getByRole("heading", { level: 1, name: t("payouts.title") })).toBeVisible();
      await expect(app.getByRole("main").getByRole("status")).toHaveCount(0);
      // After going back to the first page, no navigation counts as running.
      await app.goBack();
      await expect(heading).toBeVisible();
      await app.clock.fastForward(2_000);
      await expect(app.getByRole("progressbar")).toHaveCount(0);
      await expect(heading).toBeVisible();
    });

    test("a page that never arrives is loaded as a whole after two minutes", RARE, async ({ app, t }) => {
      const link = app.getByRole("navigation").getByRole("link", { name: t("shell.nav.payouts"), exact: true });
      await hydrated(link);
      await app.clock.install();
      await app.clock.pauseAt(Date.now() + 60_000);
      const held: Route[] = [];
      await app.route(/\/app\/payouts\?_rsc=/, (route) => void held.push(route));
      const asked = app.waitForRequest(/\/app\/payouts\?_rsc=/);
      await link.click();
      await asked;
      await app.clock.runFor(119_000);
      await expect(app.getByRole("main").getByRole("status")).toHaveText(t("common.loading"));
      expect(new URL(app.url()).pathname).toBe("/app");
      const loaded = app.waitForRequest((request) => request.isNavigationRequest());
      await app.clock.runFor(2_000);
      expect(new URL((await loaded).url()).pathname).toBe("/app/payouts");
      await expect(app.getByRole("heading", { level: 1, name: t("payouts.title") })).toBeVisible();
    });

    test("a missing chunk causes one automatic reload, the next one an error message", RARE, async ({ app, t }) => {
      const link = (page: "mandates" | "invoices") =>
        app.getByRole("navigation").getByRole("link", { name: t(`shell.nav.${page}`), exact: true });
      let known = new Set<string>();
      const lose = async () => {
        known = new Set(await app.evaluate(() => performance.getEntriesByType("resource").map((one) => one.name)));
      };
      let loads = 0;
      app.on("request", (request) => {
        if (!request.isNavigationRequest()) return;
        loads += 1;
        known.clear();
      });
      await app.route("**/_next/static/chunks/**", (route) =>
        known.size > 0 && !known.has(route.request().url()) ? route.abort() : route.continue(),
      );
      // Before hydration the browser follows the link on its own, and no chunk is requested.
      await hydrated(link("mandates"));
      await lose();
      await link("mandates").click();
      await expect.poll(() => loads).toBe(1);
      await hydrated(link("invoices"));
      await expect(app.getByRole("heading", { level: 1, name: t("mandates.title") })).toBeVisible();

      await lose();
      await link("invoices").click();
      await expect(app.getByRole("heading", { level: 1, name: t("client.fault.missing.title") })).toBeVisible();
      expect(await findingsOf(app)).toEqual([]);
      expect(loads).toBe(1);
      await app.getByRole("button", { name: t("client.fault.missing.reload") }).click();
      await expect(app.getByRole("heading", { level: 1, name: t("invoices.title") })).toBeVisible();
    });

    test("a first load without a script says so, and one click repairs it", RARE, async ({ app, t }) => {
      let lost = 0;
      // Any script of the first load would do; most of them are aborted at once.
      const lose = async (route: Route) => {
        lost += 1;
        await route.abort();
      };
      await app.route("**/_next/static/chunks/*.js", lose);
      await app.goto("/app/invoices?search=RE10");
      const notice = app.getByRole("alert").filter({ hasText: t("client.fault.missing.title") });
      await expect(notice).toBeVisible();
      expect(lost).toBeGreaterThan(0);
      await expect(app.getByRole("heading", { level: 1, name: t("invoices.title") })).toBeVisible();
      expect(await findingsOf(app)).toEqual([]);
      await app.unroute("**/_next/static/chunks/*.js", lose);
      await notice.getByRole("link", { name: t("client.fault.missing.reload") }).click();
      await hydrated(app.getByRole("searchbox"));
      expect(new URL(app.url()).search).toBe("?search=RE10");
      await expect(notice).toBeHidden();
    });

    test("a message about a finished action stays for five seconds at the top right", RARE, async ({ app, t }) => {
      const other = app.getByLabel(t("client.conditions.other"));
      await hydrated(other);
      await other.fill("Bankeinzug");
      await app.getByRole("button", { name: t("client.conditions.add"), exact: true }).click();
      const stood = await timeOf(app, t("client.conditions.saved"));
      await app.getByRole("button", { name: t("client.conditions.save"), exact: true }).click();
      await app.mouse.move(10, 800);
      const toast = app.getByText(t("client.conditions.saved"));
      const box = await toast.boundingBox();
      expect(box?.x).toBeGreaterThan(640);
      expect(box?.y).toBeLessThan(200);
      await expect(toast).toBeHidden();
      // Measured by the page's own clock; a busy machine may remove the message later.
      expect(await stood()).toBeGreaterThan(4_900);
      expect(await stood()).toBeLessThan(8_000);
    });

    test("the outage page never redirects to another site", RARE, async ({ app }) => {
      for (const saved of ["https://elsewhere.example/", "//elsewhere.example", "/\t/elsewhere.example", ""]) {
        await app.route(PROBE, down);
        await app.goto("/service-down");
        await app.evaluate(([key, value]) => sessionStorage.setItem(key ?? "", value ?? ""), [SAVED, saved]);
        await app.unroute(PROBE);
        await app.getByRole("main").getByRole("button").click();
        await app.waitForURL((url) => url.pathname === "/app");
        expect(await savedPath(app)).toBeNull();
      }
    });
  });
}

/** Returns a function that gives for how many milliseconds a text was on the page, once it has disappeared. */
async function timeOf(page: Page, text: string): Promise<() => Promise<number>> {
  const watching = await page.evaluateHandle((wanted) => {
    const seen = { from: 0, to: 0 };
    const look = () => {
      if (document.body.innerText.includes(wanted)) seen.from ||= performance.now();
      else if (seen.from) seen.to ||= performance.now();
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    return seen;
  }, text);
  return async () => await watching.evaluate(({ from, to }) => to - from);
}

const LANGUAGES = { "en-GB": "en", "de-DE": "de" } as const;
const PASSWORD = "Lastschrift-Ausfall-!!";

/** Opens a browser at a separate installation, whose failures are expected. */
async function visitor(browser: Browser, { url }: Installation, locale: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, locale });
  await comeFrom(context, newAddress());
  await context.addCookies([{ name: "CookieConsent", value: "false", url }]);
  return await context.newPage();
}

test("while the database is down, calls return 503, people wait and are led back, and no data is half saved", async ({
  browser,
}) => {
  const people = Object.entries(LANGUAGES).map(([locale, language]) => {
    const email = `outage-${randomUUID().slice(0, 8)}@einzug.test`;
    return { locale, t: textsIn(language), email, password: PASSWORD };
  });
  const place = await startInstallation(
    people.map(({ email }) => email),
    PASSWORD,
  );
  const names = () => place.query<{ name: string }>("SELECT name FROM users ORDER BY email");
  try {
    const visits = [];
    for (const person of people) {
      const page = await visitor(browser, place, person.locale);
      await signIn(page, person, person.t);
      await page.goto("/app/account");
      await hydrated(page.getByLabel(person.t("account.you.name")));
      // Stops the automatic polling, which would leave the page before the person presses anything.
      await page.route(PULSE, (route) => route.abort());
      visits.push({ ...person, page });
    }
    const before = await names();

    await place.stopDatabase();
    expect((await fetch(`${place.url}/api/health`)).status).toBe(503);
    for (const { page, t } of visits) {
      await page.getByLabel(t("account.you.name")).fill("Änne Ölschläger");
      const you = page.getByRole("region", { name: t("account.you.title") });
      await you.getByRole("button", { name: t("account.save") }).click();
      await page.waitForURL((url) => url.pathname === "/service-down");
      await expect(page.getByRole("heading", { level: 1, name: t("client.outage.title") })).toBeVisible();
      await expect(page.getByText(t("client.outage.text"))).toBeVisible();
      expect(await savedPath(page)).toBe("/app/account");
      // A page that fails to render leads there automatically (decision 037).
      await page.goto("/app/invoices?search=RE10", { waitUntil: "commit" });
      await page.waitForURL((url) => url.pathname === "/service-down");
      expect(await savedPath(page)).toBe("/app/invoices?search=RE10");
      expect((await page.request.get("/api/v1/register/check-email?email=a%40b.example")).status()).toBe(503);
    }

    await place.startDatabase();
    expect(await names()).toEqual(before);
    for (const { page, t } of visits) {
      // Automatically, with the next probe.
      await page.waitForURL((url) => url.pathname + url.search === "/app/invoices?search=RE10");
      await expect(page.getByRole("heading", { level: 1, name: t("invoices.title") })).toBeVisible();
      await page.goto("/app/account");
      const you = page.getByRole("region", { name: t("account.you.title") });
      await hydrated(you.getByRole("button"));
      await page.getByLabel(t("account.you.name")).fill("Änne Ölschläger");
      await you.getByRole("button", { name: t("account.save") }).click();
      await expect(page.getByRole("complementary").getByText("Änne Ölschläger")).toBeVisible();
    }
    expect(await names()).toEqual(before.map(() => ({ name: "Änne Ölschläger" })));
    for (const { page } of visits) await page.context().close();
  } finally {
    await place.stop();
  }
});
