import { expect, test } from "vitest";
import { BEGINNING_ACTIONS, LIST_ACTIONS, STEADY_ACTIONS } from "./bulk-rules";

test("every action of the list either only keeps back or begins something", () => {
  expect([...STEADY_ACTIONS, ...BEGINNING_ACTIONS].sort()).toEqual([...LIST_ACTIONS].sort());
});
