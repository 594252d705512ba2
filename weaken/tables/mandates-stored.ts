import type { Weakening } from "../weakening";

const MUTATIONS = "lib/mandates/record/mutations.ts";
const REQUEST_MUTATIONS = "lib/mandates/requests/mutations.ts";
const REMINDER_MUTATIONS = "lib/mandates/reminders/mutations.ts";
const BY_MANDATES_REMINDER_MUTATIONS = { tier: "db", file: "lib/mandates/reminders/mutations.db.test.ts" } as const;

/** How mandates and mandate requests are stored, chosen and reminded of. */
export const ofMandatesStored: Weakening[] = [
  {
    name: "a mandate counts as signed when we hear of it",
    file: MUTATIONS,
    search: "  const signedAt = before?.signedAt ?? mandate.createdAt;",
    replace: "  const signedAt = before?.signedAt ?? new Date();",
    noticedBy: {
      tier: "db",
      file: "lib/mandates/record/mutations.db.test.ts",
      test: "keeps the time at which it was signed",
    },
  },
  {
    name: "a mandate that took the place of another counts as newly signed",
    file: MUTATIONS,
    search: "    data: { signedAt: old.signedAt },",
    replace: "    data: {},",
    noticedBy: {
      tier: "contract",
      file: "lib/events/jobs.contract.test.ts",
      test: "is followed by its successor even if the successor is read first",
    },
  },
  {
    name: "a mail address finds the buyer of an e-invoice without the name",
    file: "lib/e-invoices/intake/rules.ts",
    search: "    .slice(0, NAME_LENGTH);",
    replace: "    .slice(0, 0);",
    noticedBy: {
      tier: "db",
      file: "lib/e-invoices/intake/receivables.db.test.ts",
      test: "a buyer is found by customer number, then VAT id, then address with name, and never by name alone",
    },
  },
  {
    name: "a mandate on its way to be cancelled can be chosen",
    file: MUTATIONS,
    search: ' || row.cancelRequestedAt) throw new AppError("not_found");',
    replace: ') throw new AppError("not_found");',
    noticedBy: {
      tier: "db",
      file: "lib/mandates/record/choose.db.test.ts",
      test: "refuses to choose a mandate that ended, is being cancelled or belongs to another supplier",
    },
  },
  {
    name: "a payer with a mandate is asked for another",
    file: REQUEST_MUTATIONS,
    search: '    if (!isReplacement && debitableFor(contact).length > 0) throw new AppError("mandate_exists");\n',
    replace: "",
    noticedBy: {
      tier: "db",
      file: "lib/mandates/requests/mutations.db.test.ts",
      test: "a mandate request by hand > %s: %s",
    },
  },
  {
    name: "a payer who has died is asked for a mandate by hand",
    file: REQUEST_MUTATIONS,
    search: '    if (contact.deceasedAt) throw new AppError("payer_deceased");\n',
    replace: "",
    noticedBy: {
      tier: "db",
      file: "lib/mandates/payer/deceased.db.test.ts",
      test: "refuses manual mandate requests and retries until a person clears the report",
    },
  },
  {
    name: "two runs remind a payer twice",
    file: REMINDER_MUTATIONS,
    search: "      where: { customerId, id, reminderCount, status: { in: UNANSWERED } },",
    replace: "      where: { customerId, id, status: { in: UNANSWERED } },",
    noticedBy: {
      ...BY_MANDATES_REMINDER_MUTATIONS,
      test: "sends a reminder once, even if several runs overlap or repeat",
    },
  },
  {
    name: "reminders go out without a contract",
    file: REMINDER_MUTATIONS,
    search: "  if (!(await readEntitlement(customerId)).isActive) return 0;\n",
    replace: "",
    noticedBy: { ...BY_MANDATES_REMINDER_MUTATIONS, test: "sends no reminder when %s" },
  },
  {
    name: "an e-invoice is debited on the mandate of another customer number, because its own is not known yet",
    file: "lib/e-invoices/intake/receivable-mutations.ts",
    search: "(buyer === undefined ? await isOtherBuyer(tx, customerId, owner, invoice) : owner !== buyer);",
    replace: "buyer !== undefined && owner !== buyer && (await isOtherBuyer(tx, customerId, owner, invoice));",
    noticedBy: {
      tier: "db",
      file: "lib/e-invoices/intake/receivables.db.test.ts",
      test: "a mandate is not used without a person for a new customer number, if its contact has another one",
    },
  },
];
