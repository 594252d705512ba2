import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { db } from "../lib/core/database/db";
import { refreshClock } from "../lib/core/time/clock";
import { addDays } from "../lib/core/time/dates";
import { addTargetDays } from "../lib/core/time/target-calendar";
import { tellDay } from "../lib/notifications/digest/jobs";
import { tellUpcoming } from "../lib/notifications/digest/preview-jobs";
import { savePreferences } from "../lib/notifications/preferences/mutations";
import { type AccountingInvoice, bank, calendar, deskCall, ledger, type Payer } from "./support/desk";
import { expect, findingsOf, localeOfBrowser, test } from "./support/fixtures";
import { type CaughtMail, mailbox, mandateLink } from "./support/mailbox";
import { speaks } from "./support/people";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { DIRECT_DEBIT_TERM, newPayer, writeInvoice } from "./support/supplier";
import { money, weekday } from "./support/texts";

const MARKUP = '<img src=x onerror="window.isHit=true"><script>window.isHit=true</script>';
/** Markup, a formula, characters that reverse the writing direction, emoji, and an endless word. */
const HOSTILE = `=HYPERLINK("http://evil.example")${MARKUP}\u202E🦊 {companyName} ${"W".repeat(10_000)}`;
/** Cut to the length that a payment condition may have. */
const HOSTILE_TERM = HOSTILE.slice(0, 250);

/**
 * Returns texts that contain a character reversing the direction of text around it. Mails pad their hidden first line
 * with such characters, so that line is skipped.
 */
function turningTexts(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isRead = node.parentElement?.closest("bdi, script, style, textarea, [data-skip-in-text]") === null;
    if (isRead && /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/.test(node.textContent ?? ""))
      found.push((node.textContent ?? "").slice(0, 80));
  }
  return found;
}

