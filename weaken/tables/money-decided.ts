import type { Weakening } from "../weakening";

const RULES = "lib/collections/decision-rules.ts";
const FACT_RULES = "lib/collections/fact-rules.ts";
const RETRY_RULES = "lib/collections/retry-rules.ts";
const WORD_RULES = "lib/collections/word-rules.ts";
const BY_DECIDE_DOCUMENTS = { tier: "unit", file: "lib/collections/decide-documents.test.ts" } as const;
const BY_DECIDE_REASONS = { tier: "unit", file: "lib/collections/decide-reasons.test.ts" } as const;
const BY_DECIDE_PAYERS = { tier: "unit", file: "lib/collections/decide-payers.test.ts" } as const;
const BY_COLLECTIONS_RETRY_RULES = { tier: "unit", file: "lib/collections/retry-rules.test.ts" } as const;
const BY_COLLECTIONS_WORD_RULES = { tier: "unit", file: "lib/collections/word-rules.test.ts" } as const;

/** Whether a debit is made at all, and who may have one tried again. */
export const ofMoneyDecided: Weakening[] = [
  {
    name: "an invoice whose amount has changed keeps its old debit",
    file: RULES,
    search: "live.amountCents !== invoice.openCents",
    replace: "live.amountCents * 1_000 < invoice.openCents",
    noticedBy: {
      ...BY_DECIDE_DOCUMENTS,
      test: "less or more than a debit that is %s: it is replaced by the new amount",
    },
  },
  {
    name: "only a lowered amount replaces a debit, a raised one does not",
    file: RULES,
    search: "live.amountCents !== invoice.openCents",
    replace: "live.amountCents > invoice.openCents",
    noticedBy: {
      ...BY_DECIDE_DOCUMENTS,
      test: "less or more than a debit that is %s: it is replaced by the new amount",
    },
  },
  {
    name: "an invoice that was voided is debited",
    file: RULES,
    search: '"paid", "voided", "in_banking"',
    replace: '"paid", "in_banking"',
    noticedBy: { ...BY_DECIDE_DOCUMENTS, test: "%s: nothing is started" },
  },
  {
    name: "a debit of a paid invoice is not called off",
    file: RULES,
    search: "NOT_COLLECTED = { none: SKIP, planned: CANCEL, at_provider: CANCEL,",
    replace: "NOT_COLLECTED = { none: SKIP, planned: CANCEL, at_provider: TOO_LATE,",
    noticedBy: { ...BY_DECIDE_DOCUMENTS, test: "%s: a debit that is %s is taken back" },
  },
  {
    name: "an invoice in dollars is debited as so many euros",
    file: RULES,
    search: 'invoice.currency !== "EUR"',
    replace: 'invoice.currency === ""',
    noticedBy: { ...BY_DECIDE_DOCUMENTS, test: "%s: nothing is started" },
  },
  {
    name: "a credit is debited",
    file: RULES,
    search: "invoice.totalCents <= 0",
    replace: "invoice.totalCents === 0",
    noticedBy: { ...BY_DECIDE_REASONS, test: "every reason is given for what it says > %s" },
  },
  {
    name: "the total is weighed against the highest amount, not what is open",
    file: RULES,
    search: "invoice.openCents > settings.maxCents",
    replace: "invoice.totalCents > settings.maxCents",
    noticedBy: { ...BY_DECIDE_REASONS, test: "limits themselves are still collected" },
  },
  {
    name: "an amount of exactly the minimum is left out",
    file: RULES,
    search: "invoice.openCents < settings.minCents",
    replace: "invoice.openCents <= settings.minCents",
    noticedBy: { ...BY_DECIDE_REASONS, test: "limits themselves are still collected" },
  },
  {
    name: "a closing invoice whose down payment was not deducted is debited in full",
    file: RULES,
    search: "inUse(({ invoice }) => invoice.hasDownPaymentLeftOut)",
    replace: "() => false",
    noticedBy: { ...BY_DECIDE_REASONS, test: "every reason is given for what it says > %s" },
  },
  {
    name: "a down payment that its closing invoice claims is debited besides",
    file: RULES,
    search: "({ invoice }) => invoice.isClaimedByClosing",
    replace: "() => false",
    noticedBy: { ...BY_DECIDE_REASONS, test: "every reason is given for what it says > %s" },
  },
  {
    name: "an invoice is debited while its down payment is being collected",
    file: RULES,
    search: 'invoice.downPaymentInCollection === "deducted"',
    replace: "invoice.isClaimedByClosing",
    noticedBy: {
      ...BY_DECIDE_DOCUMENTS,
      test: "a closing invoice waits while a down payment is being debited, then is collected net of it",
    },
  },
  {
    name: "a document is debited although its twin in the previous accounting system is",
    file: RULES,
    search: "inUse(({ invoice }) => invoice.isCollectedInOtherBooks)",
    replace: "() => false",
    noticedBy: { ...BY_DECIDE_PAYERS, test: "%s: neither mandate nor debit, chosen by hand or not; what runs goes on" },
  },
  {
    name: "a new debit starts while GoCardless retries the last one",
    file: RULES,
    search: "({ failure }) => failure?.willAttemptRetry === true",
    replace: "() => false",
    noticedBy: { ...BY_DECIDE_REASONS, test: "every reason is given for what it says > %s" },
  },
  {
    name: "a returned debit is repeated on the same mandate without an approval",
    file: FACT_RULES,
    search: "  return retrierOf(facts) === null;",
    replace: "  return false;",
    noticedBy: { ...BY_DECIDE_PAYERS, test: "%s (%s): nothing by itself, once more when the supplier says so" },
  },
  {
    name: "a debit starts on invoices that the accounting system has not confirmed for days",
    file: RULES,
    search: "({ accounts }) => accounts.areBooksOutdated",
    replace: "() => false",
    noticedBy: { ...BY_DECIDE_REASONS, test: "every reason is given for what it says > %s" },
  },
  {
    name: "an invoice that is left out is debited all the same",
    file: RULES,
    search: "({ invoice }) => invoice.isExcluded",
    replace: "() => false",
    noticedBy: { ...BY_DECIDE_DOCUMENTS, test: "%s: nothing is started" },
  },
  {
    name: "an invoice that is postponed is debited on its old day",
    file: RULES,
    search: "invoice.heldUntil !== null && invoice.heldUntil > today",
    replace: "invoice.heldUntil !== null && invoice.heldUntil === today",
    noticedBy: { ...BY_DECIDE_DOCUMENTS, test: "holding an invoice until a day stops its debit until then" },
  },
  {
    name: "a payer of whom the bank says that they have died is debited",
    file: RULES,
    search: "contact?.isDeceased === true",
    replace: "contact === undefined",
    noticedBy: { ...BY_DECIDE_PAYERS, test: "%s: no debit and no letter" },
  },
  {
    name: "a debit is made without a contract",
    file: RULES,
    search: "({ contract }) => !contract.isActive",
    replace: "() => false",
    noticedBy: { ...BY_DECIDE_REASONS, test: "every reason is given for what it says > %s" },
  },
  {
    name: "a down payment is debited on the basic plan",
    file: RULES,
    search: "PREMIUM_KINDS.includes(invoice.kind) && !contract.isPremium",
    replace: "PREMIUM_KINDS.includes(invoice.kind) && !contract.isActive",
    noticedBy: { ...BY_DECIDE_REASONS, test: "every reason is given for what it says > %s" },
  },
  {
    name: "an account that GoCardless still reviews is debited for",
    file: RULES,
    search:
      'accounts.verificationStatus === "in_review",\n  },\n  {\n    reason: "account_not_verified",\n    effects: NOT_NOW,\n    holds: ({ accounts }) => accounts.verificationStatus !== "successful"',
    replace: '!["in_review", "successful"].includes(accounts.verificationStatus ?? "")',
    noticedBy: { ...BY_DECIDE_PAYERS, test: "%s at GoCardless: mandates yes, debits no" },
  },
  {
    name: "a payment condition that only looks alike counts as direct debit",
    file: "lib/collections/condition-rules.ts",
    search: '    ? { result: "condition_near_miss", found, expected: near }',
    replace: '    ? { result: "match" }',
    noticedBy: {
      tier: "unit",
      file: "lib/collections/condition-rules.test.ts",
      test: "%j is pointed out, but not taken",
    },
  },
  {
    name: "the plan retries a debit that the payer took back",
    file: RETRY_RULES,
    search: "  return !isChargeback && mayBeRetried",
    replace: "  return mayBeRetried",
    noticedBy: { ...BY_COLLECTIONS_RETRY_RULES, test: "not the plan after a charge-back" },
  },
  {
    name: "the plan retries a debit three times",
    file: RETRY_RULES,
    search: "facts.planTries < PLAN_TRIES",
    replace: "facts.planTries <= PLAN_TRIES",
    noticedBy: { ...BY_COLLECTIONS_RETRY_RULES, test: "the plan, twice" },
  },
  {
    name: 'a debit is retried after somebody said "not again"',
    file: RETRY_RULES,
    search: "  if (facts.willAttemptRetry || facts.isStopped || facts.tries >= ALL_TRIES) return null;",
    replace: "  if (facts.willAttemptRetry || facts.tries >= ALL_TRIES) return null;",
    noticedBy: {
      ...BY_COLLECTIONS_RETRY_RULES,
      test: "nobody beside GoCardless' own try, after a stop, or where a retry cannot help",
    },
  },
  {
    name: "a closed account is debited again",
    file: RETRY_RULES,
    search: '  AC04: ["A"],',
    replace: '  AC04: ["R"],',
    noticedBy: { ...BY_COLLECTIONS_RETRY_RULES, test: "what a return calls for > %s: %s" },
  },
  {
    name: "the cause decides about a retry where the bank gave a code",
    file: RETRY_RULES,
    search: '  return own(RETURN_CODES, code) ?? own(RETURN_CAUSES, cause) ?? ["T"];',
    replace: '  return own(RETURN_CAUSES, cause) ?? own(RETURN_CODES, code) ?? ["T"];',
    noticedBy: { ...BY_COLLECTIONS_RETRY_RULES, test: "what a return calls for > %s: %s" },
  },
  {
    name: "an approval given for an earlier return counts for the next one",
    file: WORD_RULES,
    search: "retryApprovedAt !== null && retryApprovedAt > returnedAt;",
    replace: "retryApprovedAt !== null;",
    noticedBy: {
      ...BY_COLLECTIONS_WORD_RULES,
      test: "an approval is one of the last return, also if that debit was taken up again since",
    },
  },
  {
    name: '"not again" holds although a retry was approved after it',
    file: WORD_RULES,
    search: "  return retryStoppedAt !== null && (retryApprovedAt === null || retryApprovedAt < retryStoppedAt);",
    replace: "  return retryStoppedAt !== null;",
    noticedBy: { ...BY_COLLECTIONS_WORD_RULES, test: "a debit under way is unwanted > %s" },
  },
];
