import type { Weakening } from "../weakening";

const RULES = "lib/collections/decision/table/row-rules.ts";
const FACT_RULES = "lib/collections/decision/table/fact-rules.ts";
const RETRY_RULES = "lib/collections/attempts/retry-rules.ts";
const WORD_RULES = "lib/collections/attempts/instruction-rules.ts";
const BY_DECIDE_DOCUMENTS = { tier: "unit", file: "lib/collections/decision/table/decide-documents.test.ts" } as const;
const BY_DECIDE_REASONS = { tier: "unit", file: "lib/collections/decision/table/decide-reasons.test.ts" } as const;
const BY_DECIDE_PAYERS = { tier: "unit", file: "lib/collections/decision/table/decide-payers.test.ts" } as const;
const BY_COLLECTIONS_RETRY_RULES = { tier: "unit", file: "lib/collections/attempts/retry-rules.test.ts" } as const;
const BY_COLLECTIONS_WORD_RULES = { tier: "unit", file: "lib/collections/attempts/instruction-rules.test.ts" } as const;

/** Whether a collection is made at all, and who may approve a retry. */
export const ofMoneyDecided: Weakening[] = [
  {
    name: "an invoice whose amount has changed keeps its old debit",
    file: RULES,
    search: "live.amountCents !== invoice.openCents",
    replace: "live.amountCents * 1_000 < invoice.openCents",
    noticedBy: {
      ...BY_DECIDE_DOCUMENTS,
      test: "replaces a collection that is %s if it is now higher or lower",
    },
  },
  {
    name: "only a lowered amount replaces a debit, a raised one does not",
    file: RULES,
    search: "live.amountCents !== invoice.openCents",
    replace: "live.amountCents > invoice.openCents",
    noticedBy: {
      ...BY_DECIDE_DOCUMENTS,
      test: "replaces a collection that is %s if it is now higher or lower",
    },
  },
  {
    name: "an invoice that was voided is debited",
    file: RULES,
    search: '"paid", "voided", "in_banking"',
    replace: '"paid", "in_banking"',
    noticedBy: { ...BY_DECIDE_DOCUMENTS, test: "%s starts no collection" },
  },
  {
    name: "a debit of a paid invoice is not cancelled",
    file: RULES,
    search: "NOT_COLLECTED = { none: SKIP, planned: CANCEL, at_provider: CANCEL,",
    replace: "NOT_COLLECTED = { none: SKIP, planned: CANCEL, at_provider: TOO_LATE,",
    noticedBy: { ...BY_DECIDE_DOCUMENTS, test: "%s cancels a collection that is %s" },
  },
  {
    name: "an invoice in dollars is debited as so many euros",
    file: RULES,
    search: 'invoice.currency !== "EUR"',
    replace: 'invoice.currency === ""',
    noticedBy: { ...BY_DECIDE_DOCUMENTS, test: "%s starts no collection" },
  },
  {
    name: "a credit is debited",
    file: RULES,
    search: "invoice.totalCents <= 0",
    replace: "invoice.totalCents === 0",
    noticedBy: { ...BY_DECIDE_REASONS, test: "every reason > %s" },
  },
  {
    name: "the total is weighed against the highest amount, not what is open",
    file: RULES,
    search: "invoice.openCents > settings.maxCents",
    replace: "invoice.totalCents > settings.maxCents",
    noticedBy: { ...BY_DECIDE_REASONS, test: "an invoice exactly at a limit is still collected" },
  },
  {
    name: "an amount of exactly the minimum is not collected",
    file: RULES,
    search: "invoice.openCents < settings.minCents",
    replace: "invoice.openCents <= settings.minCents",
    noticedBy: { ...BY_DECIDE_REASONS, test: "an invoice exactly at a limit is still collected" },
  },
  {
    name: "a closing invoice whose down payment was not deducted is debited in full",
    file: RULES,
    search: 'inUse(({ invoice }) => invoice.related === "claims_down_payment")',
    replace: "() => false",
    noticedBy: { ...BY_DECIDE_REASONS, test: "every reason > %s" },
  },
  {
    name: "a down payment that its closing invoice claims is debited besides",
    file: RULES,
    search: '({ invoice }) => invoice.related === "claimed_by_closing"',
    replace: "() => false",
    noticedBy: { ...BY_DECIDE_REASONS, test: "every reason > %s" },
  },
  {
    name: "an invoice is debited while its down payment is being collected",
    file: RULES,
    search: 'invoice.related === "down_payment_deducted"',
    replace: "invoice.isArchived",
    noticedBy: {
      ...BY_DECIDE_DOCUMENTS,
      test: "a final invoice waits while a down payment is being collected, and is then collected net of it",
    },
  },
  {
    name: "a document is debited although its twin in the previous accounting system is",
    file: RULES,
    search: 'inUse(({ invoice }) => invoice.related === "collected_elsewhere")',
    replace: "() => false",
    noticedBy: {
      ...BY_DECIDE_PAYERS,
      test: "%s allows nothing new, even if chosen by hand, and collections in flight continue",
    },
  },
  {
    name: "a new debit starts while GoCardless retries the last one",
    file: RULES,
    search: "({ failure }) => failure?.willAttemptRetry === true",
    replace: "() => false",
    noticedBy: { ...BY_DECIDE_REASONS, test: "every reason > %s" },
  },
  {
    name: "a returned debit is repeated on the same mandate without an approval",
    file: FACT_RULES,
    search: "  return retrierOf(facts) === null;",
    replace: "  return false;",
    noticedBy: { ...BY_DECIDE_PAYERS, test: "%s (%s) allows no automatic retry, but one that the supplier approves" },
  },
  {
    name: "a debit starts on invoices that the accounting system has not confirmed for days",
    file: RULES,
    search: "({ accounts }) => accounts.isAccountingOutdated",
    replace: "() => false",
    noticedBy: { ...BY_DECIDE_REASONS, test: "every reason > %s" },
  },
  {
    name: "an excluded invoice is debited all the same",
    file: RULES,
    search: "({ invoice }) => invoice.isExcluded",
    replace: "() => false",
    noticedBy: { ...BY_DECIDE_DOCUMENTS, test: "%s starts no collection" },
  },
  {
    name: "an invoice that is postponed is debited on its old day",
    file: RULES,
    search: "invoice.heldUntil !== null && invoice.heldUntil > today",
    replace: "invoice.heldUntil !== null && invoice.heldUntil === today",
    noticedBy: { ...BY_DECIDE_DOCUMENTS, test: "stop a collection while the invoice is held until a day" },
  },
  {
    name: "a payer of whom the bank says that they have died is debited",
    file: RULES,
    search: "contact?.isDeceased === true",
    replace: "contact === undefined",
    noticedBy: { ...BY_DECIDE_PAYERS, test: "gets neither a collection nor a letter: %s" },
  },
  {
    name: "a debit is made without a contract",
    file: RULES,
    search: "({ contract }) => !contract.isActive",
    replace: "() => false",
    noticedBy: { ...BY_DECIDE_REASONS, test: "every reason > %s" },
  },
  {
    name: "a down payment is debited on the basic plan",
    file: RULES,
    search: "PREMIUM_KINDS.includes(invoice.kind) && !contract.isPremium",
    replace: "PREMIUM_KINDS.includes(invoice.kind) && !contract.isActive",
    noticedBy: { ...BY_DECIDE_REASONS, test: "every reason > %s" },
  },
  {
    name: "an account that GoCardless still reviews is debited for",
    file: RULES,
    search:
      'accounts.verificationStatus === "in_review",\n  },\n  {\n    reason: "account_not_verified",\n    effects: NOT_NOW,\n    holds: ({ accounts }) => accounts.verificationStatus !== "successful"',
    replace: '!["in_review", "successful"].includes(accounts.verificationStatus ?? "")',
    noticedBy: { ...BY_DECIDE_PAYERS, test: "a verification status of %s allows mandate requests but no collections" },
  },
  {
    name: "a payment condition that only looks alike counts as direct debit",
    file: "lib/customers/condition/rules.ts",
    search: '    ? { result: "condition_near_miss", found, expected: near }',
    replace: '    ? { result: "match" }',
    noticedBy: {
      tier: "unit",
      file: "lib/customers/condition/rules.test.ts",
      test: "%j is reported as a near miss, but not accepted",
    },
  },
  {
    name: "the plan retries a debit that the payer took back",
    file: RETRY_RULES,
    search: "  return !isChargeback && mayBeRetried",
    replace: "  return mayBeRetried",
    noticedBy: { ...BY_COLLECTIONS_RETRY_RULES, test: "is not the plan after a chargeback" },
  },
  {
    name: "the plan retries a debit three times",
    file: RETRY_RULES,
    search: "facts.planTries < PLAN_TRIES",
    replace: "facts.planTries <= PLAN_TRIES",
    noticedBy: { ...BY_COLLECTIONS_RETRY_RULES, test: "is the plan, twice" },
  },
  {
    name: 'a debit is retried after somebody said "not again"',
    file: RETRY_RULES,
    search: "  if (facts.willAttemptRetry || facts.isStopped || facts.tries >= ALL_TRIES) return null;",
    replace: "  if (facts.willAttemptRetry || facts.tries >= ALL_TRIES) return null;",
    noticedBy: {
      ...BY_COLLECTIONS_RETRY_RULES,
      test: "is nobody during GoCardless' own retry, after a stop, or if a retry cannot help",
    },
  },
  {
    name: "a closed account is debited again",
    file: RETRY_RULES,
    search: '  AC04: ["A"],',
    replace: '  AC04: ["R"],',
    noticedBy: { ...BY_COLLECTIONS_RETRY_RULES, test: "a return > with code %s calls for %s" },
  },
  {
    name: "the cause decides about a retry where the bank gave a code",
    file: RETRY_RULES,
    search: '  return own(RETURN_CODES, code) ?? own(RETURN_CAUSES, cause) ?? ["T"];',
    replace: '  return own(RETURN_CAUSES, cause) ?? own(RETURN_CODES, code) ?? ["T"];',
    noticedBy: { ...BY_COLLECTIONS_RETRY_RULES, test: "a return > with code %s calls for %s" },
  },
  {
    name: "an approval given for an earlier return counts for the next one",
    file: WORD_RULES,
    search: "retryApprovedAt !== null && retryApprovedAt > returnedAt;",
    replace: "retryApprovedAt !== null;",
    noticedBy: {
      ...BY_COLLECTIONS_WORD_RULES,
      test: "an approval covers the last return only, even if that collection was resubmitted since",
    },
  },
  {
    name: '"not again" holds although a retry was approved after it',
    file: WORD_RULES,
    search: "  return retryStoppedAt !== null && (retryApprovedAt === null || retryApprovedAt < retryStoppedAt);",
    replace: "  return retryStoppedAt !== null;",
    noticedBy: { ...BY_COLLECTIONS_WORD_RULES, test: "a collection under way is unwanted > %s" },
  },
];
