import { randomUUID } from "node:crypto";
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { db } from "../../lib/core/database/db";
import { comeFrom, localeOfBrowser, newAddress, watched } from "./fixtures";
import type { Texts } from "./texts";

export interface Newcomer {
  companyName: string;
  city: string;
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

/** Returns a person and a company that nobody has registered. */
export function newNewcomer(): Newcomer {
  const mark = randomUUID().slice(0, 8);
  return {
    companyName: `Gärtnerei ${mark}`,
    city: "Wismar",
    firstName: "Ada",
    lastName: "Nordwind",
    email: `ada-${mark}@gaertnerei.example`,
    password: `Kormoran-${mark}-42-!!`,
  };
}

export async function fillRegistration(page: Page, t: Texts, person: Newcomer): Promise<void> {
  const fields: [Parameters<Texts>[0], string][] = [
    ["register.companyName", person.companyName],
    ["register.address", "Am Hafen 3"],
    ["register.zip", "23966"],
    ["register.city", person.city],
    ["register.firstName", person.firstName],
    ["register.lastName", person.lastName],
    ["register.email", person.email],
    ["register.mobileNumber", "+49 (151) 234-567 89"],
    ["register.password", person.password],
  ];
  for (const [label, value] of fields) await page.getByLabel(t(label), { exact: true }).fill(value);
  await page.getByRole("checkbox").check();
}

export async function submitRegistration(page: Page, t: Texts): Promise<void> {
  await page.getByRole("button", { name: t("register.submit"), exact: true }).click();
}

export async function fillSignIn(page: Page, t: Texts, email: string, password: string): Promise<void> {
  await page.getByLabel(t("login.email")).fill(email);
  await page.getByLabel(t("login.password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: t("login.submit"), exact: true }).click();
}

/** Opens another browser with its own network address. */
export async function otherBrowser(browser: Browser, locale?: string, expectedErrors = ""): Promise<BrowserContext> {
  const context = watched(await browser.newContext({ locale }), expectedErrors);
  await comeFrom(context, newAddress());
  return context;
}

/** Returns the session cookie of a browser. */
export async function sessionCookie(context: BrowserContext) {
  return (await context.cookies()).find((cookie) => cookie.name === "einzug.session");
}

export async function userRow(email: string) {
  return await db.user.findUnique({
    where: { email },
    include: { memberships: { include: { customer: true } }, sessions: true },
  });
}

/** Sets the language of a person's mails, as registering does. */
export async function speaks({ userId }: { userId: string }, locale: string): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { locale: localeOfBrowser(locale) } });
}

/** Returns the actions of the supplier's audit log, oldest first. */
export async function auditActions(customerId: string): Promise<string[]> {
  const entries = await db.auditEntry.findMany({ where: { customerId }, orderBy: { id: "asc" } });
  return entries.map((entry) => entry.action);
}

export async function expectAlert(page: Page, text: string): Promise<void> {
  await expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
}