/** Opens a page on a phone and expects that no injected code has run, and no text is reversed or widens the page. */
async function expectUnharmed(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("h1").first()).toBeVisible();
  const state = await page.evaluate(() => ({
    isHit: "isHit" in window,
    images: document.querySelectorAll('img[src="x"]').length,
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  const turning = await page.evaluate(turningTexts);
  expect({ path, ...state, turning }).toEqual({ path, isHit: false, images: 0, sideways: 0, turning: [] });
}

/**
 * Opens a dialog in a low window, as at 400 % zoom. Expects that all of it can be reached and both buttons are visible.
 */
async function expectAnswerable(page: Page, opener: Locator): Promise<void> {
  await page.setViewportSize({ width: 640, height: 240 });
  await opener.click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button")).toHaveCount(2);
  for (const answer of await question.getByRole("button").all()) await expect(answer).toBeInViewport({ ratio: 1 });
  await question.getByRole("heading").scrollIntoViewIfNeeded();
  await expect(question.getByRole("heading")).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(turningTexts)).toEqual([]);
  await question.getByRole("button").first().click();
  await expect(question).toBeHidden();
  await page.setViewportSize(PHONE);
}

const PHONE = { width: 390, height: 844 };

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("hostile texts from the accounting system are harmless on screens and in mails, dialogs and exports", async ({
      supplier,
      app,
      payerPage,
      t,
    }) => {
      const { customerId } = supplier;
      await db.customer.update({ where: { id: customerId }, data: { paymentConditions: [HOSTILE_TERM] } });
      const language = localeOfBrowser(locale);
      const person = { firstName: HOSTILE, lastName: HOSTILE, street: HOSTILE, city: HOSTILE, language };
      const payer = { ...newPayer(HOSTILE), ...person };
      const write = (number: string) =>
        deskCall<AccountingInvoice>("/lexware/invoices", {
          organisation: supplier.books,
          contact: { ...payer, note: HOSTILE },
          amountCents: 11_900,
          number: `${number}${HOSTILE}`,
          paymentTermLabel: HOSTILE_TERM,
          description: HOSTILE,
        });
      const [returned, paid] = [await write("=1+1"), await write("=2+2")];
      const letter = await mailbox.letter(payer.email);
      expect(letter.subject).not.toMatch(/[\r\n\u202E]/);
      const [caught] = await mailbox.caught(payer.email);
      expect(caught?.html).not.toMatch(/<script|<img[^>]+onerror/i);
      await payerPage.setViewportSize(PHONE);
      await expectUnharmed(payerPage, mandateLink(letter));
      await bank.mandate(payer.email, "sign", { organisation: supplier.account });
      for (const invoice of [returned, paid]) await awaitStatuses(supplier, invoice, ["created"]);
      // Looks payments up by our own rows, because GoCardless cuts the hostile invoice number.
      const paymentOf = async (invoice: AccountingInvoice) =>
        (await rows.collections(supplier, invoice))[0]?.providerId ?? "";
      const failing = await paymentOf(returned);
      const back = (await ledger.payments(supplier.account)).find(({ id }) => id === failing);
      // The bank's text keeps to the characters and the length of SEPA.
      expect(back?.reference).toMatch(/^[A-Za-z0-9+?/:().,' -]{1,140}$/);

      await app.setViewportSize(PHONE);
      const [mandate] = await rows.mandates(supplier);
      for (const path of [await invoicePath(supplier, paid), "/app/upcoming", "/app/mandates", "/app/settings"])
        await expectUnharmed(app, path);
      await expectUnharmed(app, "/app/contacts");
      await expectAnswerable(app, app.getByRole("button", { name: t("contacts.exclude") }).first());
      expect(await findingsOf(app)).toEqual([]);
      const today = await calendar.today();
      await expectUnharmed(app, `/app/transfer?from=${addDays(today, -30)}&to=${today}`);

      await bank.payment(failing, "fail", { cause: "insufficient_funds", code: "AM04" });
      await bank.payment(await paymentOf(paid), "pay-out");
      await expect.poll(() => rows.statuses(supplier, returned)).toEqual(["failed"]);
      await expect.poll(async () => (await rows.payouts(supplier))[0]?.bookingStatus).toBe("booked");
      expect(await rows.notices(supplier)).toContain("collection_failed");
      const [payout] = await rows.payouts(supplier);
      for (const path of ["/app", "/app/returns", `/app/payouts/${payout?.id}`]) await expectUnharmed(app, path);
      await expect.poll(async () => (await mailbox.caught(supplier.email)).length).toBeGreaterThan(0);
      const [alert] = await mailbox.caught(supplier.email);
      expect(alert?.html).not.toMatch(/<script|<img[^>]+onerror|\u202E/i);
      expect(`${alert?.subject} ${alert?.text}`).not.toContain("\u202E");

      const [table] = await Promise.all([
        app.waitForEvent("download"),
        expectUnharmed(app, "/app/invoices").then(() =>
          app.getByRole("link", { name: t("common.exportCsv"), exact: true }).click(),
        ),
      ]);
      const csv = await readFile(await table.path(), "utf8");
      const statement = await (await app.request.get(`/app/payouts/${payout?.id}/csv`)).text();
      for (const text of [csv, statement]) {
        // A negative amount is allowed; no other cell begins like a formula.
        expect(text.split("\r\n").filter((line) => /(^|[;,])"(?:[=+@]|-(?![\d.,]+"))/.test(line))).toEqual([]);
        expect(text).not.toContain("\u202E");
      }
      for (const path of [`/app/mandates/${mandate?.id}/pdf`, `/app/payouts/${payout?.id}/pdf`, "/app/account/export"])
        expect((await app.request.get(path)).status(), path).toBe(200);

      // The pages for assigning a mandate and for sharing one; both ask for confirmation.
      const twice = { ...newPayer(HOSTILE), language };
      const second = await writeInvoice(supplier, { payer: twice, term: HOSTILE_TERM });
      await awaitReason(supplier, second, "mandate_requested");
      const contactId = (await rows.invoice(supplier, second))?.contactId;
      await expectUnharmed(app, `/app/contacts?payer=${contactId}`);
      const workbench = app.getByRole("main");
      await expectAnswerable(app, workbench.getByRole("button", { name: t("contacts.shareUse") }).first());
      // Cut to the length that GoCardless accepts.
      const customer = { companyName: HOSTILE.slice(0, 255), email: newPayer().email };
      const made = await bank.addForeignMandate({ organisation: supplier.account, customer });
      const foreign = async () => (await rows.mandates(supplier)).find((row) => row.providerId === made.mandate.id);
      await expect.poll(foreign).toBeTruthy();
      await expectUnharmed(app, `/app/mandates?match=${(await foreign())?.id}`);
      await expectAnswerable(app, workbench.getByRole("button", { name: t("mandates.assign") }).first());
    });
  });
}

/** Would add a header to a mail if a line break in a name could end a header line. */
const INJECTED = `Anna\r\nBcc: thief@evil.example\r\n${HOSTILE}`;

