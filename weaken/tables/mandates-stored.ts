import type { Weakening } from "../weakening";

const MUTATIONS = "lib/mandates/mutations.ts";
const REQUEST_MUTATIONS = "lib/mandates/request-mutations.ts";
const REMINDER_MUTATIONS = "lib/mandates/reminder-mutations.ts";
const BY_MANDATES_REMINDER_MUTATIONS = { tier: "db", file: "lib/mandates/reminder-mutations.db.test.ts" } as const;

/** Mandates and requests as they are stored, chosen and reminded of. */
export const ofMandatesStored: Weakening[] = [
  {
    name: "a mandate counts as signed when we hear of it",
    file: MUTATIONS,
    search: "  const signedAt = before?.signedAt ?? mandate.createdAt;",
    replace: "  const signedAt = before?.signedAt ?? new Date();",
    noticedBy: { tier: "db", file: "lib/mandates/mutations.db.test.ts", test: "keeps the day on which it was signed" },
  },
  {
    name: "a mandate that took the place of another counts as newly signed",
    file: MUTATIONS,
    search: "    data: { signedAt: old.signedAt },",
    replace: "    data: {},",
    noticedBy: {
      tier: "contract",
      file: "lib/events/jobs.contract.test.ts",
      test: "goes on under it although the new one is met first",
    },
  },
  {
    name: "a mandate on its way to be cancelled can be chosen",
    file: MUTATIONS,
    search: ' || row.cancelRequestedAt) throw new AppError("not_found");',
    replace: ') throw new AppError("not_found");',
    noticedBy: {
      tier: "db",
      file: "lib/mandates/choose.db.test.ts",
      test: "an ended mandate, one that is being ended, one without a contact, and another supplier's cannot be chosen",
    },
  },
  {
    name: "a payer with a mandate is asked for another",
    file: REQUEST_MUTATIONS,
    search: '    if (!isReplacement && debitableFor(contact).length > 0) throw new AppError("mandate_exists");\n',
    replace: "",
    noticedBy: {
      tier: "db",
      file: "lib/mandates/request-mutations.db.test.ts",
      test: "the supplier asks by hand > %s: %s",
    },
  },
  {
    name: "a payer who has died is asked for a mandate by hand",
    file: REQUEST_MUTATIONS,
    search: '    if (contact.deceasedAt) throw new AppError("payer_deceased");\n',
    replace: "",
    noticedBy: {
      tier: "db",
      file: "lib/contacts/deceased.db.test.ts",
      test: "nobody asks by hand either, nor tries again what came back before",
    },
  },
  {
    name: "two runs remind a payer twice",
    file: REMINDER_MUTATIONS,
    search: "      where: { customerId, id, reminderCount, status: { in: UNANSWERED } },",
    replace: "      where: { customerId, id, status: { in: UNANSWERED } },",
    noticedBy: {
      ...BY_MANDATES_REMINDER_MUTATIONS,
      test: "a reminder goes out once, however often and by however many it is asked for",
    },
  },
  {
    name: "reminders go out without a contract",
    file: REMINDER_MUTATIONS,
    search: "  if (!(await readStanding(customerId)).isActive) return 0;\n",
    replace: "",
    noticedBy: { ...BY_MANDATES_REMINDER_MUTATIONS, test: "nobody is reminded when %s" },
  },
];
