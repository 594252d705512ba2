import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { passwordProblem, passwordScore, strengthLevel } from "./password-rules";

describe("strength", () => {
  test.each([
    ["", 0, undefined],
    ["abc", 1, "too_weak"],
    ["abcdefghij", 2, "weak"],
    ["abcDEFghij", 3, "fair"],
    ["abcDEF1234", 4, "strong"],
    ["abcDEF12!!", 5, "very_strong"],
    // Every kind of character, but short: fair at best.
    ["aB1!", 3, "fair"],
    ["äÖ1!xxxxxx", 5, "very_strong"],
  ])("%j scores %i: %s", (password, score, level) => {
    expect(passwordScore(password)).toBe(score);
    expect(strengthLevel(password)).toBe(level);
  });

  test("never falls while somebody goes on typing", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (start, more) => passwordScore(start + more) >= passwordScore(start)),
    );
  });
});

describe("what a new password lacks", () => {
  test.each([
    ["", "password_short"],
    ["aB1!aB1!x", "password_short"],
    ["abcdefgh1!", "password_weak"],
    ["abcdefg12!", "password_weak"],
    ["abcdefg1!!", "password_weak"],
    ["12345678!!", "password_weak"],
    ["1234567a!!", "password_weak"],
    ["123456ab!!", undefined],
    ["Lastschrift-2026-!!", undefined],
    // A blank is no special character.
    ["Kormoran 42 Wind", "password_weak"],
  ])("%j: %s", (password, problem) => {
    expect(passwordProblem(password)).toBe(problem);
  });

  test("whatever passes is strong", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 40 }),
        (password) => passwordProblem(password) !== undefined || passwordScore(password) >= 4,
      ),
    );
  });
});