/** Expects a mail to the supplier to have no injected header, names as plain text, and long names cut. */
async function expectHarmless(page: Page, mail: CaughtMail, subject: string): Promise<void> {
  const { html = "", text = "", headers = {} } = mail;
  expect(mail.subject).toBe(subject.replace(/\s/g, " "));
  expect(Object.keys(headers)).not.toContain("bcc");
  expect(html).toContain("&lt;img src=x");
  expect(html).not.toMatch(/<script|<img|onerror="/i);
  for (const part of [html, text]) {
    expect(part).not.toMatch(/^Bcc:/m);
    expect(part).not.toMatch(/[\u202A-\u202E]/);
    // An endless name is cut with an ellipsis.
    expect(part).toMatch(/HYPERLINK\([\s\S]{0,120}…/);
    expect(part).not.toMatch(/W{81}/);
  }
  await page.setViewportSize(PHONE);
  await expectUnharmed(page, mailbox.addressOf(mail));
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}, the mails of evening and morning`, { tag: "@alone" }, () => {
    test.use({ locale });

    test("hostile texts are harmless in the mail about tomorrow's debits and in the daily digest", async ({
      supplier,
      payerPage,
      t,
    }) => {
      const { customerId, userId } = supplier;
      const language = localeOfBrowser(locale);
      await speaks(supplier, locale);
      const write = (contact: Payer, number: string, dueDate?: string) =>
        deskCall<AccountingInvoice>("/lexware/invoices", {
          organisation: supplier.books,
          contact,
          amountCents: 11_900,
          number: `${number}${INJECTED}`,
          dueDate,
          paymentTermLabel: DIRECT_DEBIT_TERM,
        });
      const payer = newPayer(INJECTED);
      const due = addDays(await calendar.today(), 30);
      const [ahead, returned] = [await write(payer, "=1+1", due), await write(payer, "=2+2")];
      const homeless = await write({ ...newPayer(INJECTED), email: null }, "=3+3");
      await mailbox.letter(payer.email);
      await bank.mandate(payer.email, "sign", { organisation: supplier.account });
      for (const invoice of [ahead, returned]) await awaitStatuses(supplier, invoice, ["created"]);
      await awaitReason(supplier, homeless, "contact_without_email");
      const [[debit], [failing]] = [
        await rows.collections(supplier, ahead),
        await rows.collections(supplier, returned),
      ];
      await bank.payment(failing?.providerId ?? "", "fail", { cause: "insufficient_funds", code: "AM04" });
      await awaitReason(supplier, returned, "failed_needs_action");
      // The alert has a name in its subject; the other two mails are subscribed to afterwards.
      await mailbox.letter(supplier.email);
      await savePreferences(customerId, userId, { preview: true, digest: true, alerts: false });

      // One mail on the evening before the debit, one on the last evening on which it can be stopped.
      const day = debit?.debitDate.toISOString().slice(0, 10) ?? "";
      const figures = { count: 1, amount: money(11_900, language) };
      const evenings = [
        { day, subject: t("mail.notification.preview.heading", figures) },
        { day: addTargetDays(day, -2), subject: t("mail.notification.preview.headingLast", figures) },
      ];
      const before = await mailbox.caught(supplier.email);
      expect(before.map((mail) => mail.subject).join()).not.toMatch(/[\r\n\u202E]/);
      for (const evening of evenings) {
        await tellUpcoming.run({ customerId, day: evening.day });
        await expectHarmless(payerPage, await newest(supplier.email, before), evening.subject);
      }

      await calendar.advance(1);
      await refreshClock();
      const yesterday = addDays(await calendar.today(), -1);
      await tellDay.run({ customerId, day: yesterday });
      const heading = t("mail.notification.digest.heading", { day: weekday(yesterday, language) });
      const digest = await newest(supplier.email, before);
      expect(digest.text).toContain("=2+2");
      await expectHarmless(payerPage, digest, heading);
    });
  });
}

/** Waits for the next mail to an address that is not in `known`, adds it there and returns it. */
async function newest(address: string, known: CaughtMail[]): Promise<CaughtMail> {
  const fresh = async () => (await mailbox.caught(address)).filter(({ id }) => known.every((mail) => mail.id !== id));
  await expect.poll(async () => (await fresh()).length, { message: `a new mail to ${address}` }).toBe(1);
  const [mail] = await fresh();
  if (!mail) throw new Error(`no new mail to ${address}`);
  known.push(mail);
  return mail;
}

test("hostile parameters of an address are harmless on the page that repeats them", async ({ app }) => {
  const text = encodeURIComponent(`">'${MARKUP}`);
  for (const path of ["/app/invoices", "/app/contacts", "/app/mandates", "/app/returns", "/app/payouts", "/faq"])
    await expectUnharmed(app, `${path}?search=${text}&filter=${text}&q=${text}#${text}`);
});
