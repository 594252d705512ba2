// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the entries hold lines of the product as texts
import type { Weakening } from "../weakening";

const MUTATIONS = "lib/collections/decision/mutations.ts";
const CARRY_OUT_JOBS = "lib/collections/execution/jobs.ts";
const BY_COLLECTIONS_MUTATIONS = { tier: "db", file: "lib/collections/decision/mutations.db.test.ts" } as const;
const BY_UNKNOWN_OUTCOMES = {
  tier: "contract",
  file: "lib/collections/execution/unknown-outcomes.contract.test.ts",
} as const;
const BY_COLLECTIONS_CARRY_OUT_JOBS = {
  tier: "contract",
  file: "lib/collections/execution/jobs.contract.test.ts",
} as const;
const BY_CREDITS = { tier: "db", file: "lib/e-invoices/intake/credits.db.test.ts" } as const;

const BY_CREATIONS = { tier: "db", file: "lib/collections/events/creations.db.test.ts" } as const;

/** Collections under locks, idempotency keys, lost answers and repeated events. */
export const ofMoneyStored: Weakening[] = [
  {
    name: "an invoice is decided on facts from before its last change",
    file: MUTATIONS,
    search: "const known = seen?.version === version ? seen?.facts : undefined;",
    replace: "const known = seen?.facts;",
    noticedBy: {
      tier: "db",
      file: "lib/collections/decision/batch-mutations.db.test.ts",
      test: "leaves single decisions to read the facts again if the row has changed since",
    },
  },
  {
    name: "a batch starts the collection of an invoice that has changed since",
    file: "lib/collections/decision/batch-mutations.ts",
    search: "one.planned && isStored.has(one.stored.id) ? [one.planned] : []",
    replace: "one.planned && isStored.size > 0 ? [one.planned] : []",
    noticedBy: {
      tier: "db",
      file: "lib/collections/decision/batch-mutations.db.test.ts",
      test: "starts no collection of an invoice that has changed since it was read",
    },
  },
  {
    name: "before a retry the open amount is not read again",
    file: MUTATIONS,
    search: '  if (outcome !== "collect" || !retryReadFor || row.retryReadFor === retryReadFor) return false;',
    replace: '  if (outcome !== "collect" || !retryReadFor || row.retryReadFor !== undefined) return false;',
    noticedBy: {
      tier: "db",
      file: "lib/collections/returns/retry-plan.db.test.ts",
      test: "retries twice, each time after reading the open amount again, and then asks a person",
    },
  },
  {
    name: "a debit that the supplier stopped is collected again at once",
    file: MUTATIONS,
    search: "      data: { isExcluded: true, ...instructionsRevoked(now()), needsDecision: true },",
    replace: "      data: { ...instructionsRevoked(now()), needsDecision: true },",
    noticedBy: {
      ...BY_COLLECTIONS_MUTATIONS,
      test: "cancels the collection, excludes the invoice and writes an audit entry",
    },
  },
  {
    name: "a debit that the bank already has can be stopped",
    file: MUTATIONS,
    search: '    if (isAtPreviousAccount(row) || !isNotWithBank(row.status)) throw new AppError("too_late_to_cancel");',
    replace: '    if (isAtPreviousAccount(row)) throw new AppError("too_late_to_cancel");',
    noticedBy: { ...BY_COLLECTIONS_MUTATIONS, test: "is refused for a collection that is %s, and changes nothing" },
  },
  {
    name: "a call without an answer is repeated without looking for what it made",
    file: CARRY_OUT_JOBS,
    search: "    const made = await findMade(gc, row);",
    replace: "    const made = undefined as Awaited<ReturnType<typeof findMade>>;",
    noticedBy: {
      ...BY_UNKNOWN_OUTCOMES,
      test: "is looked up and not repeated, because GoCardless forgets the key after 30 days",
    },
  },
  {
    name: "a debit whose outcome is unknown is repeated although nobody wants it any more",
    file: CARRY_OUT_JOBS,
    search: "    else if (row.cancelRequestedAt) throw new Error(`outcome unknown: payment of ${row.id} may exist`);\n",
    replace: "",
    noticedBy: {
      ...BY_COLLECTIONS_CARRY_OUT_JOBS,
      test: "is not sent again if its outcome is unknown and a cancellation is requested",
    },
  },
  {
    name: "a debit is made while a decision about its invoice is due",
    file: CARRY_OUT_JOBS,
    search: "  if (row.invoice.needsDecision || isBeingRead(row.invoice)) return;",
    replace: "  if (isBeingRead(row.invoice)) return;",
    noticedBy: {
      ...BY_UNKNOWN_OUTCOMES,
      test: "waits while its invoice has to be read again, and is called after the next decision",
    },
  },
  {
    name: "two runs for one collection both call GoCardless, because they claimed it in one statement",
    file: "lib/collections/execution/earlier-call-mutations.ts",
    search: "  return claims.map(({ id }) => left.delete(id));",
    replace: "  return claims.map(({ id }) => left.has(id));",
    noticedBy: { ...BY_CREATIONS, test: "are each claimed once, also by two runs for one collection" },
  },
  {
    name: "a payment is created although its cancellation was requested just before",
    file: "lib/collections/execution/earlier-call-mutations.ts",
    search: "IS NOT DISTINCT FROM told.called_at AND own.cancel_requested_at IS NULL",
    replace: "IS NOT DISTINCT FROM told.called_at",
    noticedBy: {
      ...BY_CREATIONS,
      test: "are not claimed if somebody has requested a cancellation, or the payment exists",
    },
  },
  {
    name: "the provider's report of a payment hides that its cancellation was requested",
    file: "lib/collections/events/repeated-mutations.ts",
    search: "  return isRepeated && !row.cancelRequestedAt ? news : undefined;",
    replace: "  return isRepeated ? news : undefined;",
    noticedBy: {
      ...BY_CREATIONS,
      test: "are left if anything else follows from them: of an unknown payment, another state, a cancel request",
    },
  },
  {
    name: "a debit is made although the contract ended since the decision",
    file: CARRY_OUT_JOBS,
    search:
      '  if (!entitlementOf(row.supplier.contract, now()).isActive) return await endHere(customerId, row, "contract_inactive");\n',
    replace: "",
    noticedBy: {
      ...BY_COLLECTIONS_CARRY_OUT_JOBS,
      test: "ends a collection that was only decided, and sends nothing to GoCardless",
    },
  },
  {
    name: "a payment of another amount under our key is adopted",
    file: CARRY_OUT_JOBS,
    search: "  if (!(await isMeant(customerId, row, payment)))",
    replace: '  if (payment.id === "" && !(await isMeant(customerId, row, payment)))',
    noticedBy: {
      ...BY_COLLECTIONS_CARRY_OUT_JOBS,
      test: "does not accept a payment of another amount under its key",
    },
  },
  {
    name: "an invoice is debited from two accounting systems",
    file: "lib/collections/related/data.ts",
    search: "  return former.some(({ collections }) => collections.some(isHeld));",
    replace: "  return former.length > 1_000;",
    noticedBy: {
      tier: "db",
      file: "lib/collections/related/other-systems.db.test.ts",
      test: "has the new collection cancelled while that is possible, and a notice shown until it is cancelled",
    },
  },
  {
    name: "a credit in francs reduces an invoice in euros",
    file: "lib/e-invoices/intake/credit-mutations.ts",
    search: 'if (credit.currency !== "EUR")',
    replace: 'if (credit.currency === "")',
    noticedBy: { ...BY_CREDITS, test: "in another currency is held: its amount is not taken for euros" },
  },
  {
    name: "a credit reduces the invoice of another payer, because its own is not known yet",
    file: "lib/e-invoices/intake/credit-mutations.ts",
    search: "    if (contactId && (await isOtherBuyer(tx, customerId, contactId, credit))) return true;\n",
    replace: "    if (contactId === customerId) return true;\n",
    noticedBy: {
      ...BY_CREDITS,
      test: "with a customer number that nobody has yet does not reduce the invoice of another one",
    },
  },
  {
    name: "a copy of a correction undoes the correction that came after it",
    file: "lib/e-invoices/intake/data.ts",
    search: " ?? (await findCorrected(tx, customerId, number));",
    replace: ";",
    noticedBy: {
      ...BY_CREDITS,
      test: "that was corrected itself takes no place, whichever of the three files comes last",
    },
  },
];
