import { expect, type Page } from "@playwright/test";
import type { Locale } from "../../lib/core/locales";
import { PAYER_TEXTS } from "../../sandbox/gocardless/payer-texts";
import { textsIn } from "./texts";

/** The IBAN from the vendor's own documentation. */
export const TEST_IBAN = "DE89370400440532013000";

/** Opens the link of a mail as the payer, checks who asks, and continues to the provider's page. */
export async function openMandateLink(
  page: Page,
  link: string,
  supplierName: string,
  locale: Locale = "de",
): Promise<void> {
  const t = textsIn(locale);
  await page.goto(link);
  // The whole document is in the language of the request, whatever language the payer's browser has.
  await expect(page.locator("html")).toHaveAttribute("lang", locale);
  await expect(page).toHaveTitle(new RegExp(t("payer.mandateTitle")));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(t("payer.asks", { supplier: supplierName }));
  await page.getByRole("button", { name: t("payer.grant") }).click();
  await expect(page.getByRole("heading", { name: PAYER_TEXTS[locale].title })).toBeVisible();
}

/** Signs on the provider's page, and expects the confirmation on ours. */
export async function signAtProvider(page: Page, locale: Locale = "de", iban = TEST_IBAN): Promise<void> {
  const texts = PAYER_TEXTS[locale];
  // An e-invoice brings no address of its buyer to the page, so the payer enters it.
  for (const [label, value] of [
    [texts.street, "Marktplatz 1"],
    [texts.zip, "04109"],
    [texts.city, "Leipzig"],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    if ((await field.inputValue()) === "") await field.fill(value);
  }
  await page.getByLabel(texts.iban, { exact: true }).fill(iban);
  await page.getByRole("button", { name: texts.sign }).click();
  await page.waitForURL(/\/m\/[^/]+\/return/);
  await expect(page.getByRole("heading", { name: textsIn(locale)("payer.signedTitle") })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", locale);
}

export async function grantMandate(
  page: Page,
  link: string,
  supplierName: string,
  locale: Locale = "de",
): Promise<void> {
  await openMandateLink(page, link, supplierName, locale);
  await signAtProvider(page, locale);
}
