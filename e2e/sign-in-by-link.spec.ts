import { db } from "../lib/core/database/db";
import { arriveInArea, expect, findingsOf, newAddress, test } from "./support/fixtures";
import { sessionCookie } from "./support/people";
import type { Supplier } from "./support/supplier";

/** Returns the address of a sign-in link, as an API client creates it. */
async function sessionLink({ email, password }: Supplier, change: Record<string, string | undefined> = {}) {
  const answer = await fetch(`${process.env.APP_URL}/api/v1/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": newAddress() },
    body: JSON.stringify({ email, password }),
  });
  const { jwtToken, user } = (await answer.json()) as {
    jwtToken: string;
    user: { id: string; customers: { id: string }[] };
  };
  const fields = { jwtToken, userId: user.id, customerId: user.customers[0]?.id, ...change };
  const given = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { jwtToken, path: `/service/login?${new URLSearchParams(given)}` };
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`by link in ${locale}`, () => {
    test.use({ locale });

    test("nobody is signed in without a click; it works once, and Back shows that the link was used", async ({
      page,
      supplier,
      t,
    }) => {
      await page.goto((await sessionLink(supplier, { userId: undefined })).path);
      await page.waitForURL((url) => url.pathname === "/login");
      const usedUp = page.getByRole("heading", { name: t("serviceLogin.usedTitle") });
      for (const change of [{ jwtToken: "made.up.token" }, { userId: "usr_x" }, { customerId: "cus_x" }]) {
        await page.goto((await sessionLink(supplier, change)).path);
        await expect(usedUp).toBeVisible();
      }

      const { path, jwtToken } = await sessionLink(supplier);
      const before = await db.session.findMany({ where: { userId: supplier.userId } });
      const response = await page.goto(path);
      expect(response?.headers()).toMatchObject({ "x-frame-options": "DENY" });
      expect(response?.headers()["cache-control"]).toContain("no-store");
      await expect(page.locator('meta[name="referrer"]')).toHaveAttribute("content", "no-referrer");
      const { name } = await db.user.findUniqueOrThrow({ where: { id: supplier.userId } });
      const title = t("serviceLogin.title", { name, company: supplier.companyName });
      await expect(page.getByRole("heading", { name: title })).toBeVisible();
      expect(await findingsOf(page)).toEqual([]);
      expect(await sessionCookie(page.context())).toBeUndefined();
      expect(await db.session.findMany({ where: { userId: supplier.userId } })).toEqual(before);

      await page.getByRole("button", { name: t("serviceLogin.confirm"), exact: true }).click();
      await arriveInArea(page);
      await expect(page.getByText(supplier.companyName, { exact: true }).first()).toBeVisible();
      const bearer = { headers: { authorization: `Bearer ${jwtToken}` } };
      expect(
        (await fetch(`${process.env.APP_URL}/api/v1/customers/${supplier.customerId}/status`, bearer)).status,
      ).toBe(401);

      await page.getByRole("button", { name: t("shell.signOut") }).click();
      await page.waitForURL((url) => url.pathname === "/login");
      await page.goto(path);
      await expect(usedUp).toBeVisible();
      await page.goto("/login");
      await page.goBack();
      await expect(usedUp).toBeVisible();
      expect(await sessionCookie(page.context())).toBeUndefined();
    });
  });
}

test("a signed-in person is asked before a link switches to another account", { tag: "@rare" }, async ({
  app,
  supplier,
  suppliers,
  t,
}) => {
  const other = await suppliers.take();
  const { path } = await sessionLink(other);
  await app.goto(path);
  const { name } = await db.user.findUniqueOrThrow({ where: { id: supplier.userId } });
  await expect(app.getByText(t("serviceLogin.replaces", { name, company: supplier.companyName }))).toBeVisible();
  await app.getByRole("link", { name: t("serviceLogin.stay") }).click();
  await arriveInArea(app);
  await expect(app.getByText(supplier.companyName, { exact: true }).first()).toBeVisible();
  await app.goto(path);
  await app.getByRole("button", { name: t("serviceLogin.confirm"), exact: true }).click();
  await arriveInArea(app);
  await expect(app.getByText(other.companyName, { exact: true }).first()).toBeVisible();
  expect(await db.session.count({ where: { userId: supplier.userId } })).toBe(0);
});
