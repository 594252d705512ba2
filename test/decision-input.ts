import type { DecisionInput, MandateFact, ReturnFact } from "@/lib/collections/types";

/** The dates of the decision tests: a Tuesday, and a due date two weeks later. */
export const TODAY = "2026-09-01";
export const DUE = "2026-09-15";
export const CONDITION = "Der Betrag wird per Lastschrift eingezogen.";

export const USABLE_MANDATE: Extract<MandateFact, { state: "usable" }> = {
  state: "usable",
  mandateId: "mdt_1",
  nextPossibleChargeDate: "2026-09-04",
  signedAfterFailure: false,
  standing: "same",
};

export interface InputChanges extends Partial<Omit<DecisionInput, "invoice" | "contact" | "settings" | "accounts">> {
  invoice?: Partial<DecisionInput["invoice"]>;
  contact?: Partial<NonNullable<DecisionInput["contact"]>> | null;
  settings?: Partial<DecisionInput["settings"]>;
  accounts?: Partial<DecisionInput["accounts"]>;
}

/** Returns an invoice whose facts all lead to a collection, with the changes that a test needs. */
export function decisionInput(changes: InputChanges = {}): DecisionInput {
  const { invoice, contact, settings, accounts, ...rest } = changes;
  return {
    today: TODAY,
    mandate: USABLE_MANDATE,
    hasOpenRequest: false,
    contract: { isActive: true, isPremium: true },
    live: null,
    failure: null,
    retry: { isStopped: false, planTries: 0, tries: 0 },
    ...rest,
    contact:
      contact === null
        ? null
        : {
            hasEmail: true,
            isExcluded: false,
            areRequestsOff: false,
            isAlwaysCollected: false,
            isDeceased: false,
            ...contact,
          },
    invoice: {
      kind: "invoice",
      bookStatus: "open",
      currency: "EUR",
      totalCents: 11_900,
      openCents: 11_900,
      isOpenUnknown: false,
      dueDate: DUE,
      termLabel: CONDITION,
      paysBy: null,
      isDueUnknown: false,
      isArchived: false,
      isExcluded: false,
      heldUntil: null,
      isLateConfirmed: false,
      isRetryApproved: false,
      retryOn: null,
      retryNotBefore: null,
      collectNowOn: null,
      isTransferred: false,
      isRequestedByHand: false,
      isOfPreviousSystem: false,
      related: "clear",
      ...invoice,
    },
    settings: {
      paymentConditions: [CONDITION],
      daysEarlier: 0,
      noticeDays: 5,
      maxOverdueDays: 60,
      requestsMandates: true,
      areFirstRequestsConfirmed: true,
      retriesReturns: false,
      minCents: 1,
      maxCents: 99_999_999,
      ...settings,
    },
    accounts: {
      isAccountingConnected: true,
      isAccountingOutdated: false,
      arePaymentsConnected: true,
      heldUntil: null,
      verificationStatus: "successful",
      hasUnconfirmedSchedules: false,
      ...accounts,
    },
  };
}

/** Returns a collection of that invoice that is in flight. */
export function liveCollection(
  changes: Partial<NonNullable<DecisionInput["live"]>> = {},
): NonNullable<DecisionInput["live"]> {
  const days = { dueDate: DUE, wantedDate: DUE, chargeDate: DUE };
  const plain = { status: "created", amountCents: 11_900, ...days, retriedBy: null } as const;
  const usual = {
    isCalled: true,
    isResubmitted: false,
    isRevoked: false,
    isOnOthersMandate: false,
    isAtPreviousAccount: false,
    isBesideResubmitted: false,
  };
  return { ...plain, ...usual, ...changes };
}

/** Returns the facts of a payment that was returned the day before for this reason. */
export function returned(
  code: string | null,
  cause: string | null = null,
  changes: Partial<ReturnFact> = {},
): ReturnFact {
  return {
    code,
    cause,
    chargeDate: "2026-08-31",
    isChargeback: false,
    wasReceived: false,
    willAttemptRetry: false,
    ...changes,
  };
}
