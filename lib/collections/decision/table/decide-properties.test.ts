import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDeath } from "@/lib/collections/attempts/retry-rules";
import type { DecisionInput } from "@/lib/collections/types";
import { DecisionOutcome } from "@/lib/core/prisma/enums";
import { addDays } from "@/lib/core/time/dates";
import { isTargetDay } from "@/lib/core/time/target-calendar";
import { isNotWithBank } from "@/lib/statuses/collection-rules";
import { anyInput, day } from "@/test/decision-arbitraries";
import { CONDITION, decisionInput, liveCollection, USABLE_MANDATE } from "@/test/decision-input";
import { decide } from "./rules";

/** Facts of an invoice that is collected, except for everything about returns. */
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
  test("the generated facts lead to every possible outcome", () => {
    const outcomes = new Set(fc.sample(anyInput, { numRuns: 3_000, seed: 1 }).map((input) => decide(input).outcome));
    expect([...outcomes].sort()).toEqual(Object.values(DecisionOutcome).sort());
  });

  test("there is a decision, always the same one, and the facts are not changed", () => {
    holds((input, decision) => {
      const before = structuredClone(input);
      expect(Object.values(DecisionOutcome)).toContain(decision.outcome);
      expect(decision.reason).toMatch(/^[a-z_]+$/);
      expect(decide(structuredClone(input))).toEqual(decision);
      expect(input).toEqual(before);
    });
  });

  test("a second collection never starts while one is live", () => {
    holds((input, { outcome }) => {
      if (input.live) expect(["keep", "replace", "cancel"]).toContain(outcome);
      else expect(["collect", "request_mandate", "wait", "skip"]).toContain(outcome);
    });
  });

  test("a collection is cancelled or replaced only while that is still possible", () => {
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

  test("the charge date is a possible TARGET day after the notice, and not before the wanted day", () => {
    holds((input, { outcome, chargeDate = "", wantedDate = "", retriedBy }) => {
      if (outcome !== "collect") return;
      expect(isTargetDay(chargeDate)).toBe(true);
      expect(chargeDate >= addDays(input.today, input.settings.noticeDays)).toBe(true);
      const planned = addDays(input.invoice.dueDate, -input.settings.daysEarlier);
      const { collectNowOn, retryOn, retryNotBefore } = input.invoice;
      const wished = collectNowOn && collectNowOn < planned ? collectNowOn : planned;
      const allowed = retryNotBefore && retryNotBefore > wished ? retryNotBefore : wished;
      if (!retriedBy) expect(wantedDate).toBe(retryOn ?? allowed);
      expect(chargeDate >= wantedDate).toBe(true);
      expect(input.mandate.state === "usable" && chargeDate >= input.mandate.nextPossibleChargeDate).toBe(true);
    });
  });

  test("nothing is collected without mandate, connections and a verified account", () => {
    holds((input, { outcome }) => {
      if (outcome !== "collect") return;
      expect(input.mandate.state).toBe("usable");
      expect(input.accounts).toEqual({
        isAccountingConnected: true,
        isAccountingOutdated: false,
        arePaymentsConnected: true,
        heldUntil: null,
        verificationStatus: "successful",
        hasUnconfirmedSchedules: false,
      });
    });
  });

  test("nobody is debited or asked against the supplier's settings and instructions", () => {
    holds((input, { outcome }) => {
      if (outcome !== "collect" && outcome !== "request_mandate") return;
      expect(input.invoice.isExcluded).toBe(false);
      expect(input.contact).toMatchObject({ isExcluded: false, isDeceased: false });
      // An e-invoice states its way of payment itself, and a supplier can override it for a payer.
      if (
        !input.invoice.isTransferred &&
        input.invoice.paysBy !== "direct_debit" &&
        !input.contact?.isAlwaysCollected
      ) {
        expect(input.invoice.termLabel).toBe(CONDITION);
        expect(input.settings.paymentConditions).toEqual([CONDITION]);
      }
      if (outcome === "request_mandate")
        expect(input).toMatchObject({ hasOpenRequest: false, contact: { hasEmail: true, areRequestsOff: false } });
    });
  });

  test("a final invoice and its down payment are never collected at once, even if chosen by hand", () => {
    holds(({ live, invoice: { related } }, { outcome }) => {
      if (!live && related !== "clear") expect(outcome).not.toBe("collect");
    });
  });

  test("Premium documents never start without Premium, and nothing starts without a contract", () => {
    holds((input, { outcome }) => {
      if (outcome !== "collect" && outcome !== "request_mandate") return;
      expect(input.contract.isActive).toBe(true);
      if (["down_payment", "closing"].includes(input.invoice.kind)) expect(input.contract.isPremium).toBe(true);
    });
  });

  test("a choice by hand never starts what an exclusion, a hold or a death report forbids", () => {
    holds((input, { outcome }) => {
      const { contact, invoice, today } = input;
      const isHeld = invoice.heldUntil !== null && invoice.heldUntil > today;
      if (invoice.isExcluded || isHeld || !contact || contact.isExcluded || contact.isDeceased)
        expect(["collect", "request_mandate", "replace"]).not.toContain(outcome);
    });
  });

  test("a return is retried only by an approval, a new mandate, or the retry plan", () => {
    holds((input, { outcome, retriedBy = null }) => {
      if (outcome !== "collect" || !input.failure) return expect(input.live ? null : retriedBy).toBeNull();
      const hasNewMandate = input.mandate.state === "usable" && input.mandate.signedAfterFailure;
      if (retriedBy === "person") expect(input.invoice.isRetryApproved).toBe(true);
      else if (retriedBy === "plan") expect(input.settings.retriesReturns).toBe(true);
      else expect(hasNewMandate).toBe(true);
      // A payer who was wrongly reported dead has to give a new mandate first.
      if (isDeath(input.failure)) expect(hasNewMandate).toBe(true);
      expect(input.failure.willAttemptRetry).toBe(false);
      if (retriedBy) expect(input.retry).toMatchObject({ isStopped: false, tries: expect.toSatisfy((n) => n < 3) });
    });
  });

  test("the plan retries at most twice, only for lack of funds or without a reason, never a chargeback", () => {
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
    // Only about one input in a hundred is such a retry: so many are drawn that finding none cannot be chance.
    fc.assert(fc.property(otherwiseCollected, property), { numRuns: 8_000 });
    expect(seen).toBeGreaterThan(3);
  });

  test("a planned retry keeps its day until a person agrees on another one or gives more time", () => {
    const property = (input: DecisionInput, ahead: number) => {
      const planned = addDays(input.today, ahead);
      const live = liveCollection({ retriedBy: "plan", wantedDate: planned, chargeDate: planned });
      const retry = { ...input.retry, isStopped: false };
      const isPlanOn = { ...input.settings, retriesReturns: true };
      const { outcome, wantedDate } = decide({ ...input, failure: null, retry, settings: isPlanOn, live });
      if (outcome === "keep") return;
      expect(outcome).toBe("replace");
      const { isRetryApproved, retryOn, dueDate } = input.invoice;
      if (isRetryApproved && retryOn) expect(wantedDate).toBe(retryOn);
      else expect([wantedDate, dueDate > planned]).toEqual([addDays(dueDate, -input.settings.daysEarlier), true]);
    };
    fc.assert(fc.property(otherwiseCollected, fc.integer({ min: 0, max: 60 }), property), RUNS);
  });

  test("a planned collection stays, until something that would block a new one cancels it before its call", () => {
    let ended = 0;
    holds((input, begun) => {
      if (begun.outcome !== "collect") return;
      const { amountCents = 0, wantedDate = "", chargeDate = "", retriedBy = null } = begun;
      const planned = { status: "pending" as const, amountCents, wantedDate, chargeDate, retriedBy, isCalled: false };
      const live = liveCollection(planned);
      // While a collection is planned, the return before it does not count.
      expect(decide({ ...input, live, failure: null })).toEqual({ outcome: "keep", reason: "collection_running" });
    });
    holds((facts) => {
      const input = {
        ...facts,
        live: { ...(facts.live ?? liveCollection()), status: "pending" as const, isCalled: false },
      };
      const { outcome, reason } = decide(input);
      // Without the planned collection the reopened one would hold the invoice: nothing could start.
      if (outcome !== "cancel" || reason === "retry_stopped" || reason === "earlier_debit_revived") return;
      ended += 1;
      expect(["collect", "keep"]).not.toContain(decide({ ...input, live: null, failure: null }).outcome);
    });
    expect(ended).toBeGreaterThan(1_000);
  });

  test("a collection next to a reopened one is cancelled while the bank does not have it", () => {
    let called = 0;
    holds((facts) => {
      const live = { ...(facts.live ?? liveCollection()), isBesideResubmitted: true, isAtPreviousAccount: false };
      if (!isNotWithBank(live.status)) return;
      called += 1;
      expect(decide({ ...facts, live })).toEqual({ outcome: "cancel", reason: "earlier_debit_revived" });
    });
    expect(called).toBeGreaterThan(500);
  });

  test("a decision on a collection that was just replaced changes nothing more", () => {
    holds((input, decision) => {
      if (decision.outcome !== "replace" || input.mandate.state !== "usable") return;
      // For a resubmitted collection the approval is stored, and decides from then on
      // (resubmitted-instructions.db.test.ts).
      if (input.live?.isResubmitted) return;
      const { amountCents = 0, wantedDate = "", chargeDate = "", retriedBy = null } = decision;
      const replaced: DecisionInput = {
        ...input,
        live: liveCollection({ amountCents, wantedDate, chargeDate, retriedBy }),
      };
      expect(decide(replaced)).toEqual({ outcome: "keep", reason: "collection_running" });
    });
  });
});
