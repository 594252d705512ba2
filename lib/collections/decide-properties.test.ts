import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "@/lib/core/dates";
import { BookStatus, CollectionStatus, DecisionOutcome, InvoiceKind, RetriedBy } from "@/lib/core/prisma/enums";
import { isTargetDay } from "@/lib/core/target-calendar";
import { CONDITION, decisionInput, liveCollection, USABLE_MANDATE } from "@/test/decision-input";
import { isDeath } from "./retry-rules";
import { decide } from "./rules";
import { holdsInvoice } from "./status-rules";
import type { DecisionInput, LiveCollection, MandateFact } from "./types";

const day = fc.integer({ min: -120, max: 120 }).map((count) => addDays("2026-09-01", count));
// Mostly good facts, so that the rare ones meet each other often enough.
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
  }),
  fc.constantFrom<MandateFact>(
    { state: "none" },
    { state: "ambiguous" },
    { state: "unconfirmed" },
    { state: "unusable", status: "expired" },
  ),
);
const live: fc.Arbitrary<LiveCollection | null> = orNull(
  fc.record({
    status: fc.constantFrom(...Object.values(CollectionStatus).filter(holdsInvoice)),
    amountCents: fc.constantFrom(11_900, 5_000),
    wantedDate: day,
    chargeDate: day,
    retriedBy: fc.constantFrom(null, ...Object.values(RetriedBy)),
  }),
);

const anyInput: fc.Arbitrary<DecisionInput> = fc.record({
  today: day,
  invoice: fc.record({
    kind: fc.constantFrom(...Object.values(InvoiceKind)),
    bookStatus: mostly<BookStatus>("open", ...Object.values(BookStatus)),
    currency: mostly("EUR", "USD"),
    totalCents: mostly(11_900, 0, -1),
    openCents: cents,
    isOpenUnknown: rarely,
    hasDownPaymentLeftOut: rarely,
    dueDate: day,
    termLabel: mostly(CONDITION, "", "Zahlbar in 14 Tagen"),
    ...{ isArchived: rarely, isExcluded: rarely },
    heldUntil: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: day }),
    isLateConfirmed: fc.boolean(),
    isRetryApproved: fc.boolean(),
    retryOn: orNull(day),
    collectNowOn: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: day }),
    isTransferred: rarely,
    isOfFormerBooks: rarely,
    isCollectedInOtherBooks: rarely,
    hasDownPaymentInCollection: rarely,
    isClaimedByClosing: rarely,
  }),
  contact: fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ hasEmail: fc.boolean(), isExcluded: rarely, areRequestsOff: rarely, isDeceased: rarely }),
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
    retriesReturns: fc.boolean(),
    minCents: fc.constant(1),
    maxCents: fc.constant(99_999_999),
  }),
  contract: fc.record({ isActive: mostly(true, false), isPremium: fc.boolean() }),
  accounts: fc.record({
    areBooksConnected: mostly(true, false),
    areBooksOutdated: rarely,
    arePaymentsConnected: mostly(true, false),
    verificationStatus: mostly<string | null>("successful", "in_review", null),
    hasUnconfirmedEngines: mostly(false, true),
  }),
});

/** Only what is about returns differs from an invoice that is collected. */
const otherwiseCollected = fc.record({ any: anyInput, next: day }).map(({ any, next }): DecisionInput => {
  const { noticeDays, retriesReturns } = any.settings;
  const { isRetryApproved, retryOn } = any.invoice;
  return decisionInput({
    failure: any.failure,
    retry: any.retry,
    invoice: { isRetryApproved, retryOn },
    settings: { noticeDays, retriesReturns },
    mandate: { ...USABLE_MANDATE, nextPossibleChargeDate: next },
  });
});

const RUNS = { numRuns: 2_000 };
const holds = (property: (input: DecisionInput, decision: ReturnType<typeof decide>) => void) =>
  fc.assert(
    fc.property(anyInput, (input) => {
      property(input, decide(input));
    }),
    RUNS,
  );

