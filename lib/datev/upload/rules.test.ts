import { expect, test } from "vitest";
import { fileState, isMoving, MOST_ASKED } from "./rules";

test.each([
  ["none", 0, true, "none", false],
  ["wanted", 0, true, "wanted", true],
  ["wanted", 0, false, "unsent", false],
  ["pending", 1, true, "pending", true],
  ["pending", MOST_ASKED - 1, false, "unasked", false],
  ["pending", MOST_ASKED, true, "unanswered", false],
  ["pending", MOST_ASKED, false, "unanswered", false],
  ["succeeded", 3, false, "succeeded", false],
  ["failed", MOST_ASKED, false, "failed", false],
] as const)("%s, asked about %i times, signed in: %s, is shown as %s", (upload, asked, isSignedIn, state, moves) => {
  expect(fileState({ upload, asked }, isSignedIn)).toBe(state);
  expect(isMoving(state)).toBe(moves);
});
