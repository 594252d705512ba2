import type { Page } from "@playwright/test";
import { ONBOARDING_STEPS } from "../lib/onboarding/rules";
import { setUpConnection } from "../lib/schedule/jobs";
import { choosePayment, choosePlan } from "../lib/subscriptions/contract/mutations";
import { saveBillingContact } from "../lib/subscriptions/contract/provider";
import { BILLING } from "../prisma/seed/subscribe";
import { debitUnderWay } from "./support/debits";
import { bank, deskCall } from "./support/desk";
import { axeFindings, enter, expect, hydrated, localeOfBrowser, PROBE, signIn, test } from "./support/fixtures";
import { mailbox, mandateLink } from "./support/mailbox";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { connectedSupplier, newPayer, type Supplier, writeInvoice } from "./support/supplier";

/** The demo's own sign-in, whose lists are filled. */
const DEMO = { email: "demo@einzug.test", password: "Lastschrift-2026-!!" };

const PUBLIC_PAGES = [
  "/login",
  "/register",
  "/forgotten-password",
  "/reset-password?jwtToken=unknown",
  "/invitation?token=unknown",
  "/confirm-address?token=unknown",
  "/faq",
  "/imprint",
  "/privacy",
  "/terms",
  "/status",
  "/changelog",
  "/service-down",
  "/GoCardlessUnauthenticated",
  "/erpUnauthenticated",
];
/** A link of no payer; its page is in German, because no payer's language is known. */
const UNKNOWN_LINK = "/m/unknown";
const APP_PAGES = [
  "/app",
  "/app/invoices",
  "/app/upcoming",
  "/app/returns",
  "/app/transfer",
  "/app/mandates",
  "/app/mandates/first-requests",
  "/app/payouts",
  "/app/datev",
  "/app/connections",
  "/app/contacts",
  "/app/activity",
  "/app/notices",
  "/app/emails",
  "/app/settings",
  "/app/subscription",
];

/**
 * Checks one page on desktop and phone, one of these in the dark theme: it must fit and be accessible. The other
 * language swaps the themes, so that all four combinations are covered.
 */
async function inspect(page: Page, path: string): Promise<void> {
  const isGerman = (await page.evaluate(() => navigator.language)).startsWith("de");
  const views = [
    { width: 1280, colorScheme: isGerman ? "dark" : "light" },
    { width: 390, colorScheme: isGerman ? "light" : "dark" },
  ] as const;
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  const address = page.url();
  for (const { width, colorScheme } of views) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const beyond = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await painted(page);
    await expect.poll(beyond, { message: `${path} at ${width}: pixels beyond the edge` }).toBeLessThanOrEqual(0);
    expect.soft(await axeFindings(page), `${path} at ${width}, ${colorScheme}`).toEqual([]);
  }
  expect(page.url(), "the page that was read").toBe(address);
}

/** Opens the explanation of a state by a tap, and expects it to be accessible and inside the window. */
async function readHint(page: Page): Promise<void> {
  const state = page.locator("details.pill-hint").first();
  await state.locator("summary").click();
  const box = await state.locator(".pill-text").boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true);
  expect.soft(await axeFindings(page), "a state that is explained").toEqual([]);
  await page.keyboard.press("Escape");
  await expect(state).not.toHaveAttribute("open");
}

/** Waits until requested colours and sizes are painted. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

/** Creates one invoice of every kind that looks different. */
async function fill(supplier: Supplier): Promise<string[]> {
  const paid = await debitUnderWay(supplier, { amountCents: 250_050 });
  await bank.payment(paid.payment.id, "pay-out");
  const failed = await debitUnderWay(supplier, { amountCents: 4_999 });
  await bank.payment(failed.payment.id, "fail", { code: "AM04" });
  const nearMiss = await writeInvoice(supplier, {
    payer: newPayer(),
    term: "Der Betrag wird per SEPA-Lastschrift eingezogen",
  });
  const waiting = newPayer("Verwaltungsgesellschaft Donaudampfschifffahrt mbH & Co. Kommanditgesellschaft");
  const asked = await writeInvoice(supplier, { payer: waiting });
  const letter = await mailbox.letter(waiting.email);
  await awaitStatuses(supplier, paid.invoice, ["paid_out"]);
  await awaitStatuses(supplier, failed.invoice, ["failed"]);
  await awaitReason(supplier, nearMiss, "condition_near_miss");
  await expect.poll(async () => (await rows.payouts(supplier))[0]).toMatchObject({ bookingStatus: "booked" });
  const [payout] = await rows.payouts(supplier);
  const invoices = [paid.invoice, failed.invoice, nearMiss, asked].map((invoice) => invoicePath(supplier, invoice));
  const payerPage = new URL(mandateLink(letter)).pathname;
  const payerPages = [payerPage, `${payerPage}/exit`, `${payerPage}/return`];
  const [payer] = await rows.contacts(supplier);
  const ofPayer = ["", "?list=debits", "?list=returns", "?list=mails"].map(
    (list) => `/app/contacts/${payer?.id}${list}`,
  );
  return [...(await Promise.all(invoices)), ...ofPayer, `/app/payouts/${payout?.id}`, ...payerPages];
}

