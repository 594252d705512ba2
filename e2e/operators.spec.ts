import type { Page } from "@playwright/test";
import { newTwoFactorSecret, sealTwoFactorSecret } from "../lib/auth/factors/two-factor";
import { noteDifference } from "../lib/comparisons/mutations";
import { db } from "../lib/core/database/db";
import { jobs } from "../lib/jobs/catalogue";
import { enqueue } from "../lib/jobs/queue";
import { grantOperator } from "../lib/operations/access/grant-mutations";
import { AuthenticatorApp } from "./support/authenticator-app";
import { debitUnderWay } from "./support/debits";
import { expect, findingsOf, hydrated, signIn, test } from "./support/fixtures";
import { fillSignIn } from "./support/people";
import { rows } from "./support/rows";
import { type Supplier, unconnectedSupplier } from "./support/supplier";
import type { Texts } from "./support/texts";

test.use({ expectedErrors: "the server responded with a status of 40" });

/** Enables the second factor of a person, as the set-up would. */
async function withSecondFactor({ userId, email }: Supplier): Promise<AuthenticatorApp> {
  const { secret } = newTwoFactorSecret("Einzug", email);
  const data = { twoFactorSecret: sealTwoFactorSecret(userId, secret), twoFactorEnabledAt: new Date() };
  await db.user.update({ where: { id: userId }, data });
  return new AuthenticatorApp(secret);
}

type Queue = typeof jobs.remindSigners | typeof jobs.bookPayouts;

/** Creates a job that has failed permanently. */
async function deadLetter(queue: Queue, customerId: Supplier["customerId"]): Promise<void> {
  await db.$transaction((tx) => enqueue(tx, queue, { customerId }, { startAfterSeconds: 3_600 }));
  const failed = await db.$executeRaw`
    UPDATE pgboss.job SET state = 'failed', retry_count = retry_limit, completed_on = now(), output = '{"message": "the mail server was gone"}'
    WHERE name = ${queue.name} AND singleton_key = ${customerId}`;
  expect(failed).toBe(1);
}

const failedOf = async ({ name }: Queue, customerId: string) =>
  await db.$queryRaw<unknown[]>`
    SELECT id FROM pgboss.job WHERE name = ${name} AND singleton_key = ${customerId} AND state = 'failed'`;

async function fits(page: Page): Promise<void> {
  for (const { width, colorScheme } of [
    { width: 390, colorScheme: "light" },
    { width: 1280, colorScheme: "dark" },
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const beyond = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(beyond, { message: `pixels beyond the edge at ${width}` }).toBeLessThanOrEqual(0);
    expect.soft(await findingsOf(page), `at ${width}, ${colorScheme}`).toEqual([]);
  }
}

async function enter(page: Page, t: Texts, operator: Supplier, code: string): Promise<void> {
  await page.context().clearCookies({ name: "einzug.session" });
  await page.goto("/login?path=/operators");
  await fillSignIn(page, t, operator.email, operator.password);
  await page.getByLabel(t("login.code")).fill(code);
  await page.getByRole("button", { name: t("login.submit"), exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/operators");
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });
    // A queue is retried as a whole, so each test needs its own queue.
    const queue = locale === "en-GB" ? jobs.remindSigners : jobs.bookPayouts;

    test("an operator sees waiting jobs, retries failed ones, and finds why an invoice is stuck", async ({
      page,
      supplier,
      t,
    }) => {
      const { invoice } = await debitUnderWay(supplier);
      const operator = await unconnectedSupplier();
      await signIn(page, operator, t);
      await page.goto("/operators");
      await expect(page.getByRole("heading", { name: t("info.notFound.title") })).toBeVisible();
      await expect(page.getByRole("banner")).toHaveCount(1);
      const authenticator = await withSecondFactor(operator);
      expect(await grantOperator(operator.email)).toBeUndefined();
      // The session began with a password alone.
      await page.goto("/operators");
      await expect(page.getByText(t("operators.weak.title"))).toBeVisible();
      await expect(page.getByRole("table")).toHaveCount(0);
      await deadLetter(queue, operator.customerId);
      await authenticator.calm();
      await enter(page, t, operator, authenticator.code());
      await expect(page.getByRole("heading", { level: 1, name: t("operators.title") })).toBeVisible();
      const feeds = page.getByRole("table", { name: t("operators.feeds.title") });
      await expect(feeds.getByRole("row")).toHaveCount(13);

      const letters = page.getByRole("region", { name: t("operators.letters.title") });
      await expect(letters.getByText("the mail server was gone").first()).toBeVisible();
      const replay = letters.getByRole("button", {
        name: `${t("operators.letters.replay")} ${t("operators.letters.replayOf", { queue: queue.name })}`,
      });
      await hydrated(replay);
      await replay.click();
      await expect(page.getByText(t("operators.letters.done"), { exact: true })).toBeVisible();
      expect(await failedOf(queue, operator.customerId)).toEqual([]);

      const row = await rows.invoice(supplier, invoice);
      if (!row) throw new Error("the invoice is not there");
      await noteDifference(supplier.customerId, {
        ...{ kind: "payment_missing", subject: "PM000GONE", ours: "created", theirs: "-", invoiceId: row.id },
      });
      await page.getByLabel(t("operators.search.label")).fill(row.id);
      await page.getByRole("button", { name: t("operators.search.go") }).click();
      await page.waitForURL((url) => url.searchParams.get("q") === row.id);
      const search = page.getByRole("region", { name: t("operators.search.title") });
      await expect(search.getByText(t("operators.trail.whys.before_charge"))).toBeVisible();
      await expect(search.getByText(t("operators.trail.stations.debit"), { exact: true })).toBeVisible();
      const differences = page.getByRole("region", { name: t("operators.differences.title") });
      await expect(differences.getByText("PM000GONE").first()).toBeVisible();
      await fits(page);
      const looks = await db.auditEntry.findMany({
        where: { customerId: supplier.customerId, action: "operator.looked" },
      });
      expect(looks[0]).toMatchObject({ userId: operator.userId, subject: row.id });
      const replays = await db.auditEntry.count({ where: { userId: operator.userId, action: "operator.replayed" } });
      expect(replays).toBe(1);
      await db.difference.deleteMany({ where: { customerId: supplier.customerId } });
    });
  });
}
