import type { AccountingSystem } from "../lib/vendors/types";
import { addDays, addTargetDays, type Day, rollForward } from "../sandbox/kit/calendar";
import { BOOK_KEEPING } from "./support/book-keeping";
import { calendar, ledger } from "./support/desk";
import { expect, localeOfBrowser, test } from "./support/fixtures";
import { mailbox, mandateLink } from "./support/mailbox";
import { grantMandate } from "./support/payer";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { newPayer } from "./support/supplier";
import { money, standardSubject, weekday } from "./support/texts";

const NOTICE_DAYS = 2;

interface Story {
  system: AccountingSystem;
  locale: "en-GB" | "de-DE";
  amountCents: number;
  dueDate: (today: Day) => Day;
  chargeDate: (today: Day, due: Day) => Day;
  says: string;
  /** True for cases that only `npm run test:all` runs. */
  isRare: boolean;
}

/**
 * Both languages with every accounting system. The gate runs both for Lexware Office, and one for sevdesk and DATEV;
 * e-invoices have a contract test for the same way.
 */
const STORIES: Story[] = (Object.keys(BOOK_KEEPING) as AccountingSystem[]).flatMap((system) => [
  {
    system,
    says: "due on a Saturday, debited on the next banking day",
    locale: "en-GB",
    isRare: system === "DATEV" || system === "EINVOICE",
    amountCents: 123_456,
    dueDate: (today) => saturdayAfter(addDays(today, 10)),
    chargeDate: (_today, due) => rollForward(due),
  },
  {
    system,
    says: "due long since, debited on the earliest day",
    locale: "de-DE",
    isRare: system === "SEVDESK" || system === "EINVOICE",
    amountCents: 11_905,
    dueDate: (today) => addDays(today, -5),
    chargeDate: (today) => rollForward(later(addTargetDays(today, 3), addDays(today, NOTICE_DAYS))),
  },
]);

for (const story of STORIES) {
  const tag = story.isRare ? ["@alone", "@rare"] : "@alone";
  test.describe(`in ${story.locale}, accounting in ${story.system}`, { tag }, () => {
    test.use({ locale: story.locale, system: story.system });

    test(`an invoice is collected, paid out and booked: ${story.says}`, async ({ supplier, app, payerPage, t }) => {
      const locale = localeOfBrowser(story.locale);
      const { amountCents } = story;
      const today = await calendar.today();
      const dueDate = story.dueDate(today);
      const chargeDate = story.chargeDate(today, dueDate);
      const keeping = BOOK_KEEPING[story.system];
      const desk = { supplier, app, t };
      const payer = newPayer("Café Größenwahn", locale);

      // The sync job reads the invoice, and the payer is asked for a mandate in the payer's own language.
      await keeping.choose(desk, locale);
      const invoice = await keeping.enter(desk, { payer, amountCents, dueDate });
      await app.goto("/app/invoices");
      await expect(app.getByRole("row", { name: invoice.number })).toContainText(t("reasons.mandate_requested.title"));
      const letter = await mailbox.letter(payer.email);
      const { companyName } = supplier;
      const standard = { companyName, invoiceNo: invoice.number };
      expect(letter.subject).toBe(standardSubject(localeOfBrowser(locale), standard));
      expect(letter.text.replace(/\s/g, " ")).toContain(money(amountCents, locale).replace(/\s/g, " "));

      // After the signature in the payer's browser, one payment exists, with this amount and this charge date.
      await grantMandate(payerPage, mandateLink(letter), companyName, locale);
      await awaitStatuses(supplier, invoice, ["created"]);
      const [payment, ...more] = await ledger.payments(supplier.account);
      expect(more).toEqual([]);
      expect(payment).toMatchObject({ amountCents, chargeDate, status: "pending_submission" });
      expect(payment?.reference).toContain(invoice.number);
      await app.goto(await invoicePath(supplier, invoice));
      const values = { amount: money(amountCents, locale), day: weekday(chargeDate, locale) };
      await expect(
        app.getByText(t("collectionStatus.created.sentence", values)).filter({ visible: true }),
      ).toBeVisible();

      // Days pass: the bank confirms, and GoCardless pays out.
      await calendar.advanceTo(addTargetDays(chargeDate, 1));
      await awaitStatuses(supplier, invoice, ["confirmed"]);
      await expect(
        app.getByText(t("collectionStatus.confirmed.sentence", values)).filter({ visible: true }),
      ).toBeVisible();
      await calendar.advanceTo(addTargetDays(chargeDate, 3));
      await awaitStatuses(supplier, invoice, ["paid_out"]);
      await expect(
        app.getByText(t("collectionStatus.paid_out.sentence", values)).filter({ visible: true }),
      ).toBeVisible();

      // The accounting system, each in its own way, shows the invoice as settled by this payment alone.
      await keeping.expectBooked(desk, invoice, amountCents);
      await awaitReason(supplier, invoice, "collected");

      // The payout is explained to the cent.
      const [payout] = await ledger.payouts(supplier.account);
      await expect
        .poll(async () => (await rows.payouts(supplier))[0])
        .toMatchObject({ isProven: true, bookingStatus: keeping.bookedAs });
      await app.goto("/app/payouts");
      await app
        .getByRole("row", { name: money(payout?.amountCents ?? 0, locale) })
        .getByRole("link")
        .first()
        .click();
      await expect(app.getByText(t("payouts.addsUp"))).toBeVisible();
      await expect(app.getByRole("row", { name: invoice.number }).first()).toBeVisible();
      await expect(app.getByText(money(payout?.amountCents ?? 0, locale)).first()).toBeVisible();
      expect(await mailbox.to(payer.email)).toHaveLength(1);
      expect((await ledger.payments(supplier.account)).map((one) => one.history.map((step) => step.status))).toEqual([
        ["pending_submission", "submitted", "confirmed", "paid_out"],
      ]);
    });
  });
}

function saturdayAfter(day: Day): Day {
  const weekdayNo = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, 6 - weekdayNo);
}

function later(a: Day, b: Day): Day {
  return a > b ? a : b;
}
