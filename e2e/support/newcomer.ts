import { expect, type Locator, type Page } from "@playwright/test";
import { db } from "../../lib/core/database/db";
import { saveBillingContact } from "../../lib/subscriptions/contract/provider";
import { deskCall } from "./desk";
import { arriveInArea, hydrated } from "./fixtures";
import { addressLink, mailbox } from "./mailbox";
import { fillRegistration, newNewcomer, submitRegistration, userRow } from "./people";
import { connectedSupplier, DATEV_NUMBERS, type Supplier } from "./supplier";
import type { Texts } from "./texts";

/** Gives consent on Lexware's page for the organisation of this name, and creates it if there is none. */
export async function consentAtLexware(page: Page, name: string): Promise<void> {
  const existing = page.getByRole("radio", { name });
  if ((await existing.count()) > 0) await existing.check();
  else {
    await page.getByRole("radio", { name: "Neue Organisation anlegen" }).check();
    await page.getByLabel("Name der neuen Organisation").fill(name);
  }
  await page.getByRole("button", { name: "Zugriff erlauben" }).click();
  await arriveInArea(page);
}

export async function consentAtGocardless(page: Page, name: string, city?: string): Promise<void> {
  const existing = page.getByRole("radio", { name });
  if ((await existing.count()) > 0) await existing.check();
  else {
    await page.getByRole("radio", { name: "A new organisation" }).check();
    await page.getByLabel("Name of the new organisation").fill(name);
    if (city) await page.getByLabel("City of the new organisation").fill(city);
  }
  await page.getByRole("button", { name: "Approve" }).click();
  await arriveInArea(page);
}

/** Disconnects a vendor on the page of connections, and confirms. */
export async function disconnect(page: Page, t: Texts, vendor: string): Promise<void> {
  await page.getByRole("button", { name: `${t("connections.disconnect")} ${vendor}` }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: t("connections.disconnect"), exact: true }).click();
}

type Key = "books" | "GOCARDLESS" | "plan" | "billing" | "payment" | "order";

/** Returns one of the six steps, by its title. */
export function stepOf(page: Page, t: Texts, step: Key): Locator {
  const heading = page.getByRole("heading", { level: 2, name: t(`onboarding.steps.${step}.title`), exact: true });
  return page.getByRole("listitem").filter({ has: heading });
}

/** Waits until a step is the open one. */
export async function expectOpen(page: Page, t: Texts, step: Key): Promise<void> {
  await expect(stepOf(page, t, step)).toHaveAttribute("aria-current", "step");
}

export async function choosePlan(
  page: Page,
  t: Texts,
  choice: { type: "basic" | "premium"; base: "monthly" | "yearly" },
): Promise<void> {
  const interval = page.getByRole("radio", { name: t(`plans.${choice.base}`) });
  await hydrated(interval);
  await interval.check();
  const name = t(`plans.name.${choice.type}`);
  await page.getByRole("region", { name, exact: true }).getByRole("button").click();
}

export async function choosePayment(page: Page, t: Texts, payment: "card" | "sepa_debit" | "later"): Promise<void> {
  await page.getByRole("radio", { name: t(`onboarding.payment.${payment}.title`) }).check();
  await page.getByRole("button", { name: t("onboarding.payment.save"), exact: true }).click();
  await expectOpen(page, t, "order");
}

