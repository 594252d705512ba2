import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import type axe from "axe-core";
import type { Locale } from "../../lib/core/locales";
import type { AccountingSystem } from "../../lib/vendors/types";
import { fetchesHeldAgainstDescription, heldAgainstDescription } from "./described";
import { ALONE, READS_ALL } from "./projects";
import { COOKIE, cookie, personOf } from "./sessions";
import { connectedSupplier, type Supplier, type SupplierPool, supplierPool, supplierStock } from "./supplier";
import { type Texts, textsIn } from "./texts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Pool {
  suppliers: SupplierPool;
}

interface Options {
  /** Text of console errors that a test expects, e.g. for an address that returns 404 on purpose. */
  expectedErrors: string;
  /** The supplier's accounting system. */
  system: AccountingSystem;
  /** False for a browser without an answer about cookies, which therefore shows the banner. */
  hasAnswered: boolean;
}

/** How many suppliers the project `alone` needs in the gate. */
const ALONE_STOCK = 5;

interface Fixtures {
  supplier: Supplier;
  t: Texts;
  /** The supplier's browser, signed in. */
  app: Page;
  /** The payer's own browser, without the supplier's session. */
  payerPage: Page;
  /** Checks that each API answer in the test or in the supplier's browser matches `openapi.json`. */
  described: undefined;
}

const UNDESCRIBED = "answers that the description of the API does not describe";

export const test = base.extend<Options & Fixtures, Pool>({
  suppliers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use, { project }) => await use(project.name === ALONE ? supplierStock(ALONE_STOCK) : supplierPool()),
    { scope: "worker" },
  ],
  expectedErrors: ["", { option: true }],
  system: ["LEXOFFICE", { option: true }],
  hasAnswered: [true, { option: true }],
  context: async ({ context, expectedErrors, hasAnswered, baseURL }, use) => {
    await comeFrom(context, newAddress());
    if (hasAnswered) await context.addCookies([{ name: "CookieConsent", value: "false", url: baseURL }]);
    const misfits = heldAgainstDescription(context);
    await use(watched(context, expectedErrors));
    expect.soft(await misfits(), UNDESCRIBED).toEqual([]);
  },
  described: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const misfits = fetchesHeldAgainstDescription();
      await use(undefined);
      expect.soft(await misfits(), UNDESCRIBED).toEqual([]);
    },
    { auto: true },
  ],
  // Most tests use Lexware Office, so those suppliers are prepared in advance.
  supplier: async ({ suppliers, system }, use) =>
    await use(system === "LEXOFFICE" ? await suppliers.take() : await connectedSupplier({}, system)),
  t: async ({ locale }, use) => await use(textsIn(localeOfBrowser(locale))),
  app: async ({ page, supplier }, use) => {
    await enter(page, supplier);
    await use(page);
  },
  payerPage: async ({ browser, locale, expectedErrors }, use) => {
    const context = watched(await browser.newContext({ locale }), expectedErrors);
    await comeFrom(context, newAddress());
    await use(await context.newPage());
    await context.close();
  },
});

export { expect };

export function localeOfBrowser(locale: string | undefined): Locale {
  return locale?.startsWith("de") ? "de" : "en";
}

export async function signIn(page: Page, person: { email: string; password: string }, t: Texts): Promise<void> {
  await page.goto("/login");
  await page.getByLabel(t("login.email")).fill(person.email);
  await page.getByLabel(t("login.password"), { exact: true }).fill(person.password);
  await page.getByRole("button", { name: t("login.submit"), exact: true }).click();
  await arriveInArea(page);
}

/**
 * Opens the supplier's area with a prepared session; the tests of signing in cover the form. The scripts of this page are
 * in the browser's cache for the next ones.
 */
export async function enter(page: Page, supplier: Pick<Supplier, "customerId" | "userId">): Promise<void> {
  const value = await cookie(await personOf(supplier, false));
  const url = process.env.APP_URL ?? "";
  await page.context().addCookies([{ name: COOKIE, value, url, httpOnly: true, sameSite: "Lax" }]);
  await page.goto("/app");
  await arriveInArea(page);
}

/**
 * Waits until a page of the area is shown. A new supplier is redirected to the first steps while the dashboard streams.
 */
export async function arriveInArea(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname.startsWith("/app"));
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
}

/**
 * Sets the network address of a browser, because sign-in attempts are counted by it. The tests take the place of the
 * production proxy.
 */
export async function comeFrom(context: BrowserContext, address: string): Promise<void> {
  await context.setExtraHTTPHeaders({ "x-forwarded-for": address });
}

/** Returns an address that no other browser of this run has, from the block for documentation. */
export function newAddress(): string {
  return `2001:db8:${randomInt(0xffff).toString(16)}:${randomInt(0xffff).toString(16)}::1`;
}

/** Waits until a control is hydrated. Earlier the page can be read, but scripts do not react. */
export async function hydrated(control: Locator): Promise<void> {
  const hasProps = () => control.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps")));
  await expect.poll(hasProps).toBe(true);
}

/** The address that a screen polls to find out whether its data has changed. */
export const PULSE = "**/api/v1/customers/*/pulse";

/** The address that the outage page polls to return as soon as the service answers. */
export const PROBE = "**/api/v1/register/check-email*";

/** Stops the page's polling, so that it no longer updates automatically. */
export async function deafen(page: Page): Promise<void> {
  await page.route(PULSE, (route) => route.fulfill({ status: 204 }));
}

export async function undeafen(page: Page): Promise<void> {
  await page.unroute(PULSE);
}

/** Makes a console error or an uncaught error on our pages fail the test. */
export function watched(context: BrowserContext, expectedErrors = ""): BrowserContext {
  const ours = process.env.APP_URL ?? "";
  context.on("console", (message) => {
    if (message.type() !== "error" || !message.location().url.startsWith(ours)) return;
    if (expectedErrors && message.text().includes(expectedErrors)) return;
    // The poll answers 401 when the session has ended, and 404 when it has switched to another account.
    if (message.location().url.endsWith("/pulse") && /status of 40[14]/.test(message.text())) return;
    expect.soft(message.text(), `console error at ${message.page()?.url()}`).toBe("");
  });
  context.on("weberror", (error) => {
    if (!error.page()?.url().startsWith(ours)) return;
    expect.soft(error.error().message, `error at ${error.page()?.url()}`).toBe("");
  });
  return context;
}

/**
 * Returns `axeFindings` of the present page. In the gate it checks only pages with a dialog: `screens` checks the other
 * pages, and `npm run test:all` checks all.
 */
export async function findingsOf(page: Page): Promise<string[]> {
  const isRead = process.env[READS_ALL] || (await page.locator("[role=dialog], [role=alertdialog]").count()) > 0;
  return isRead ? await axeFindings(page) : [];
}

/**
 * Returns everything that axe finds on the present page, however small; frames of another origin are skipped. axe is
 * loaded once per page and returns its short form, because reading the long form takes many times as long as the check.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const results = await window.axe.run(document, { resultTypes: ["violations"] });
    return results.violations.map(({ id, nodes }) => ({ id, targets: nodes.map((node) => node.target.join(" ")) }));
  });
  return violations.map(({ id, targets }) => `${id}: ${targets.join(" | ")}`);
}
