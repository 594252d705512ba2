import { expect, test } from "vitest";
import { needsPremium, withinPlan } from "./plan-rules";

const stored = { paymentConditions: ["A", "B", "C"], daysEarlier: 5, paymentDescription: "Danke" };
const plain = { paymentConditions: ["A"], daysEarlier: 0, paymentDescription: null };

test("without Premium the first condition, the due date and the default wording apply", () => {
  expect(withinPlan(stored, false)).toEqual(plain);
  expect(withinPlan(stored, true)).toEqual(stored);
});

test.each([
  [{ paymentConditions: ["A", "B"] }, true],
  [{ paymentConditions: ["B"] }, false],
  [{ daysEarlier: 1 }, true],
  [{ daysEarlier: 0 }, false],
  [{ paymentDescription: "Danke" }, true],
  [{ paymentDescription: null }, false],
])("with plain settings stored, the change %j needs Premium: %s", (wanted, expected) => {
  expect(needsPremium(wanted, plain)).toBe(expected);
});

test.each([
  [{ paymentConditions: ["C", "A"] }, false],
  [{ paymentConditions: ["A", "B", "D"] }, true],
  [{ paymentConditions: ["D"] }, false],
  [{ daysEarlier: 5 }, false],
  [{ daysEarlier: 4 }, true],
  [{ paymentDescription: "Danke" }, false],
  [{ paymentDescription: "Vielen Dank" }, true],
])("with inactive Premium settings stored, the change %j needs Premium: %s", (wanted, expected) => {
  expect(needsPremium(wanted, stored)).toBe(expected);
});
