import { describe, expect, test } from "vitest";
import { earliestChargeDate } from "@/lib/collections/decision/charge-date/rules";
import de from "@/messages/de.json" with { type: "json" };
import en from "@/messages/en.json" with { type: "json" };
import {
  ALL_TRIES,
  type EligibilityFacts,
  eligibilityOf,
  isDeath,
  mayBeRetried,
  mayRetryAutomatically,
  needsNewMandate,
  PLAN_TRIES,
  planRetryDay,
  RETURN_CAUSES,
  RETURN_CODES,
  type RetryFacts,
  retriedBy,
  returnActions,
} from "./retry-rules";

/** Domain rules, section 4, line by line: what to do, and whether a person or the plan may retry. */
const BY_CODE: [code: string, actions: string, person: boolean, machine: boolean][] = [
  ["AC01", "A", false, false],
  ["RC01", "A", false, false],
  ["AC04", "A", false, false],
  ["AC06", "A T", false, false],
  ["AG01", "A", false, false],
  ["AM04", "R T", true, true],
  ["AM05", "S", false, false],
  ["AG02", "S", false, false],
  ["BE05", "S", false, false],
  ["BE06", "A", false, false],
  ["MD01", "M T", false, false],
  ["MD02", "S M", false, false],
  ["MD06", "T", true, false],
  ["MD07", "stop M", false, false],
  ["MS02", "T", true, false],
  ["MS03", "R T", true, true],
  ["RR01", "S", false, false],
  ["RR02", "S", false, false],
  ["RR03", "S", false, false],
  ["RR04", "S", false, false],
  ["SL01", "T", true, false],
];
const BY_CAUSE: typeof BY_CODE = [
  ["insufficient_funds", "R T", true, true],
  ["refer_to_payer", "T", true, false],
  ["bank_account_closed", "A", false, false],
  ["invalid_bank_details", "A", false, false],
  ["direct_debit_not_enabled", "A", false, false],
  ["account_blocked_for_any_financial_transaction", "A T", false, false],
  ["mandate_cancelled", "M", false, false],
  ["mandate_expired", "M", false, false],
  ["authorisation_disputed", "T", true, false],
  ["refund_requested", "T", true, false],
  ["payer_deceased", "stop M", false, false],
];

/** True if another good mandate of the payer helps as well as a new one; never after a death. */
const isForMandate = (actions: string) => /[AM]/.test(actions) && !actions.includes("stop");

describe("a return", () => {
  test.each(BY_CODE)("with code %s calls for %s", (code, actions, person, machine) => {
    // Whatever the cause next to it: the code decides.
    for (const cause of [null, "refer_to_payer", "insufficient_funds", "bank_account_closed", "other"]) {
      expect(returnActions({ code, cause })).toEqual(actions.split(" "));
      expect(mayBeRetried({ code, cause }, "same")).toBe(person);
      expect(mayBeRetried({ code, cause }, "other")).toBe(person || isForMandate(actions));
      expect(mayRetryAutomatically({ code, cause, isChargeback: false })).toBe(machine);
    }
    expect(needsNewMandate({ code, cause: null })).toBe(/[AM]/.test(actions));
  });

  test.each(BY_CAUSE)("without a known code, with cause %s, calls for %s", (cause, actions, person, machine) => {
    for (const code of [null, "ZZ99"]) {
      expect(returnActions({ code, cause })).toEqual(actions.split(" "));
      expect(mayBeRetried({ code, cause }, "same")).toBe(person);
      expect(mayBeRetried({ code, cause }, "other")).toBe(person || isForMandate(actions));
      expect(mayRetryAutomatically({ code, cause, isChargeback: false })).toBe(machine);
    }
  });

  test("has an action and a text for every code and every cause", () => {
    expect(Object.keys(RETURN_CODES).sort()).toEqual(BY_CODE.map(([code]) => code).sort());
    expect(Object.keys(RETURN_CAUSES).sort()).toEqual(BY_CAUSE.map(([cause]) => cause).sort());
    for (const { failureCodes } of [en, de])
      for (const key of [...Object.keys(RETURN_CODES), ...Object.keys(RETURN_CAUSES), "unknown"])
        expect(failureCodes).toHaveProperty(key, {
          title: expect.stringMatching(/\w/),
          todo: expect.stringMatching(/\w/),
        });
  });

  test.each([null, "ZZ99", "constructor", "__proto__", ""])("with the unknown code %s calls for a talk", (code) => {
    for (const cause of [null, "other", "toString"]) expect(returnActions({ code, cause })).toEqual(["T"]);
  });

  test("reports a death by its code or by its cause", () => {
    expect(isDeath({ code: "AM04", cause: "payer_deceased" })).toBe(true);
    expect(isDeath({ code: "MD07", cause: "bank_account_closed" })).toBe(true);
    expect(isDeath({ code: "AC04", cause: "bank_account_closed" })).toBe(false);
  });
});