describe("whatever the facts are", () => {
  test("the generated facts lead to every outcome there is", () => {
    const outcomes = new Set(fc.sample(anyInput, { numRuns: 3_000, seed: 1 }).map((input) => decide(input).outcome));
    expect([...outcomes].sort()).toEqual(Object.values(DecisionOutcome).sort());
  });

  test("there is an answer, always the same one, and the facts are left as they were", () => {
    holds((input, decision) => {
      const before = structuredClone(input);
      expect(Object.values(DecisionOutcome)).toContain(decision.outcome);
      expect(decision.reason).toMatch(/^[a-z_]+$/);
      expect(decide(structuredClone(input))).toEqual(decision);
      expect(input).toEqual(before);
    });
  });

  test("a second debit is never started beside a live one", () => {
    holds((input, { outcome }) => {
      if (input.live) expect(["keep", "replace", "cancel"]).toContain(outcome);
      else expect(["collect", "request_mandate", "wait", "skip"]).toContain(outcome);
    });
  });

  test("a debit is stopped or replaced only while that can still be done", () => {
    holds((input, { outcome }) => {
      if (outcome === "cancel" || outcome === "replace") expect(["pending", "created"]).toContain(input.live?.status);
    });
  });

  test("exactly the open amount is debited, and only if there is one", () => {
    holds((input, { outcome, amountCents }) => {
      if (outcome !== "collect" && outcome !== "replace") return expect(amountCents).toBeUndefined();
      expect(amountCents).toBe(input.invoice.openCents);
      expect(amountCents).toBeGreaterThan(0);
      expect(input.invoice).toMatchObject({ bookStatus: "open", currency: "EUR", isArchived: false });
    });
  });

  test("the day is a TARGET day, possible for the provider, after the notice, and not before it is wanted", () => {
    holds((input, { outcome, chargeDate = "", wantedDate = "", retriedBy }) => {
      if (outcome !== "collect") return;
      expect(isTargetDay(chargeDate)).toBe(true);
      expect(chargeDate >= addDays(input.today, input.settings.noticeDays)).toBe(true);
      const planned = addDays(input.invoice.dueDate, -input.settings.daysEarlier);
      const { collectNowOn } = input.invoice;
      if (!retriedBy) expect(wantedDate).toBe(collectNowOn && collectNowOn < planned ? collectNowOn : planned);
      expect(chargeDate >= wantedDate).toBe(true);
      expect(input.mandate.state === "usable" && chargeDate >= input.mandate.nextPossibleChargeDate).toBe(true);
    });
  });

  test("nothing is debited without mandate, connections and a verified account", () => {
    holds((input, { outcome }) => {
      if (outcome !== "collect") return;
      expect(input.mandate.state).toBe("usable");
      expect(input.accounts).toEqual({
        areBooksConnected: true,
        areBooksOutdated: false,
        arePaymentsConnected: true,
        verificationStatus: "successful",
        hasUnconfirmedEngines: false,
      });
    });
  });

  test("nobody is debited or asked against the supplier's word", () => {
    holds((input, { outcome }) => {
      if (outcome !== "collect" && outcome !== "request_mandate") return;
      expect(input.invoice.isExcluded).toBe(false);
      expect(input.contact).toMatchObject({ isExcluded: false, isDeceased: false });
      if (!input.invoice.isTransferred) {
        expect(input.invoice.termLabel).toBe(CONDITION);
        expect(input.settings.paymentConditions).toEqual([CONDITION]);
      }
      if (outcome === "request_mandate")
        expect(input).toMatchObject({ hasOpenRequest: false, contact: { hasEmail: true, areRequestsOff: false } });
    });
  });

  test("neither a closing invoice nor a down payment is begun beside the other's debit, however it was chosen", () => {
    holds(({ live, invoice: { hasDownPaymentInCollection, isClaimedByClosing } }, { outcome }) => {
      if (!live && (hasDownPaymentInCollection || isClaimedByClosing)) expect(outcome).not.toBe("collect");
    });
  });

  test("what only Premium collects is never begun without it, nor anything without a contract", () => {
    holds((input, { outcome }) => {
      if (outcome !== "collect" && outcome !== "request_mandate") return;
      expect(input.contract.isActive).toBe(true);
      if (["down_payment", "closing"].includes(input.invoice.kind)) expect(input.contract.isPremium).toBe(true);
    });
  });

  test("a word said by hand never starts what the document or the supplier's own stop forbids", () => {
    holds((input, { outcome }) => {
      const { contact, invoice, today } = input;
      const isHeld = invoice.heldUntil !== null && invoice.heldUntil > today;
      if (invoice.isExcluded || isHeld || !contact || contact.isExcluded || contact.isDeceased)
        expect(["collect", "request_mandate", "replace"]).not.toContain(outcome);
    });
  });

  test("a returned debit is tried again only by a person's word, a new mandate, or the plan", () => {
    holds((input, { outcome, retriedBy = null }) => {
      if (outcome !== "collect" || !input.failure) return expect(input.live ? null : retriedBy).toBeNull();
      const isSignedAnew = input.mandate.state === "usable" && input.mandate.signedAfterFailure;
      if (retriedBy === "person") expect(input.invoice.isRetryApproved).toBe(true);
      else if (retriedBy === "plan") expect(input.settings.retriesReturns).toBe(true);
      else expect(isSignedAnew).toBe(true);
      // Who was wrongly said to have died gives a new mandate first.
      if (isDeath(input.failure)) expect(isSignedAnew).toBe(true);
      expect(input.failure.willAttemptRetry).toBe(false);
      if (retriedBy) expect(input.retry).toMatchObject({ isStopped: false, tries: expect.toSatisfy((n) => n < 3) });
    });
  });

  test("the plan tries twice at most, only for lack of funds or without a reason, and never what was charged back", () => {
    let seen = 0;
    const property = (input: DecisionInput) => {
      const { outcome, retriedBy, chargeDate = "" } = decide(input);
      if (outcome !== "collect" || retriedBy !== "plan" || !input.failure) return;
      seen += 1;
      expect(input.retry.planTries).toBeLessThan(2);
      expect(input.failure.isChargeback).toBe(false);
      const { code, cause } = input.failure;
      expect(["AM04", "MS03"].includes(code ?? "") || cause === "insufficient_funds").toBe(true);
      expect(["MD01", "MD06", "MD07", "MS02"]).not.toContain(code);
      expect(chargeDate >= addDays(input.today, input.settings.noticeDays)).toBe(true);
      expect(chargeDate >= addDays(input.failure.chargeDate, 7)).toBe(true);
    };
    fc.assert(fc.property(otherwiseCollected, property), RUNS);
    expect(seen).toBeGreaterThan(3);
  });

  test("a try that is planned keeps its day, whatever day it is today, until a person wishes another one", () => {
    const property = (input: DecisionInput, ahead: number) => {
      const planned = addDays(input.today, ahead);
      const live = liveCollection({ retriedBy: "plan", wantedDate: planned, chargeDate: planned });
      const retry = { ...input.retry, isStopped: false };
      const isPlanOn = { ...input.settings, retriesReturns: true };
      const { outcome, wantedDate } = decide({ ...input, failure: null, retry, settings: isPlanOn, live });
      if (outcome === "keep") return;
      expect(outcome).toBe("replace");
      expect(input.invoice.isRetryApproved).toBe(true);
      expect(wantedDate).toBe(input.invoice.retryOn);
    };
    fc.assert(fc.property(otherwiseCollected, fc.integer({ min: 0, max: 60 }), property), RUNS);
  });

  test("deciding again what was just replaced changes nothing more", () => {
    holds((input, decision) => {
      if (decision.outcome !== "replace" || input.mandate.state !== "usable") return;
      const { amountCents = 0, wantedDate = "", chargeDate = "", retriedBy = null } = decision;
      const replaced: DecisionInput = {
        ...input,
        live: { status: "created", amountCents, wantedDate, chargeDate, retriedBy },
      };
      expect(decide(replaced)).toEqual({ outcome: "keep", reason: "collection_running" });
    });
  });
});
