import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { refreshClock } from "../lib/core/clock";
import { addDays } from "../lib/core/dates";
import { db } from "../lib/core/db";
import { addTargetDays } from "../lib/core/target-calendar";
import { tellDay } from "../lib/notices/digest-jobs";
import { savePreferences } from "../lib/notices/preference-mutations";
import { tellUpcoming } from "../lib/notices/preview-jobs";
import { type BookInvoice, bank, calendar, deskCall, ledger, type Payer } from "./support/desk";
import { expect, findingsOf, localeOfBrowser, test } from "./support/fixtures";
import { type CaughtMail, mailbox, mandateLink } from "./support/mailbox";
import { speaks } from "./support/people";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { DIRECT_DEBIT_TERM, newPayer, writeInvoice } from "./support/supplier";
import { money, weekday } from "./support/texts";

const MARKUP = '<img src=x onerror="window.isHit=true"><script>window.isHit=true</script>';
/** Markup, a formula, marks that turn the writing direction, emoji, and a word that never ends. */
const HOSTILE = `=HYPERLINK("http://evil.example")${MARKUP}\u202E🦊 {companyName} ${"W".repeat(10_000)}`;
/** As much of it as a payment condition may have. */
const HOSTILE_TERM = HOSTILE.slice(0, 250);

/** Texts with a mark in them that would turn what stands beside them. Mails fill up their first line, out of sight, by such marks. */
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

/** A page as a visitor sees it on a phone: nothing that was typed has run, turns our sentences or pushes it sideways. */
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

/** A question in a low window, as at 400 % zoom: all of it can be reached, and both answers are in sight. */
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

    test("what the books hold harms nothing where it is shown, mailed, asked about or exported", async ({
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
        deskCall<BookInvoice>("/lexware/invoices", {
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
      // By the product's own record: in what the provider keeps a number is cut short.
      const paymentOf = async (invoice: BookInvoice) =>
        (await rows.collections(supplier, invoice))[0]?.providerId ?? "";
      const failing = await paymentOf(returned);
      const back = (await ledger.payments(supplier.account)).find(({ id }) => id === failing);
      // What the bank prints keeps to the characters and the length of SEPA.
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
          app.getByRole("link", { name: t("invoices.export"), exact: true }).click(),
        ),
      ]);
      const csv = await readFile(await table.path(), "utf8");
      const statement = await (await app.request.get(`/app/payouts/${payout?.id}/csv`)).text();
      for (const text of [csv, statement]) {
        // A negative amount may stand there; nothing else begins like a formula.
        expect(text.split("\r\n").filter((line) => /(^|[;,])"(?:[=+@]|-(?![\d.,]+"))/.test(line))).toEqual([]);
        expect(text).not.toContain("\u202E");
      }
      for (const path of [`/app/mandates/${mandate?.id}/pdf`, `/app/payouts/${payout?.id}/pdf`, "/app/account/export"])
        expect((await app.request.get(path)).status(), path).toBe(200);

      // The pages on which a person says whose a mandate is, and who else pays by one; both ask once more.
      const twice = { ...newPayer(HOSTILE), language };
      const second = await writeInvoice(supplier, { payer: twice, term: HOSTILE_TERM });
      await awaitReason(supplier, second, "mandate_requested");
      const contactId = (await rows.invoice(supplier, second))?.contactId;
      await expectUnharmed(app, `/app/contacts?payer=${contactId}`);
      const workbench = app.getByRole("main");
      await expectAnswerable(app, workbench.getByRole("button", { name: t("contacts.shareUse") }).first());
      // As much of it as the provider takes.
      const customer = { companyName: HOSTILE.slice(0, 255), email: newPayer().email };
      const made = await bank.addForeignMandate({ organisation: supplier.account, customer });
      const foreign = async () => (await rows.mandates(supplier)).find((row) => row.providerId === made.mandate.id);
      await expect.poll(foreign).toBeTruthy();
      await expectUnharmed(app, `/app/mandates?match=${(await foreign())?.id}`);
      await expectAnswerable(app, workbench.getByRole("button", { name: t("mandates.assign") }).first());
    });
  });
}

/** What would be a header of its own if a line of a mail's head could be ended by somebody's name. */
const INJECTED = `Anna\r\nBcc: thief@evil.example\r\n${HOSTILE}`;

/** A mail to the supplier's people as it was sent: its head in one piece, its names as text, cut where they would fill it. */
async function expectHarmless(page: Page, mail: CaughtMail, subject: string): Promise<void> {
  const { html = "", text = "", headers = {} } = mail;
  expect(mail.subject).toBe(subject.replace(/\s/g, " "));
  expect(Object.keys(headers)).not.toContain("bcc");
  expect(html).toContain("&lt;img src=x");
  expect(html).not.toMatch(/<script|<img|onerror="/i);
  for (const part of [html, text]) {
    expect(part).not.toMatch(/^Bcc:/m);
    expect(part).not.toMatch(/[\u202A-\u202E]/);
    // The end of a name that never ends is an ellipsis.
    expect(part).toMatch(/HYPERLINK\([\s\S]{0,120}…/);
    expect(part).not.toMatch(/W{81}/);
  }
  await page.setViewportSize(PHONE);
  await expectUnharmed(page, mailbox.addressOf(mail));
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}, the mails of evening and morning`, { tag: "@alone" }, () => {
    test.use({ locale });

    test("what the books hold harms nothing in the mail about tomorrow's debits, nor in the digest of a day", async ({
      supplier,
      payerPage,
      t,
    }) => {
      const { customerId, userId } = supplier;
      const language = localeOfBrowser(locale);
      await speaks(supplier, locale);
      const write = (contact: Payer, number: string, dueDate?: string) =>
        deskCall<BookInvoice>("/lexware/invoices", {
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
      // The alert about it bears a name in its subject; the two mails are asked for afterwards.
      await mailbox.letter(supplier.email);
      await savePreferences(customerId, userId, { preview: true, digest: true, alerts: false });

      // Once on the evening before the debit, once on the last one on which it can be stopped.
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

/** The next mail to an address beside those that are known, which it joins. */
async function newest(address: string, known: CaughtMail[]): Promise<CaughtMail> {
  const fresh = async () => (await mailbox.caught(address)).filter(({ id }) => known.every((mail) => mail.id !== id));
  await expect.poll(async () => (await fresh()).length, { message: `a new mail to ${address}` }).toBe(1);
  const [mail] = await fresh();
  if (!mail) throw new Error(`no new mail to ${address}`);
  known.push(mail);
  return mail;
}

test("what an address holds harms nothing on the page that repeats it", async ({ app }) => {
  const text = encodeURIComponent(`">'${MARKUP}`);
  for (const path of ["/app/invoices", "/app/contacts", "/app/mandates", "/app/returns", "/app/payouts", "/faq"])
    await expectUnharmed(app, `${path}?search=${text}&filter=${text}&q=${text}#${text}`);
});
