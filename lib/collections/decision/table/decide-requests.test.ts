import { expect, test } from "vitest";
import { decisionInput } from "@/test/decision-input";
import { decide } from "./rules";

const UNCONFIRMED = { areFirstRequestsConfirmed: false };

test.each([{ state: "none" }, { state: "unusable", status: "expired" }] as const)(
  "nobody is asked for a mandate before the supplier has chosen how the first requests are sent: mandate $state",
  (mandate) => {
    const waits = { outcome: "wait", reason: "request_unconfirmed" };
    expect(decide(decisionInput({ mandate, settings: UNCONFIRMED }))).toEqual(waits);
    expect(decide(decisionInput({ mandate })).outcome).toBe("request_mandate");
  },
);

test("a payer with a mandate is debited before that choice", () => {
  expect(decide(decisionInput({ settings: UNCONFIRMED })).outcome).toBe("collect");
});

test("an invoice whose request is sent by hand waits for a person", () => {
  const byHand = decisionInput({ mandate: { state: "none" }, invoice: { isRequestedByHand: true } });
  expect(decide(byHand).reason).toBe("requests_off");
});