/** Continues from the summary to Stripe's page. */
export async function goToStripe(page: Page, t: Texts, text: "orderTrial" | "order" = "orderTrial"): Promise<void> {
  await page.getByRole("button", { name: t(`onboarding.order.${text}`), exact: true }).click();
  await page.waitForURL(/\/c\/pay\//);
}

/** Fills in Stripe's page and submits it. */
export async function payAtStripe(page: Page, fields: Record<string, string>): Promise<void> {
  const { method = "card", ...texts } = fields;
  await page.locator(`input[name="method"][value="${method}"]`).check();
  for (const [name, value] of Object.entries(texts)) await page.locator(`input[name="${name}"]`).fill(value);
  await page.locator('button[value="subscribe"]').click();
}

export interface StripeLedger {
  subscriptions: { id: string; customer: string; status: string; prices: string[] }[];
  invoices: {
    customer: string;
    subscription: string;
    status: string;
    reason: string;
    totalCents: number;
    paidCents: number;
  }[];
}

/** Returns a supplier's subscriptions and invoices from the Stripe twin. */
export async function atStripe({ customerId }: { customerId: string }): Promise<StripeLedger> {
  const contract = await contractOf({ customerId });
  const { stripe } = await deskCall<{ stripe: StripeLedger }>("/ledger");
  const isOwn = ({ customer }: { customer: string }) => customer === contract?.stripeCustomerId;
  return { subscriptions: stripe.subscriptions.filter(isOwn), invoices: stripe.invoices.filter(isOwn) };
}

export async function contractOf({ customerId }: { customerId: string }) {
  return await db.contract.findUnique({ where: { customerId } });
}

/** Opens the link about the address in another tab of the same browser, and presses its button. */
export async function confirmAddress(page: Page, t: Texts, { email }: { email: string }): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto(addressLink(await mailbox.letter(email)));
  await tab.getByRole("button", { name: t("confirmAddress.proof.button"), exact: true }).click();
  await expect(tab.getByRole("heading", { name: t("confirmAddress.proof.doneTitle") })).toBeVisible();
  await tab.close();
}

/** Registers a new person, confirms the address, and stops before the first step. */
export async function register(page: Page, t: Texts, discount = "") {
  const person = newNewcomer();
  await page.goto(`/register${discount ? `?discount=${discount}` : ""}`);
  await page.getByLabel(t("register.country")).selectOption("DE");
  await fillRegistration(page, t, person);
  await submitRegistration(page, t);
  await page.waitForURL((url) => url.pathname === "/app/onboard");
  await confirmAddress(page, t, person);
  // The page notices the confirmation in the other tab.
  await expect(page.getByRole("button", { name: t("client.unproven.again") })).toBeHidden();
  const customerId = (await userRow(person.email))?.memberships[0]?.customerId ?? "";
  return { ...person, customerId };
}

/** Completes the first two steps on the vendors' pages; for DATEV, with the adviser's numbers. */
export async function connectBoth(
  page: Page,
  t: Texts,
  person: { companyName: string; city: string },
  books: "LEXOFFICE" | "DATEV" = "LEXOFFICE",
): Promise<void> {
  if (books === "DATEV") await chooseDatev(page, t);
  else {
    await page.getByRole("button", { name: t("onboarding.connect", { vendor: "Lexware Office" }) }).click();
    await page.waitForURL(/\/oauth2\/authorize/);
    await consentAtLexware(page, person.companyName);
  }
  await expectOpen(page, t, "GOCARDLESS");
  await page.getByRole("button", { name: t("onboarding.connect", { vendor: "GoCardless" }) }).click();
  await page.waitForURL(/\/oauth\/authorize/);
  await consentAtGocardless(page, person.companyName, person.city);
  await expectOpen(page, t, "plan");
}

async function chooseDatev(page: Page, t: Texts): Promise<void> {
  await page.getByRole("link", { name: t("onboarding.connect", { vendor: "DATEV" }) }).click();
  await page.getByLabel(t("datev.settings.consultant")).fill(DATEV_NUMBERS.consultant);
  await page.getByLabel(t("datev.settings.client")).fill(DATEV_NUMBERS.client);
  await page.getByRole("button", { name: t("datev.settings.choose") }).click();
  await expect(page.getByText(t("datev.import.never"))).toBeVisible();
  await page.goto("/app/onboard");
}

/** Returns a supplier with both connections and billing details, before the step that chooses a plan. */
export async function beforeThePlan(): Promise<Supplier> {
  const supplier = await connectedSupplier({ contract: "none" });
  const contact = {
    ...{ company: supplier.companyName, name: "Frieda Brandt", email: supplier.email, phone: "" },
    ...{ address: "Lindenhof 7", zip: "04109", city: "Leipzig", vatId: "", country: "DE" },
  };
  await saveBillingContact(supplier.customerId, contact, "en", supplier.actor);
  return supplier;
}
