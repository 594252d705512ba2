import { addDays, type Day, formatDay, toDate } from "../lib/core/time/dates";
import { addTargetDays, isTargetDay } from "../lib/core/time/target-calendar";
import { debitUnderWay } from "./support/debits";
import { bank, calendar, ledger } from "./support/desk";
import { enter, expect, findingsOf, localeOfBrowser, test } from "./support/fixtures";
import { awaitStatuses, rows } from "./support/rows";
import { money, weekday } from "./support/texts";

/** A payer may claim an authorised debit back without a reason for eight weeks. */
const CLAIM_DAYS = 56;

/** Returns the first day from `from` on for which the condition holds. */
function firstDay(from: Day, holds: (day: Day) => boolean): Day {
  let day = from;
  while (!holds(day)) day = addDays(day, 1);
  return day;
}

const isWeekend = (day: Day) => [0, 6].includes(toDate(day).getUTCDay());

for (const browserLocale of ["en-GB", "de-DE"] as const) {
  const locale = localeOfBrowser(browserLocale);
  test.describe(`in ${browserLocale}`, { tag: "@alone" }, () => {
    test.use({ locale: browserLocale });

    test("the forecast names the day after which money is safe, and learns days and fees from a payout", async ({
      page,
      supplier,
      t,
    }) => {
      // This payout arrives on the first banking day after the charge date, earlier than by GoCardless' timetable;
      // 100.00 cost 1.20.
      const past = await debitUnderWay(supplier, { amountCents: 10_000 });
      await calendar.advanceTo(addTargetDays(past.payment.chargeDate, 1));
      await awaitStatuses(supplier, past.invoice, ["confirmed"]);
      await bank.payment(past.payment.id, "pay-out");
      await awaitStatuses(supplier, past.invoice, ["paid_out"]);
      await expect.poll(async () => (await rows.payouts(supplier)).map((one) => one.isProven)).toEqual([true]);
      expect((await ledger.payouts(supplier.account))[0]?.amountCents).toBe(9_880);

      const today = await calendar.today();
      // One payment whose eight weeks end on a banking day, and one for which they end on a weekday with closed banks.
      const plain = firstDay(addDays(today, 14), (day) => isTargetDay(day) && isTargetDay(addDays(day, CLAIM_DAYS)));
      const holiday = firstDay(
        addDays(today, 20 + CLAIM_DAYS),
        (day) => !isTargetDay(day) && !isWeekend(day) && isTargetDay(addDays(day, -CLAIM_DAYS)),
      );
      const awaited = [
        { cents: 23_456, day: plain, safe: addDays(plain, CLAIM_DAYS), together: 23_456 - 281 },
        {
          ...{ cents: 50_000, day: addDays(holiday, -CLAIM_DAYS), safe: firstDay(holiday, isTargetDay) },
          together: 23_456 - 281 + 50_000 - 600,
        },
      ];
      for (const { cents, day } of awaited) {
        const { payment } = await debitUnderWay(supplier, { amountCents: cents, dueDate: day });
        expect(payment.chargeDate).toBe(day);
      }

      await enter(page, supplier);
      const lines = page.getByRole("list", { name: t("dashboard.forecast.title") }).getByRole("listitem");
      for (const { cents, day, safe, together } of awaited) {
        const line = lines.filter({ hasText: weekday(day, locale) });
        await expect(line).toContainText(money(cents, locale));
        const facts = {
          onAccount: weekday(addTargetDays(day, 1), locale),
          together: money(together, locale),
          safeAfter: formatDay(safe, locale),
        };
        for (const [name, value] of Object.entries(facts))
          await expect(line).toContainText(`${t(`dashboard.forecast.${name as keyof typeof facts}`)}${value}`);
      }
      await expect(page.getByText(t("dashboard.forecast.measured", { days: 1 }))).toBeVisible();
      const percent = locale === "de" ? "1,2 %" : "1.2%";
      await expect(page.getByText(t("dashboard.forecast.feesMeasured", { percent }))).toBeVisible();
      await expect(page.getByText(t("dashboard.forecast.safeNote"))).toBeVisible();
      expect(await findingsOf(page)).toEqual([]);
    });
  });
}
