import { db } from "../lib/core/db";
import { expect, signIn, test } from "./support/fixtures";
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

    test("a wrong password and an unknown address are the same mistake", async ({ page, supplier, t }) => {
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

    test("a forgotten password: a link that works once, and everybody else is signed out", async ({
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

      // The link is used up, the old session and the old password are gone.
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

test("nobody is told whether an address is registered", async ({ page, t }) => {
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

test("staying logged in keeps the cookie for 30 days; without it, it goes with the browser", async ({
  page,
  browser,
  supplier,
  t,
}) => {
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
  // What was chosen here before is put in once the page is awake.
  await expect(other.locator("html")).toHaveAttribute("data-awake", "");
  await other.getByLabel(t("login.stay")).check();
  await fillSignIn(other, t, supplier.email, supplier.password);
  await other.waitForURL((url) => url.pathname === "/app");
  const seconds = ((await sessionCookie(context))?.expires ?? 0) - Date.now() / 1_000;
  expect(seconds).toBeGreaterThan(29.9 * DAY_SECONDS);
  expect(seconds).toBeLessThanOrEqual(30 * DAY_SECONDS);
  // A browser never seen before is told by mail; the first one was not.
  const letter = await mailbox.letter(supplier.email);
  expect(letter.links.some((link) => link.endsWith("/app/account"))).toBe(true);
  // The choice is remembered on this device.
  await context.clearCookies();
  await other.goto("/login");
  await expect(other.getByLabel(t("login.stay"))).toBeChecked();
  await context.close();
});

test("the way back leads to pages of ours only", async ({ page, supplier, t }) => {
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

test.describe("tries are counted", () => {
  test.use({ expectedErrors: "status of 401" });

  test("after ten wrong passwords even the right one has to wait, from everywhere; another account has not", async ({
    page,
    browser,
    supplier,
    t,
  }) => {
    await page.goto("/login");
    for (let i = 0; i < 10; i += 1) {
      const answered = page.waitForResponse((response) => response.url().includes("/api/auth/callback/password"));
      await fillSignIn(page, t, supplier.email, `falsch-${i}`);
      await answered;
      await expect(page.getByRole("button", { name: t("login.submit"), exact: true })).toBeEnabled();
    }
    const api = await fetch(`${process.env.APP_URL}/api/v1/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": "2001:db8::77" },
      body: JSON.stringify({ email: supplier.email, password: supplier.password }),
    });
    expect(api.status).toBe(429);
    const seconds = Number(api.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(600);
    expect(seconds).toBeLessThanOrEqual(900);
    const context = await otherBrowser(browser, undefined, "status of 401");
    const other = await context.newPage();
    await other.goto("/login");
    await fillSignIn(other, t, supplier.email, supplier.password);
    // It runs down meanwhile.
    const minutes = Math.ceil(seconds / 60);
    const alert = other.getByRole("alert");
    const asked = alert.filter({ hasText: t("login.problem.tooMany", { minutes }) });
    await expect(
      asked.or(alert.filter({ hasText: t("login.problem.tooMany", { minutes: minutes - 1 }) })),
    ).toBeVisible();
    expect((await userRow(supplier.email))?.sessions).toEqual([]);
    await context.close();
  });
});

test("a session by link: token, user and customer have to belong together", async ({ page, supplier, t }) => {
  const answer = await fetch(`${process.env.APP_URL}/api/v1/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: supplier.email, password: supplier.password }),
  });
  const { jwtToken } = (await answer.json()) as { jwtToken: string };
  const link = (fields: Record<string, string>) => `/service/login?${new URLSearchParams(fields)}`;
  const { userId, customerId } = supplier;
  const wrong: Record<string, string>[] = [
    {},
    { jwtToken, userId },
    { jwtToken: `${jwtToken}x`, userId, customerId },
    { jwtToken, userId: "usr_x", customerId },
    { jwtToken, userId, customerId: "cus_x" },
  ];
  for (const fields of wrong) {
    await page.goto(link(fields));
    await page.waitForURL((url) => url.pathname === "/login");
  }
  expect(await sessionCookie(page.context())).toBeUndefined();
  await page.goto(link({ jwtToken, userId, customerId }));
  await page.waitForURL((url) => url.pathname === "/app");
  await expect(page.getByText(supplier.companyName, { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: t("shell.signOut") }).click();
  await page.waitForURL((url) => url.pathname === "/login");
  const sessions = await db.session.findMany({ where: { userId } });
  expect(sessions.map((row) => row.isApi)).toEqual([true]);
});

test("what the browser keeps of its own accord is a choice, and nothing of the person or the account", async ({
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

test("with the keyboard alone somebody signs in", async ({ page, supplier }) => {
  await page.goto("/login");
  await page.getByRole("textbox").first().focus();
  await page.keyboard.type(supplier.email);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type(supplier.password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/app");
});
