import type { Weakening } from "../weakening";

const REMINDER_RULES = "lib/mandates/reminders/rules.ts";
const ALERT_RULES = "lib/notifications/alerts/rules.ts";
const MAP = "lib/providers/accounting/lexware/books/map.ts";
const SEVDESK_MAP = "lib/providers/accounting/sevdesk/books/map.ts";
const BY_MANDATES_REMINDER_RULES = { tier: "unit", file: "lib/mandates/reminders/rules.test.ts" } as const;
const BY_NOTICES_ALERT_RULES = { tier: "unit", file: "lib/notifications/alerts/rules.test.ts" } as const;
const BY_LEXWARE_MAP = { tier: "unit", file: "lib/providers/accounting/lexware/books/map.test.ts" } as const;
const BY_SEVDESK_MAP = { tier: "unit", file: "lib/providers/accounting/sevdesk/books/map.test.ts" } as const;

/** When mails are sent, to whom, and what they say. */
export const ofMail: Weakening[] = [
  {
    name: "reminders go out at night",
    file: REMINDER_RULES,
    search: "hour >= 8 && hour < 20;",
    replace: "hour >= 0 && hour < 24;",
    noticedBy: { ...BY_MANDATES_REMINDER_RULES, test: "the hours in which automatic mails may go out > %s" },
  },
  {
    name: "reminders go out on Sundays",
    file: REMINDER_RULES,
    search: '  return parts.weekday !== "Sun" && hour',
    replace: "  return hour",
    noticedBy: { ...BY_MANDATES_REMINDER_RULES, test: "the hours in which automatic mails may go out > %s" },
  },
  {
    name: "a value that contains braces is filled in again",
    file: "lib/templates/texts/rules.ts",
    search: '    return sanitiseLine(values[name] ?? "", VALUE_LENGTH) || GAP;',
    replace:
      '    return sanitiseLine(values[name] ?? "", VALUE_LENGTH).replace(/\\{companyName\\}/, values.companyName ?? "") || GAP;',
    noticedBy: { tier: "unit", file: "lib/templates/texts/rules.test.ts", test: "never reads a value as a template" },
  },
  {
    name: "an alert never goes out while new notices keep coming",
    file: ALERT_RULES,
    search: "Math.min(QUIET_SECONDS - secondsAgo(newest), LONGEST_SECONDS - secondsAgo(oldest));",
    replace: "QUIET_SECONDS - secondsAgo(newest) + 0 * secondsAgo(oldest);",
    noticedBy: { ...BY_NOTICES_ALERT_RULES, test: "%s" },
  },
  {
    name: "alerts follow on each other without a pause",
    file: ALERT_RULES,
    search: "  const between = secondsSinceLast === undefined ? 0 : BETWEEN_SECONDS - secondsSinceLast;",
    replace: "  const between = 0 * (secondsSinceLast ?? 0);",
    noticedBy: { ...BY_NOTICES_ALERT_RULES, test: "%s" },
  },
  {
    name: "two lost connections are reported as one",
    file: "lib/notifications/groups/rules.ts",
    search: '  const key = row.kind === "connection_lost" ?',
    replace: '  const key = row.kind === "connection_lost2" ?',
    noticedBy: {
      tier: "unit",
      file: "lib/notifications/groups/rules.test.ts",
      test: "two lost connections are two groups, a payout leads to itself, an unknown kind to the dashboard",
    },
  },
  {
    name: "Lexware: the private address comes before the business one",
    file: MAP,
    search: "[lists?.business, lists?.office, lists?.other, lists?.private]",
    replace: "[lists?.private, lists?.office, lists?.other, lists?.business]",
    noticedBy: {
      ...BY_LEXWARE_MAP,
      test: "has its addresses ordered: primary person, business, office, other, private, other persons",
    },
  },
  {
    name: "Lexware: the primary contact person is not written to first",
    file: MAP,
    search: "    (a, b) => Number(b.primary ?? false) - Number(a.primary ?? false),",
    replace: "    (a, b) => Number(a.primary ?? false) - Number(b.primary ?? false),",
    noticedBy: {
      ...BY_LEXWARE_MAP,
      test: "has its addresses ordered: primary person, business, office, other, private, other persons",
    },
  },
  {
    name: "sevdesk: the address for invoices is not written to first",
    file: SEVDESK_MAP,
    search: '(way.key?.id === FOR_INVOICES ? 0 : way.main === "1" ? 1 : 2);',
    replace: '(way.main === "1" ? 0 : 2);',
    noticedBy: {
      ...BY_SEVDESK_MAP,
      test: "has the address for invoices first, then the main one, each once and in lower case",
    },
  },
  {
    name: "sevdesk: the mail addresses of everybody reach each contact",
    file: SEVDESK_MAP,
    search: "inOrder(ways.filter((way) => way.contact.id === id))",
    replace: 'inOrder(ways.filter((way) => way.contact.id !== ""))',
    noticedBy: {
      ...BY_SEVDESK_MAP,
      test: "that is a person of a firm has its own addresses first, then the firm's",
    },
  },
];
