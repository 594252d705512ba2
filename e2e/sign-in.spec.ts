import { brand } from "../lib/core/brand";
import { db } from "../lib/core/database/db";
import { comeFrom, expect, newAddress, signIn, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import {
  auditActions,
  expectAlert,
  fillSignIn,
  newNewcomer,
  otherBrowser,
  sessionCookie,
  userRow,
} from "./support/people";

const DAY_SECONDS = 24 * 3600;

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale, expectedErrors: "status of 401" });

    test("a wrong password and an unknown address get the same message", async ({ page, supplier, t }) => {
      await page.goto("/login");
      await page.getByRole("button", { name: t("login.submit"), exact: true }).click();
      await expectAlert(page, t("login.problem.email"));
      await page.getByLabel(t("login.email")).fill(supplier.email);
      await page.getByRole("button", { name: t("login.submit"), exact: true }).click();
      await expectAlert(page, t("login.problem.password"));
      for (const email of [supplier.email, newNewcomer().email]) {
        await fillSignIn(page, t, email, "Kormoran-42-!!");
        await expectAlert(page, t("login.problem.wrong"));
      }
      await fillSignIn(page, t, supplier.email, supplier.password);
      await page.waitForURL((url) => url.pathname === "/app");
    });

    test("a forgotten password is reset by a link that works once and signs everybody else out", async ({
      page,
      browser,
      supplier,
      app,
      t,
    }) => {
      const context = await otherBrowser(browser, locale, "status of 401");
      const other = await context.newPage();
      await other.goto("/login");
      await other.getByRole("link", { name: t("login.forgotten") }).click();
      await other.getByRole("button", { name: t("password.send") }).click();
      await expectAlert(other, t("password.enterEmail"));
      await other.getByLabel(t("password.email")).fill(supplier.email);
      await other.getByRole("button", { name: t("password.send") }).click();
      await expect(other.getByRole("status")).toHaveText(t("password.sent", { email: supplier.email }));

      const link = (await mailbox.letter(supplier.email)).links.find((one) => one.includes("/reset-password"));
      const password = "Anderes-Wetter-77-!!";
      await other.goto(link ?? "");
      await other.getByLabel(t("password.new"), { exact: true }).fill(password);
      await other.getByRole("button", { name: t("password.save") }).click();
      await expectAlert(other, t("password.problem.enterPassword"));
      await other.getByLabel(t("password.again")).fill(`${password}x`);
      await other.getByRole("button", { name: t("password.save") }).click();
      await expectAlert(other, t("password.problem.noMatch"));
      await other.getByLabel(t("password.again")).fill(password);
      await other.getByRole("button", { name: t("password.save") }).click();
      await other.waitForURL((url) => url.pathname === "/app");

      // The link cannot be used again; the old session and the old password are invalid.
      await other.goto(link ?? "");
      await expect(other.getByRole("heading", { name: t("password.expiredTitle") })).toBeVisible();
      await expect(other.getByRole("link", { name: t("password.askAgain") })).toHaveAttribute(
        "href",
        "/forgotten-password",
      );
      await app.goto("/app/payouts");
      await page.waitForURL((url) => url.pathname === "/login" && url.searchParams.get("path") === "/app/payouts");
      await fillSignIn(page, t, supplier.email, supplier.password);
      await expectAlert(page, t("login.problem.wrong"));
      await fillSignIn(page, t, supplier.email, password);
      await page.waitForURL((url) => url.pathname === "/app/payouts");
      expect(await auditActions(supplier.customerId)).toContain("password.changed");
      await mailbox.letter(supplier.email, 3);
      await context.close();
    });
  });
}

test("nobody can find out whether an address is registered", async ({ page, t }) => {
  const stranger = newNewcomer();
  await page.goto("/forgotten-password");
  await page.getByLabel(t("password.email")).fill(stranger.email);
  await page.getByRole("button", { name: t("password.send") }).click();
  await expect(page.getByRole("status")).toHaveText(t("password.sent", { email: stranger.email }));
  await expect
    .poll(
      async () =>
        await db.$queryRaw`
      SELECT state::text FROM pgboss.job WHERE name = 'accounts.send-reset' AND data->>'email' = ${stranger.email}`,
    )
    .toEqual([{ state: "completed" }]);
  expect(await mailbox.to(stranger.email)).toEqual([]);
});