describe("the one who may retry", () => {
  const facts: RetryFacts = {
    code: "AM04",
    cause: "insufficient_funds",
    isChargeback: false,
    standing: "same",
    willAttemptRetry: false,
    isApproved: false,
    isPlanOn: true,
    isStopped: false,
    planTries: 0,
    tries: 0,
  };
  const by = (changes: Partial<RetryFacts>) => retriedBy({ ...facts, ...changes });

  test("is the plan, twice", () => {
    expect(by({})).toBe("plan");
    expect(by({ planTries: PLAN_TRIES - 1, tries: 1 })).toBe("plan");
    expect(by({ planTries: PLAN_TRIES, tries: 2 })).toBeNull();
    expect(by({ isPlanOn: false })).toBeNull();
  });

  test("is a person, even after the plan, until the provider's limit", () => {
    expect(by({ isApproved: true, planTries: PLAN_TRIES, tries: 2 })).toBe("person");
    expect(by({ isApproved: true, planTries: PLAN_TRIES, tries: ALL_TRIES })).toBeNull();
    expect(by({ isApproved: true, code: "MD06", isPlanOn: false })).toBe("person");
  });

  test("is a person on another mandate, unless for a death or wrong data; the plan gains nothing by it", () => {
    const onOther = (code: string, isApproved: boolean) => by({ code, cause: null, isApproved, standing: "other" });
    expect(["AC04", "MD01", "AM04", "MD07", "AM05"].map((code) => onOther(code, true))).toEqual([
      ...["person", "person", "person"],
      ...[null, null],
    ]);
    expect(["AC04", "MD01", "AM04"].map((code) => onOther(code, false))).toEqual([null, null, "plan"]);
    for (const isApproved of [true, false]) expect(by({ isApproved, standing: "spent" })).toBeNull();
  });

  test("is nobody during GoCardless' own retry, after a stop, or if a retry cannot help", () => {
    for (const isApproved of [true, false]) {
      expect(by({ isApproved, willAttemptRetry: true })).toBeNull();
      expect(by({ isApproved, isStopped: true })).toBeNull();
      expect(by({ isApproved, code: "MD01" })).toBeNull();
      expect(by({ isApproved, code: "AC04" })).toBeNull();
    }
  });

  test("is not the plan after a chargeback", () => {
    expect(by({ isChargeback: true })).toBeNull();
    expect(by({ isChargeback: true, isApproved: true })).toBe("person");
  });
});

describe("the day of a retry", () => {
  test.each([
    ["the notice decides", "2026-09-01", 5, "2026-09-04", "2026-09-07"],
    ["the provider decides", "2026-09-01", 2, "2026-09-04", "2026-09-04"],
    ["banks are closed", "2026-12-23", 2, "2026-12-24", "2026-12-28"],
  ])("is the earliest possible one for a person: %s", (_why, today, noticeDays, nextPossibleChargeDate, day) => {
    expect(earliestChargeDate({ today, noticeDays, nextPossibleChargeDate })).toBe(day);
  });

  test.each([
    ["the start of the next month", "2026-11-18", "2026-11-12", "2026-12-01"],
    ["at the start of a month already: the earliest day", "2026-12-02", "2026-11-20", "2026-12-02"],
    ["the fifth is still a start", "2026-11-05", "2026-10-20", "2026-11-05"],
    ["the sixth is none", "2026-11-06", "2026-10-20", "2026-12-01"],
    ["not within a week of the last debit", "2026-12-04", "2026-12-01", "2027-01-04"],
    ["the 1st is a Sunday", "2026-10-20", "2026-10-15", "2026-11-02"],
    ["New Year's Day is closed", "2026-12-15", "2026-12-10", "2027-01-04"],
    ["Easter closes the first days", "2026-03-20", "2026-03-16", "2026-04-01"],
    ["1 May is closed", "2026-04-15", "2026-04-10", "2026-05-04"],
    ["from January over the short month", "2027-01-31", "2027-01-20", "2027-02-01"],
    ["from the end of February", "2027-02-26", "2027-02-15", "2027-03-01"],
  ])("is at the start of a month for the plan: %s", (_why, earliest, lastCharge, day) => {
    expect(planRetryDay({ earliest, lastCharge })).toBe(day);
  });
});

describe("another retry by a person", () => {
  const FACTS: EligibilityFacts = {
    ...{ code: "AM04", cause: "insufficient_funds", willAttemptRetry: false, isMandateUsable: true, live: null },
    ...{ isDeceased: false, standing: "same" },
    ...{ today: "2026-11-23", noticeDays: 3, nextPossibleChargeDate: "2026-11-27", tries: ALL_TRIES - 1 },
  };
  const planned = { status: "created", retriedBy: "plan" } as const;

  test.each<[string, Partial<EligibilityFacts>, object]>([
    ["as soon as the provider can", {}, { state: "possible", earliest: "2026-11-27" }],
    ["as soon as the payer was told", { nextPossibleChargeDate: null }, { state: "possible", earliest: "2026-11-26" }],
    ["not of a payer who has died", { isDeceased: true, willAttemptRetry: true }, { state: "deceased" }],
    ["not beside the provider's own", { willAttemptRetry: true }, { state: "provider" }],
    ["not after every code", { code: "AC04" }, { state: "not_by_code" }],
    ["on another mandate after that, too", { code: "AC04", standing: "other" }, { state: "possible" }],
    ["never on one that is spent", { standing: "spent" }, { state: "not_by_code" }],
    ["not without the mandate", { isMandateUsable: false }, { state: "mandate" }],
    ["not beyond the limit", { tries: ALL_TRIES }, { state: "limit" }],
    ["moving what is planned is no further try", { live: planned }, { state: "possible" }],
    ["not what the bank has", { live: { ...planned, status: "submitted" } }, { state: "with_bank" }],
    ["not beside a first debit", { live: { status: "created", retriedBy: null } }, { state: "with_bank" }],
  ])("is possible, or refused with its reason: %s", (_what, changes, chance) => {
    expect(eligibilityOf({ ...FACTS, ...changes })).toMatchObject(chance);
  });
});
