import type { Weakening } from "../weakening";

const SYNC_MUTATIONS = "lib/invoices/sync/mutations.ts";
const PAYMENT_PROVIDER = "lib/reconciliation/payment-provider.ts";
const EVENTS_PROVIDER = "lib/events/payments/provider.ts";
const BY_INVOICES_SYNC_MUTATIONS = { tier: "db", file: "lib/invoices/sync/mutations.db.test.ts" } as const;
const BY_JOBS = { tier: "contract", file: "lib/reconciliation/jobs.contract.test.ts" } as const;

const OPEN_ITEMS = "lib/providers/accounting/datev/open-items";
const BY_DOUBTS = { tier: "unit", file: `${OPEN_ITEMS}/doubts.test.ts` } as const;
const IN_ANOTHER_FORM = { ...BY_DOUBTS, test: "nothing that may reduce a claim is ignored: %s" };

/** What we read of documents, payments and their events. */
export const ofMoneyRead: Weakening[] = [
  {
    name: "an outdated list overwrites an amount that was read later",
    file: SYNC_MUTATIONS,
    search: "\n      AND (own.external_updated_at IS NULL OR own.external_updated_at <= told.listed_at)",
    replace: "",
    noticedBy: {
      ...BY_INVOICES_SYNC_MUTATIONS,
      test: "is not applied to a document with a newer version, which is read once more",
    },
  },
  {
    name: "a stale flag that was set during a read is cleared",
    file: SYNC_MUTATIONS,
    search: "    where: { ...where, OR: [{ staleAt: row.staleAt }, isCovered] },",
    replace: "    where,",
    noticedBy: { ...BY_INVOICES_SYNC_MUTATIONS, test: "have the document read once more" },
  },
  {
    name: "an amount that changed in the list is not decided again",
    file: SYNC_MUTATIONS,
    search: "IS DISTINCT FROM (told.book_status, told.open_cents,",
    replace: "IS DISTINCT FROM (told.book_status, own.open_cents,",
    noticedBy: { ...BY_INVOICES_SYNC_MUTATIONS, test: "has the invoice decided again if it shows a change: %s" },
  },
  {
    name: "a document that the accounting system deleted stays open",
    file: SYNC_MUTATIONS,
    search: '    data: { bookStatus: "deleted", openCents: 0,',
    replace: '    data: { bookStatus: "open",',
    noticedBy: {
      ...BY_INVOICES_SYNC_MUTATIONS,
      test: "keeps its row with nothing owed if the accounting system no longer has it",
    },
  },
  {
    name: "the nightly comparison does not look for debits that GoCardless lacks",
    file: PAYMENT_PROVIDER,
    search: "    for (const { id, providerId } of rows) await askFor(customerId, gc, id, providerId);\n",
    replace: "",
    noticedBy: {
      ...BY_JOBS,
      test: "leaves a payment to a person if it is unknown, missing, duplicate or of another amount, and lists it once",
    },
  },
  {
    name: "an unknown payment with our reference is ignored at night",
    file: PAYMENT_PROVIDER,
    search: "    else if (payment.metadata.collection && takesMoney(payment.status))",
    replace: "    else if (payment.metadata.collection && takesMoney(payment.status) && rows.length > 1_000)",
    noticedBy: {
      ...BY_JOBS,
      test: "leaves a payment to a person if it is unknown, missing, duplicate or of another amount, and lists it once",
    },
  },
  {
    name: "a second payment of a debit shares its history",
    file: EVENTS_PROVIDER,
    search: "  if (isSecond(known, paymentId))\n",
    replace: '  if (paymentId === "")\n',
    noticedBy: {
      tier: "contract",
      file: "lib/collections/execution/unknown-outcomes.contract.test.ts",
      test: "a second payment with the same reference causes a notice and leaves the first one's history alone",
    },
  },
  {
    name: "events that were lost are not asked for",
    file: EVENTS_PROVIDER,
    search: "    if (agrees(status, payment.status)) return;\n",
    replace: "    if (status) return;\n",
    noticedBy: {
      tier: "contract",
      file: "lib/events/jobs.contract.test.ts",
      test: "are completed from the provider's own list if some got lost",
    },
  },
  {
    name: "open items: a credit note beside a column of payments is debited",
    file: `${OPEN_ITEMS}/amounts.ts`,
    search: "  if (mapping.debit === undefined && !side && debitCents > 0) {",
    replace: "  if (mapping.debit === undefined && !side && debitCents > 1e12) {",
    noticedBy: { ...BY_DOUBTS, test: "a credit note in a list with payments is not a claim: %s" },
  },
  {
    name: "open items: no figure under what is open counts as nothing paid",
    file: `${OPEN_ITEMS}/claims.ts`,
    search: "(flags & HAS_BALANCE) === 0)",
    replace: "(flags & HAS_BALANCE) > 1_000)",
    noticedBy: IN_ANOTHER_FORM,
  },
  {
    name: "open items: payments in a spelling that is not read are passed over",
    file: `${OPEN_ITEMS}/columns/survey.ts`,
    search: "content.withCents + content.oddAmounts > 0 && areAmounts(content)",
    replace: "content.withCents > 0 && areAmounts(content)",
    noticedBy: IN_ANOTHER_FORM,
  },
  {
    name: "open items: a second amount beside a column of payments is a second claim",
    file: `${OPEN_ITEMS}/claims.ts`,
    search: " || !this.rules.hasSureDebits",
    replace: "",
    noticedBy: {
      ...BY_DOUBTS,
      test: "a second amount of a number is refused next to a column of payments: it may be a payment",
    },
  },
  {
    name: "open items: a credit in a part of a list changes nothing of what an earlier list has",
    file: "lib/datev/import/apply-mutations.ts",
    search: "    if (!settles) await doubtUnlisted",
    replace: "    if (settles) await doubtUnlisted",
    noticedBy: {
      tier: "db",
      file: "lib/datev/import/part-lists.db.test.ts",
      test: "a credit %s in a partial list makes the debtor's other open amounts unknown",
    },
  },
];
