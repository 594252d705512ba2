import fc from "fast-check";
import {
  type DecisionInput,
  type LiveCollection,
  type MandateFact,
  type PaysBy,
  RELATED,
  type Related,
} from "@/lib/collections/types";
import { BookStatus, CollectionStatus, InvoiceKind, RetriedBy } from "@/lib/core/prisma/enums";
import { addDays } from "@/lib/core/time/dates";
import { holdsInvoice } from "@/lib/statuses/collection-rules";
import { CONDITION } from "./decision-input";

export const day = fc.integer({ min: -120, max: 120 }).map((count) => addDays("2026-09-01", count));
// Mostly usual facts, so that unusual ones still meet each other often enough.
const mostly = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
const rarely = mostly(false, true);
const cents = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(1, 11_900, 12_000) },
  { weight: 1, arbitrary: fc.integer({ min: -500, max: 200_000_000 }) },
);
const orNull = <T>(some: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: some });

const mandate: fc.Arbitrary<MandateFact> = fc.oneof(
  fc.record({
    state: fc.constant("usable" as const),
    mandateId: fc.constant("mdt_1"),
    nextPossibleChargeDate: day,
    signedAfterFailure: fc.boolean(),
    standing: fc.constantFrom("same" as const, "other" as const, "spent" as const),
  }),
  fc.constantFrom<MandateFact>(
    { state: "none" },
    { state: "ambiguous" },
    { state: "unconfirmed" },
    { state: "unusable", status: "expired" },
  ),
);
const live: fc.Arbitrary<LiveCollection | null> = orNull(
  fc
    .record({
      status: fc.constantFrom(...Object.values(CollectionStatus).filter(holdsInvoice)),
      amountCents: fc.constantFrom(11_900, 5_000),
      wantedDate: day,
      chargeDate: day,
      dueDate: orNull(day),
      isResubmitted: rarely,
      isRevoked: rarely,
      retriedBy: fc.constantFrom(null, ...Object.values(RetriedBy)),
      ...{
        isCalled: mostly(true, false),
        isOnOthersMandate: rarely,
        isAtPreviousAccount: rarely,
        isBesideResubmitted: rarely,
      },
    })
    .map((one) => ({ ...one, isCalled: one.isCalled || one.status !== "pending" })),
);

/** Any facts at all, with unusual ones often enough to meet each other. */
export const anyInput: fc.Arbitrary<DecisionInput> = fc.record({
  today: day,
  invoice: fc.record({
    kind: fc.constantFrom(...Object.values(InvoiceKind)),
    bookStatus: mostly<BookStatus>("open", ...Object.values(BookStatus)),
    currency: mostly("EUR", "USD"),
    totalCents: mostly(11_900, 0, -1),
    openCents: cents,
    isOpenUnknown: rarely,
    dueDate: day,
    termLabel: mostly(CONDITION, "", "Zahlbar in 14 Tagen"),
    paysBy: mostly<PaysBy | null>(null, "direct_debit", "otherwise"),
    ...{ isDueUnknown: rarely, isArchived: rarely, isExcluded: rarely },
    heldUntil: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: day }),
    isLateConfirmed: fc.boolean(),
    isRetryApproved: fc.boolean(),
    retryOn: orNull(day),
    retryNotBefore: orNull(day),
    collectNowOn: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: day }),
    isTransferred: rarely,
    isRequestedByHand: rarely,
    isOfPreviousSystem: rarely,
    related: mostly<Related>("clear", ...RELATED),
  }),
  contact: fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        hasEmail: fc.boolean(),
        isExcluded: rarely,
        areRequestsOff: rarely,
        isAlwaysCollected: rarely,
        isDeceased: rarely,
      }),
    },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  mandate,
  hasOpenRequest: fc.boolean(),
  live,
  failure: orNull(
    fc.record({
      code: fc.constantFrom(null, "AM04", "MS03", "AC04", "MD01", "MD06", "MD07", "MS02", "RR01", "ZZ99"),
      cause: fc.constantFrom(null, "other", "insufficient_funds", "payer_deceased"),
      chargeDate: day,
      isChargeback: rarely,
      wasReceived: rarely,
      willAttemptRetry: rarely,
    }),
  ),
  retry: fc.record({
    isStopped: rarely,
    planTries: fc.integer({ min: 0, max: 3 }),
    tries: fc.integer({ min: 0, max: 4 }),
  }),
  settings: fc.record({
    paymentConditions: mostly([CONDITION], []),
    daysEarlier: fc.integer({ min: 0, max: 30 }),
    noticeDays: fc.integer({ min: 0, max: 14 }),
    maxOverdueDays: fc.constantFrom(0, 60, 365),
    requestsMandates: fc.boolean(),
    areFirstRequestsConfirmed: rarely.map((isOpen) => !isOpen),
    retriesReturns: fc.boolean(),
    minCents: fc.constant(1),
    maxCents: fc.constant(99_999_999),
  }),
  contract: fc.record({ isActive: mostly(true, false), isPremium: fc.boolean() }),
  accounts: fc.record({
    isAccountingConnected: mostly(true, false),
    isAccountingOutdated: rarely,
    arePaymentsConnected: mostly(true, false),
    heldUntil: mostly<string | null>(null, "2026-09-02T10:00:00.000Z"),
    verificationStatus: mostly<string | null>("successful", "in_review", null),
    hasUnconfirmedSchedules: mostly(false, true),
  }),
});
