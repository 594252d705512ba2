import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import type axe from "axe-core";
import type { AnyBooks } from "../../lib/connections/types";
import type { Locale } from "../../lib/core/locales";
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
  /** Console errors that belong to the story, e.g. of an address that answers 404 on purpose. */
  expectedErrors: string;
  /** The system the supplier keeps the books in. */
  system: AnyBooks;
  /** False for a browser that is here for the first time and is asked about cookies. */
  hasAnswered: boolean;
}

/** As many as the gate's journeys of that project take. */
const ALONE_STOCK = 5;

interface Fixtures {
  supplier: Supplier;
  t: Texts;
  /** The supplier's browser, signed in. */
  app: Page;
  /** The payer's own browser, which knows nothing of the supplier's session. */
  payerPage: Page;
  /** Each answer of the API that the test or the supplier's browser gets is as `openapi.json` describes it. */
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
  // Most journeys are told in Lexware Office: those suppliers are prepared ahead.
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

/** In the supplier's area with a session that stands already: the form is told in the journeys about signing in. */
export async function enter(page: Page, supplier: Pick<Supplier, "customerId" | "userId">): Promise<void> {
  const value = await cookie(await personOf(supplier, false));
  const url = process.env.APP_URL ?? "";
  await page.context().addCookies([{ name: COOKIE, value, url, httpOnly: true, sameSite: "Lax" }]);
  await page.goto("/app");
  await arriveInArea(page);
}

/** In the supplier's area, with the page standing: a newcomer is led on to the first steps while the dashboard streams in. */
export async function arriveInArea(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname.startsWith("/app"));
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
}

/** The tests stand where the proxy stands in production, and say where a browser comes from: tries are counted by it. */
export async function comeFrom(context: BrowserContext, address: string): Promise<void> {
  await context.setExtraHTTPHeaders({ "x-forwarded-for": address });
}

/** An address that nobody else in this run has, from the block for documentation. */
export function newAddress(): string {
  return `2001:db8:${randomInt(0xffff).toString(16)}:${randomInt(0xffff).toString(16)}::1`;
}

/** A page can be read before its scripts are there; what only they can do has to wait for them. */
export async function isAwake(control: Locator): Promise<void> {
  const hasProps = () => control.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps")));
  await expect.poll(hasProps).toBe(true);
}

/** What a screen asks by the clock, to hear whether it still holds. */
export const PULSE = "**/api/v1/customers/*/pulse";

/** What the page about an outage asks by the clock, to go back as soon as it is answered. */
export const PROBE = "**/api/v1/register/check-email*";

/** From now on the page does not hear what happens meanwhile. */
export async function deafen(page: Page): Promise<void> {
  await page.route(PULSE, (route) => route.fulfill({ status: 204 }));
}

export async function undeafen(page: Page): Promise<void> {
  await page.unroute(PULSE);
}

/** An error in the console of one of our pages, or one nobody caught, fails the test that met it. */
export function watched(context: BrowserContext, expectedErrors = ""): BrowserContext {
  const ours = process.env.APP_URL ?? "";
  context.on("console", (message) => {
    if (message.type() !== "error" || !message.location().url.startsWith(ours)) return;
    if (expectedErrors && message.text().includes(expectedErrors)) return;
    // How a page learns, wherever it happened, that its session has ended (401) or has gone on to another account (404).
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
 * `axeFindings` for a page of a journey. In the gate only for one with a dialogue: the pages themselves are read by `screens`, and
 * all of them again by `npm run test:all`.
 */
export async function findingsOf(page: Page): Promise<string[]> {
  const isRead = process.env[READS_ALL] || (await page.locator("[role=dialog], [role=alertdialog]").count()) > 0;
  return isRead ? await axeFindings(page) : [];
}

/**
 * All that axe finds on the page as it stands, however small; frames of another origin are not looked into. The page is
 * given axe once, and its short form: to read the long one takes the browser many times as long as to judge the page.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const results = await window.axe.run(document, { resultTypes: ["violations"] });
    return results.violations.map(({ id, nodes }) => ({ id, targets: nodes.map((node) => node.target.join(" ")) }));
  });
  return violations.map(({ id, targets }) => `${id}: ${targets.join(" | ")}`);
}
