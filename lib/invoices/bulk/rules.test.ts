import { expect, test } from "vitest";
import { BEGINNING_ACTIONS, LIST_ACTIONS, STEADY_ACTIONS } from "./rules";

test("every list action either blocks or releases, or starts something", () => {
  expect([...STEADY_ACTIONS, ...BEGINNING_ACTIONS].sort()).toEqual([...LIST_ACTIONS].sort());
});
