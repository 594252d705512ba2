import type { Weakening } from "../weakening";

const CHARGE_DATE_RULES = "lib/collections/decision/charge-date/rules.ts";
const DAY_RULES = "lib/collections/decision/charge-date/day-rules.ts";
const TARGET_CALENDAR = "lib/core/time/target-calendar.ts";
const DATES = "lib/core/time/dates.ts";
const RETRY_RULES = "lib/collections/attempts/retry-rules.ts";
const RULES = "lib/subscriptions/contract/rules.ts";
const CARRY_OUT_JOBS = "lib/collections/execution/jobs.ts";
const BY_COLLECTIONS_CHARGE_DATE_RULES = {
  tier: "unit",
  file: "lib/collections/decision/charge-date/rules.test.ts",
} as const;
const BY_DECIDE_DOCUMENTS = { tier: "unit", file: "lib/collections/decision/table/decide-documents.test.ts" } as const;
const BY_CORE_TARGET_CALENDAR = { tier: "unit", file: "lib/core/time/target-calendar.test.ts" } as const;
const BY_CORE_DATES = { tier: "unit", file: "lib/core/time/dates.test.ts" } as const;
const BY_COLLECTIONS_RETRY_RULES = { tier: "unit", file: "lib/collections/attempts/retry-rules.test.ts" } as const;
const BY_SUBSCRIPTIONS_RULES = { tier: "unit", file: "lib/subscriptions/contract/rules.test.ts" } as const;