test("the choice to stay logged in keeps the cookie for 30 days; otherwise it ends with the browser", {
  tag: "@rare",
}, async ({ page, browser, supplier, t }) => {
  await signIn(page, supplier, t);
  expect(await sessionCookie(page.context())).toMatchObject({
    expires: -1,
    httpOnly: true,
    sameSite: "Lax",
    path: "/",
  });
  const context = await otherBrowser(browser);
  const other = await context.newPage();
  await other.goto("/login");
  // The previous choice is filled in once the page is hydrated.
  await expect(other.locator("html")).toHaveAttribute("data-awake", "");
  await other.getByLabel(t("login.stay")).check();
  await fillSignIn(other, t, supplier.email, supplier.password);
  await other.waitForURL((url) => url.pathname === "/app");
  const seconds = ((await sessionCookie(context))?.expires ?? 0) - Date.now() / 1_000;
  expect(seconds).toBeGreaterThan(29.9 * DAY_SECONDS);
  expect(seconds).toBeLessThanOrEqual(30 * DAY_SECONDS);
  // A sign-in from a new browser is mailed; the first one was not.
  const letter = await mailbox.letter(supplier.email);
  expect(letter.links.some((link) => link.endsWith("/app/account"))).toBe(true);
  // The choice is remembered on this device.
  await context.clearCookies();
  await other.goto("/login");
  await expect(other.getByLabel(t("login.stay"))).toBeChecked();
  await context.close();
});

test("the sign-in redirects only to pages of our site", async ({ page, supplier, t }) => {
  for (const path of ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
    await page.goto(`/login?path=${encodeURIComponent(path)}`);
    await fillSignIn(page, t, supplier.email, supplier.password);
    await page.waitForURL((url) => url.origin === process.env.APP_URL && url.pathname === "/app");
    await page.context().clearCookies();
  }
  await page.goto("/app/invoices?filter=open");
  await fillSignIn(page, t, supplier.email, supplier.password);
  await page.waitForURL((url) => url.pathname === "/app/invoices" && url.searchParams.get("filter") === "open");
});

test.describe("sign-in attempts are counted", () => {
  test.use({ expectedErrors: "status of 401" });

  test("ten wrong passwords block the guesser's network, but even there not the person's known browser", {
    tag: "@rare",
  }, async ({ page, browser, supplier, t }) => {
    await signIn(page, supplier, t);
    await page.context().clearCookies({ name: "einzug.session" });
    const context = await otherBrowser(browser, undefined, "status of 401");
    const network = newAddress();
    await comeFrom(context, network);
    const stranger = await context.newPage();
    await stranger.goto("/login");
    for (let i = 0; i < 10; i += 1) {
      const answered = stranger.waitForResponse((response) => response.url().includes("/api/auth/callback/password"));
      await fillSignIn(stranger, t, supplier.email, `falsch-${i}`);
      await answered;
      await expect(stranger.getByRole("button", { name: t("login.submit"), exact: true })).toBeEnabled();
    }
    // Another address of the same /64.
    const api = await fetch(`${process.env.APP_URL}/api/v1/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `${network.replace("::1", "::77")}` },
      body: JSON.stringify({ email: supplier.email, password: supplier.password }),
    });
    expect(api.status).toBe(429);
    const seconds = Number(api.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(600);
    expect(seconds).toBeLessThanOrEqual(900);
    await fillSignIn(stranger, t, supplier.email, supplier.password);
    // The remaining time decreases meanwhile.
    const minutes = Math.ceil(seconds / 60);
    const alert = stranger.getByRole("alert");
    const asked = alert.filter({ hasText: t("login.problem.tooMany", { minutes }) });
    await expect(
      asked.or(alert.filter({ hasText: t("login.problem.tooMany", { minutes: minutes - 1 }) })),
    ).toBeVisible();
    await context.close();

    await comeFrom(page.context(), network);
    await signIn(page, supplier, t);
    expect((await userRow(supplier.email))?.sessions).toHaveLength(2);
    const subject = t("mail.account.passwordGuessed.subject", { product: brand.name });
    const subjects = async () => (await mailbox.to(supplier.email)).map((letter) => letter.subject);
    await expect.poll(subjects).toContain(subject);
  });
});

test("the browser stores only a choice, and nothing about the person or the account", { tag: "@rare" }, async ({
  page,
  supplier,
  t,
}) => {
  await signIn(page, supplier, t);
  for (const path of ["/app/invoices", "/app/account/security"]) await page.goto(path);
  const kept = await page.evaluate(async () => ({
    texts: [...Object.entries(window.localStorage), ...Object.entries(window.sessionStorage), [document.cookie]],
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
  }));
  expect(kept).toMatchObject({ databases: [], caches: [] });
  expect(kept.texts).toContainEqual(["einzug-stay", "false"]);
  const { email, password, companyName, customerId, userId } = supplier;
  const session = (await sessionCookie(page.context()))?.value;
  for (const secret of [email, password, companyName, customerId, userId, session])
    expect(JSON.stringify(kept.texts)).not.toContain(secret);
});

test("a person signs in by keyboard alone", async ({ page, supplier }) => {
  await page.goto("/login");
  await page.getByRole("textbox").first().focus();
  await page.keyboard.type(supplier.email);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type(supplier.password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/app");
});
