import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { addDays } from "../lib/core/dates";
import { type BookInvoice, bank, calendar, deskCall } from "./support/desk";
import { axeFindings, expect, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { awaitStatuses, rows } from "./support/rows";
import { DIRECT_DEBIT_TERM, newPayer } from "./support/supplier";

const MARKUP = '<img src=x onerror="window.isHit=true"><script>window.isHit=true</script>';
/** Markup, a formula, marks that turn the writing direction, emoji, and a word that never ends. */
const HOSTILE = `=HYPERLINK("http://evil.example")${MARKUP}\u202E🦊 {companyName} ${"W".repeat(10_000)}`;

/** A page as a visitor sees it on a phone: nothing that was typed has run, and nothing pushes it sideways. */
async function expectUnharmed(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("#content h1").first()).toBeVisible();
  const state = await page.evaluate(() => ({
    isHit: "isHit" in window,
    images: document.querySelectorAll('img[src="x"]').length,
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  expect({ path, ...state }).toEqual({ path, isHit: false, images: 0, sideways: 0 });
}

test("what a contact or an invoice holds harms nothing where it is shown, mailed or exported", async ({
  supplier,
  app,
  t,
}) => {
  const payer = { ...newPayer(HOSTILE) };
  const invoice = await deskCall<BookInvoice>("/lexware/invoices", {
    organisation: supplier.books,
    contact: payer,
    amountCents: 11_900,
    number: `=1+1${HOSTILE}`,
    paymentTermLabel: DIRECT_DEBIT_TERM,
  });
  const letter = await mailbox.letter(payer.email);
  expect(letter.subject).not.toMatch(/[\r\n\u202E]/);
  const [caught] = await mailbox.caught(payer.email);
  expect(caught?.html).not.toMatch(/<script|<img[^>]+onerror/i);
  await bank.mandate(payer.email, "sign", { organisation: supplier.account });
  await awaitStatuses(supplier, invoice, ["created"]);

  await app.setViewportSize({ width: 390, height: 844 });
  const [mandate] = await rows.mandates(supplier);
  const invoiceId = (await rows.invoice(supplier, invoice))?.id;
  for (const path of [
    "/app",
    "/app/invoices",
    `/app/invoices/${invoiceId}`,
    "/app/upcoming",
    "/app/contacts",
    "/app/mandates",
  ])
    await expectUnharmed(app, path);
  expect(await axeFindings(app)).toEqual([]);
  const today = await calendar.today();
  await expectUnharmed(app, `/app/transfer?from=${addDays(today, -30)}&to=${today}`);

  const [payment] = (
    await deskCall<{ gocardless: { payments: { id: string; organisation: string; reference: string }[] } }>("/ledger")
  ).gocardless.payments.filter((one) => one.organisation === supplier.account);
  // What the bank prints keeps to the characters and the length of SEPA.
  expect(payment?.reference).toMatch(/^[A-Za-z0-9+?/:().,' -]{1,140}$/);
  await bank.payment(payment?.id ?? "", "fail", { cause: "insufficient_funds", code: "AM04" });
  await expect.poll(async () => (await rows.collections(supplier, invoice))[0]?.status).toBe("failed");
  await expectUnharmed(app, "/app/returns");

  const [table] = await Promise.all([
    app.waitForEvent("download"),
    app.goto("/app/invoices").then(() => app.getByRole("link", { name: t("invoices.export"), exact: true }).click()),
  ]);
  const csv = await readFile(await table.path(), "utf8");
  expect(csv.split("\r\n").filter((line) => /(^|[;,])"[=+@-]/.test(line))).toEqual([]);
  expect((await app.request.get(`/app/mandates/${mandate?.id}/pdf`)).status()).toBe(200);
});

test("what an address holds harms nothing on the page that repeats it", async ({ app }) => {
  const text = encodeURIComponent(`">'${MARKUP}`);
  for (const path of ["/app/invoices", "/app/contacts", "/app/mandates", "/app/returns", "/app/payouts", "/faq"])
    await expectUnharmed(app, `${path}?search=${text}&filter=${text}&q=${text}#${text}`);
});