/** Charge dates, the TARGET calendar, days in Germany and ends of contracts. */
export const ofDates: Weakening[] = [
  {
    name: "a debit falls on a closed day because only its wish is rolled forward",
    file: CHARGE_DATE_RULES,
    search: "chargeDate: nextTargetDay(latest(wantedDate, input.nextPossibleChargeDate, noticeEnd)) };",
    replace: "chargeDate: latest(nextTargetDay(wantedDate), input.nextPossibleChargeDate, noticeEnd) };",
    noticedBy: {
      ...BY_COLLECTIONS_CHARGE_DATE_RULES,
      test: "gives the first TARGET day that wanted day, provider and notice allow",
    },
  },
  {
    name: "the notice period of the payer does not count",
    file: CHARGE_DATE_RULES,
    search: "nextTargetDay(latest(wantedDate, input.nextPossibleChargeDate, noticeEnd))",
    replace: "nextTargetDay(latest(wantedDate, input.nextPossibleChargeDate))",
    noticedBy: {
      ...BY_COLLECTIONS_CHARGE_DATE_RULES,
      test: "announced %s, due %s, %i days earlier, possible from %s, notice %i days: charges on %s (%s)",
    },
  },
  {
    name: "the earliest day that GoCardless names does not count",
    file: CHARGE_DATE_RULES,
    search: "nextTargetDay(latest(wantedDate, input.nextPossibleChargeDate, noticeEnd))",
    replace: "nextTargetDay(latest(wantedDate, noticeEnd))",
    noticedBy: {
      ...BY_COLLECTIONS_CHARGE_DATE_RULES,
      test: "announced %s, due %s, %i days earlier, possible from %s, notice %i days: charges on %s (%s)",
    },
  },
  {
    name: "days earlier make a debit later",
    file: CHARGE_DATE_RULES,
    search: "  const wantedDate = addDays(input.dueDate, -input.daysEarlier);",
    replace: "  const wantedDate = addDays(input.dueDate, input.daysEarlier);",
    noticedBy: {
      ...BY_COLLECTIONS_CHARGE_DATE_RULES,
      test: "announced %s, due %s, %i days earlier, possible from %s, notice %i days: charges on %s (%s)",
    },
  },
  {
    name: "the notice period ends a day early",
    file: CHARGE_DATE_RULES,
    search: "addDays(input.announcedOn, input.noticeDays);",
    replace: "addDays(input.announcedOn, Math.max(0, input.noticeDays - 1));",
    noticedBy: {
      ...BY_COLLECTIONS_CHARGE_DATE_RULES,
      test: "announced %s, due %s, %i days earlier, possible from %s, notice %i days: charges on %s (%s)",
    },
  },
  {
    name: "an invoice that is due later keeps its earlier debit",
    file: DAY_RULES,
    search: "  return isLater(planned, live) || planned.chargeDate < live.chargeDate;",
    replace: "  return planned.chargeDate < live.chargeDate;",
    noticedBy: { ...BY_DECIDE_DOCUMENTS, test: "moves to any later due date if the collection is %s" },
  },
  {
    name: '"collect now" waits for the due date',
    file: DAY_RULES,
    search:
      "  return collectNowOn ? Math.max(settings.daysEarlier, daysBetween(collectNowOn, dueDate)) : settings.daysEarlier;",
    replace: "  return collectNowOn ? settings.daysEarlier : settings.daysEarlier;",
    noticedBy: {
      tier: "unit",
      file: "lib/collections/decision/choice/rules.test.ts",
      test: "moves a collection that waits for its due date, and then leaves it alone",
    },
  },
  {
    name: "1 May is a banking day",
    file: TARGET_CALENDAR,
    search: '["01-01", "05-01", "12-25", "12-26"]',
    replace: '["01-01", "12-25", "12-26"]',
    noticedBy: { ...BY_CORE_TARGET_CALENDAR, test: "%s is closed" },
  },
  {
    name: "26 December is a banking day",
    file: TARGET_CALENDAR,
    search: '["01-01", "05-01", "12-25", "12-26"]',
    replace: '["01-01", "05-01", "12-25"]',
    noticedBy: { ...BY_CORE_TARGET_CALENDAR, test: "%s is closed" },
  },
  {
    name: "Whit Monday is taken for Easter Monday",
    file: TARGET_CALENDAR,
    search: "addDays(easter, -2), addDays(easter, 1)",
    replace: "addDays(easter, -2), addDays(easter, 50)",
    noticedBy: {
      ...BY_CORE_TARGET_CALENDAR,
      test: "around Easter Sunday %s, Good Friday and Easter Monday are closed",
    },
  },
  {
    name: "Good Friday is looked for a day early",
    file: TARGET_CALENDAR,
    search: "addDays(easter, -2), addDays(easter, 1)",
    replace: "addDays(easter, -3), addDays(easter, 1)",
    noticedBy: {
      ...BY_CORE_TARGET_CALENDAR,
      test: "around Easter Sunday %s, Good Friday and Easter Monday are closed",
    },
  },
  {
    name: "Easter is a week late in the two years of Gauss' exception",
    file: TARGET_CALENDAR,
    search: "  if (fullMoon === 29 && toSunday === 6) day -= 7;\n",
    replace: "",
    noticedBy: {
      ...BY_CORE_TARGET_CALENDAR,
      test: "around Easter Sunday %s, Good Friday and Easter Monday are closed",
    },
  },
  {
    name: "a weekend is rolled back to Friday",
    file: TARGET_CALENDAR,
    search: "  while (!isTargetDay(next)) next = addDays(next, 1);",
    replace: "  while (!isTargetDay(next)) next = addDays(next, -1);",
    noticedBy: {
      ...BY_CORE_TARGET_CALENDAR,
      test: "nextTargetDay moves forward to the very next TARGET day, never back",
    },
  },
  {
    name: "Sunday is a banking day",
    file: TARGET_CALENDAR,
    search: "% 7) + 7) % 7 < 5;",
    replace: "% 7) + 7) % 7 !== 5;",
    noticedBy: { ...BY_CORE_TARGET_CALENDAR, test: "%s is closed" },
  },
  {
    name: "the day of a moment is that of UTC, not of Germany",
    file: DATES,
    search: "  return berlinDay().format(at);",
    replace: "  return at.toISOString().slice(0, 10);",
    noticedBy: { ...BY_CORE_DATES, test: "the date of an instant is the one in Germany > %s falls on %s" },
  },
  {
    name: "a day begins at 23:00 UTC in summer, too",
    file: DATES,
    search: "  return dayOf(summer) === day ? summer : new Date(toDate(day).getTime() - 3_600_000);",
    replace: "  return new Date(toDate(day).getTime() - 3_600_000 + 0 * summer.getTime());",
    noticedBy: { ...BY_CORE_DATES, test: "%s begins at %s" },
  },
  {
    name: "30 February is a day",
    file: DATES,
    search: "  return year >= 1 && day >= 1 && day <= days;",
    replace: "  return day >= 1 && day <= Math.max(days, 31);",
    noticedBy: { ...BY_CORE_DATES, test: "calendar dates > %s is not valid" },
  },
  {
    name: "the plan retries on any day of the month",
    file: RETRY_RULES,
    search: "  if (Number(first.slice(8)) <= MONTH_START_DAYS) return first;",
    replace: "  if (Number(first.slice(8)) <= 31) return first;",
    noticedBy: { ...BY_COLLECTIONS_RETRY_RULES, test: "is at the start of a month for the plan: %s" },
  },
  {
    name: "the plan retries without a week of rest",
    file: RETRY_RULES,
    search: "  const rested = addDays(lastCharge, PAUSE_DAYS);",
    replace: "  const rested = addDays(lastCharge, 0);",
    noticedBy: { ...BY_COLLECTIONS_RETRY_RULES, test: "is at the start of a month for the plan: %s" },
  },
  {
    name: "a retry is not announced to the payer in time",
    file: CHARGE_DATE_RULES,
    search: "  return chargeDateFor({ ...facts, announcedOn: today,",
    replace: "  return chargeDateFor({ ...facts, noticeDays: 0, announcedOn: today,",
    noticedBy: { ...BY_COLLECTIONS_RETRY_RULES, test: "is the earliest possible one for a person: %s" },
  },
  {
    name: "a debit can be stopped on the day on which the bank gets it",
    file: "lib/collections/upcoming/rules.ts",
    search: "  return addDays(submissionDayOf(debitDay), -1);",
    replace: "  return submissionDayOf(debitDay);",
    noticedBy: {
      tier: "unit",
      file: "lib/collections/upcoming/rules.test.ts",
      test: "a collection for %s goes to the bank on %s and can be stopped until %s",
    },
  },
  {
    name: "Lexware: a due date is a day early by the hour of UTC",
    file: "lib/providers/accounting/lexware/books/map.ts",
    search: "  if (due) return dayOf(new Date(due));",
    replace: "  if (due) return new Date(due).toISOString().slice(0, 10);",
    noticedBy: {
      tier: "unit",
      file: "lib/providers/accounting/lexware/books/map.test.ts",
      test: "an invoice > is mapped to a document of the port",
    },
  },
  {
    name: "sevdesk: an invoice is due on its own date, whatever days it gives",
    file: "lib/providers/accounting/sevdesk/books/map.ts",
    search: "    dueDate: addDays(voucherDate, Number(row.timeToPay ?? 0)),",
    replace: "    dueDate: voucherDate,",
    noticedBy: {
      tier: "unit",
      file: "lib/providers/accounting/sevdesk/books/map.test.ts",
      test: "an invoice of sevdesk > is mapped to an entry of the port",
    },
  },
  {
    name: "a pause of a month from 31 January ends in March",
    file: RULES,
    search: "  end.setUTCDate(1);\n",
    replace: "",
    noticedBy: { ...BY_SUBSCRIPTIONS_RULES, test: "addMonths ends on the last day of a shorter month" },
  },
  {
    name: "a card counts as expired in its last month",
    file: RULES,
    search: "  const end = Date.UTC(method.expYear, method.expMonth, 1);",
    replace: "  const end = Date.UTC(method.expYear, method.expMonth - 1, 1);",
    noticedBy: {
      ...BY_SUBSCRIPTIONS_RULES,
      test: "a card is valid until the end of its month, and expiring some weeks before",
    },
  },
  {
    name: "a very late invoice is debited without confirmation",
    file: "lib/collections/decision/table/row-rules.ts",
    search: "!(invoice.isLateConfirmed || invoice.isRetryApproved)",
    replace: "invoice.isLateConfirmed",
    noticedBy: {
      ...BY_DECIDE_DOCUMENTS,
      test: "waits for the supplier's confirmation if the invoice was due too long ago",
    },
  },
  {
    name: "the charge day that was read yesterday is used although it has become too early",
    file: CARRY_OUT_JOBS,
    search: "fromDate(row.mandate.chargeDateReadOn) === today();",
    replace: "fromDate(row.mandate.chargeDateReadOn) <= today();",
    noticedBy: {
      tier: "contract",
      file: "lib/collections/execution/jobs.contract.test.ts",
      test: "takes today's earliest day if the day it was decided for can no longer be met",
    },
  },
  {
    name: "the earliest charge day is not read again after a refusal",
    file: CARRY_OUT_JOBS,
    search: "    if (isTooEarly(error)) await forgetChargeDate(customerId, row);\n",
    replace: "",
    noticedBy: {
      tier: "contract",
      file: "lib/collections/execution/cut-off.contract.test.ts",
      test: "makes a day read before it too early: the job reads it again and collects a TARGET day later",
    },
  },
];
