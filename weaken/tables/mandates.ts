import type { Weakening } from "../weakening";

const RULES = "lib/mandates/rules.ts";
const COLLECTIONS_RULES = "lib/collections/decision/table/row-rules.ts";
const REMINDER_RULES = "lib/mandates/reminders/rules.ts";
const BY_MANDATES_RULES = { tier: "unit", file: "lib/mandates/rules.test.ts" } as const;
const BY_DECIDE_PAYERS = { tier: "unit", file: "lib/collections/decision/table/decide-payers.test.ts" } as const;
const BY_MANDATES_REMINDER_RULES = { tier: "unit", file: "lib/mandates/reminders/rules.test.ts" } as const;

/** Which mandate may be used, and who is asked for one. */
export const ofMandates: Weakening[] = [
  {
    name: "a cancelled mandate is debited",
    file: "lib/statuses/mandate-rules.ts",
    search: 'export const USABLE: MandateStatus[] = ["pending_customer_approval",',
    replace: 'export const USABLE: MandateStatus[] = ["cancelled", "pending_customer_approval",',
    noticedBy: { ...BY_MANDATES_RULES, test: "is usable before its first collection, and never once it has ended" },
  },
  {
    name: "an expired mandate is debited",
    file: "lib/statuses/mandate-rules.ts",
    search: 'export const USABLE: MandateStatus[] = ["pending_customer_approval",',
    replace: 'export const USABLE: MandateStatus[] = ["expired", "pending_customer_approval",',
    noticedBy: { ...BY_MANDATES_RULES, test: "is usable before its first collection, and never once it has ended" },
  },
  {
    name: "one of several mandates of a payer is taken without asking",
    file: COLLECTIONS_RULES,
    search: 'mandate.state === "ambiguous"',
    replace: 'mandate.state === "usable" && mandate.mandateId === ""',
    noticedBy: { ...BY_DECIDE_PAYERS, test: "takes neither the first of several mandates nor an unconfirmed one" },
  },
  {
    name: "a mandate that nobody confirmed for this payer counts",
    file: COLLECTIONS_RULES,
    search: 'mandate.state === "unconfirmed"',
    replace: 'mandate.state === "usable" && mandate.mandateId === ""',
    noticedBy: { ...BY_DECIDE_PAYERS, test: "takes neither the first of several mandates nor an unconfirmed one" },
  },
  {
    name: "a mandate is debited that another tool in the account may debit too",
    file: COLLECTIONS_RULES,
    search: "({ accounts }) => accounts.hasUnconfirmedSchedules",
    replace: "() => false",
    noticedBy: {
      tier: "unit",
      file: "lib/collections/decision/table/decide-reasons.test.ts",
      test: "every reason > %s",
    },
  },
  {
    name: "a second request is sent while one is open",
    file: COLLECTIONS_RULES,
    search: "(facts) => hasNoMandate(facts) && facts.hasOpenRequest",
    replace: "() => false",
    noticedBy: { ...BY_DECIDE_PAYERS, test: "asks the payer once" },
  },
  {
    name: "a payer is asked although the supplier switched requests off",
    file: COLLECTIONS_RULES,
    search: "!facts.settings.requestsMandates || facts.contact?.areRequestsOff === true",
    replace: "!facts.settings.requestsMandates && facts.contact?.areRequestsOff === true",
    noticedBy: { ...BY_DECIDE_PAYERS, test: "asks nobody if the supplier does not want it" },
  },
  {
    name: "the first requests are mailed before the supplier has seen to whom",
    file: COLLECTIONS_RULES,
    search: "hasNoMandate(facts) && !facts.settings.areFirstRequestsConfirmed",
    replace: "false",
    noticedBy: {
      tier: "unit",
      file: "lib/collections/decision/table/decide-requests.test.ts",
      test: "nobody is asked for a mandate before the supplier has chosen how the first requests are sent: mandate $state",
    },
  },
  {
    name: "the first requests are mailed although the list has changed since the supplier saw it",
    file: "lib/mandates/first-requests/mutations.ts",
    search: " || waiting.seen !== seen",
    replace: "",
    noticedBy: {
      tier: "db",
      file: "lib/mandates/first-requests/mutations.db.test.ts",
      test: "a list that has changed since it was seen sends nothing",
    },
  },
  {
    name: "a mandate found by name alone wins over the address of somebody else",
    file: RULES,
    search: "  if (byEmail.length === 0 && byName.length === 1 && byName[0])",
    replace: "  if (byName.length === 1 && byName[0])",
    noticedBy: { ...BY_MANDATES_RULES, test: "is nobody if two contacts fit equally well" },
  },
  {
    name: "the first of several contacts with an address is proposed",
    file: RULES,
    search: "  if (byEmail.length === 1 && byEmail[0])",
    replace: "  if (byEmail[0])",
    noticedBy: { ...BY_MANDATES_RULES, test: "is nobody if two contacts fit equally well" },
  },
  {
    name: "a request that was signed is withdrawn afterwards",
    file: RULES,
    search: "  signed: [],",
    replace: '  signed: ["cancelled"],',
    noticedBy: {
      ...BY_MANDATES_RULES,
      test: "accepts a signature after a cancellation, and nothing after a signature",
    },
  },
  {
    name: "a signature is lost that comes as the request is withdrawn",
    file: RULES,
    search: '  cancelled: ["signed"],',
    replace: "  cancelled: [],",
    noticedBy: {
      ...BY_MANDATES_RULES,
      test: "accepts a signature after a cancellation, and nothing after a signature",
    },
  },
  {
    name: "the mandate at GoCardless counts although its status is unknown to us",
    file: "lib/providers/payments/gocardless/map.ts",
    search: "(status as MandateStatus) : MandateStatus.blocked,",
    replace: "(status as MandateStatus) : MandateStatus.active,",
    noticedBy: {
      tier: "unit",
      file: "lib/providers/payments/gocardless/map.test.ts",
      test: "with an unknown status is blocked, so that it is not debited",
    },
  },
  {
    name: "a payer is reminded more often than planned",
    file: REMINDER_RULES,
    search: "reminderCount >= plan.reminderMax) return false;",
    replace: "reminderCount > plan.reminderMax) return false;",
    noticedBy: { ...BY_MANDATES_REMINDER_RULES, test: "a reminder is due > %s" },
  },
  {
    name: "reminders count from the first mail, not from the last",
    file: REMINDER_RULES,
    search: "  const last = remindedAt && remindedAt > sentAt ? remindedAt : sentAt;",
    replace: "  const last = sentAt;",
    noticedBy: { ...BY_MANDATES_REMINDER_RULES, test: "a reminder is due > %s" },
  },
  {
    name: "no new mandate is requested after a closed account",
    file: "lib/collections/decision/table/fact-rules.ts",
    search: '  if (needsNewMandate(failure) && mandate.state !== "usable") return false;\n',
    replace: "",
    noticedBy: { ...BY_DECIDE_PAYERS, test: "%s (%s) needs another mandate, whatever the supplier says" },
  },
  {
    name: "after a death a mandate of before is debited",
    file: "lib/collections/attempts/retry-rules.ts",
    search: 'standing === "other" && !isDeath(reason);',
    replace: 'standing === "other";',
    noticedBy: {
      tier: "unit",
      file: "lib/collections/attempts/retry-rules.test.ts",
      test: "is a person on another mandate, unless for a death or wrong data; the plan gains nothing by it",
    },
  },
];