for (const locale of ["en-GB", "de-DE"] as const) {
  // German words are longer, so the gate inspects German pages.
  test.describe(`in ${locale}`, { tag: locale === "de-DE" ? [] : "@rare" }, () => {
    test.use({ locale });

    test("every public page fits the screen and is accessible", async ({ page }) => {
      // Keeps the outage page open, because its probe never gets the answer it waits for.
      await page.route(PROBE, (route) => route.fulfill({ status: 204 }));
      for (const path of PUBLIC_PAGES) {
        await inspect(page, path);
        await expect(page.locator("html")).toHaveAttribute("lang", localeOfBrowser(locale));
      }
      await inspect(page, UNKNOWN_LINK);
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
    });

    test("every page of an active supplier fits the screen and is accessible", async ({ supplier, app }) => {
      // Some twenty pages, each measured and checked by axe twice.
      test.setTimeout(400_000);
      const details = await fill(supplier);
      for (const path of [...APP_PAGES, ...details]) await inspect(app, path);
    });

    test("every step of the setup fits the screen and is accessible", async ({ page }) => {
      const supplier = await connectedSupplier({ contract: "none", city: "Wermelskirchen-Dabringhausen" });
      const { customerId, actor, email } = supplier;
      const { mandate } = await bank.addForeignMandate({
        organisation: supplier.account,
        customer: { companyName: "Kino Rialto", email: newPayer().email },
      });
      const subscription = { organisation: supplier.account, mandate: mandate.id, amountCents: 4_900 };
      await deskCall("/gocardless/subscriptions", subscription);
      await setUpConnection.run({ customerId, type: "GOCARDLESS" });
      await bank.verify(supplier.account, "in_review");
      await enter(page, supplier);
      await inspect(page, "/app/onboard?step=order");
      await inspect(page, "/app/connections");
      await choosePlan(customerId, { type: "premium", base: "yearly" });
      await saveBillingContact(customerId, { ...BILLING, email }, "de", actor);
      await choosePayment(customerId, "later");
      for (const step of ONBOARDING_STEPS) await inspect(page, `/app/onboard?step=${step}`);
    });

    test("every page of the demo fits the screen and is accessible", { tag: "@rare" }, async ({ page, t }) => {
      await signIn(page, DEMO, t);
      for (const path of APP_PAGES) await inspect(page, path);
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto("/app/invoices");
        await hydrated(page.getByRole("searchbox"));
        await readHint(page);
      }
      await page.getByRole("row").nth(1).getByRole("link").first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
      expect.soft(await axeFindings(page), "the sheet of an invoice").toEqual([]);
    });

    test.describe("an address that does not exist", () => {
      test.use({ expectedErrors: "status of 404" });

      test("requires a sign-in, then shows a message and keeps the navigation", async ({ page, supplier, t }) => {
        await page.goto("/app/payouts");
        await page.waitForURL((url) => url.pathname === "/login" && url.searchParams.get("path") === "/app/payouts");
        await enter(page, supplier);
        // Even outside /app a signed-in person keeps the navigation of the area.
        for (const path of ["/app/nothing-here", "/nothing-here"]) {
          await inspect(page, path);
          await expect(page.getByRole("heading", { name: t("info.notFound.title") })).toBeVisible();
          await expect(
            page.getByRole("navigation", { name: t("shell.mainNavigation"), includeHidden: true }),
          ).toHaveCount(1);
        }
      });
    });
  });
}
