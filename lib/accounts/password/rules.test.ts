import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  PASSWORD_REQUIRED_SCORE,
  type PasswordLack,
  passwordLacks,
  passwordProblem,
  passwordScore,
  strengthLevel,
} from "./rules";

describe("the strength of a password", () => {
  test.each([
    ["", 0, undefined],
    ["abc", 1, "too_weak"],
    ["abcdefghij", 2, "weak"],
    ["abcDEFghij", 3, "fair"],
    ["abcdef12!!", 4, "strong"],
    ["abcDEF12!!", 5, "very_strong"],
    // Several kinds of characters and long, but something is missing. It is refused, so it is not called strong.
    ["abcDEF1234", 3, "fair"],
    ["Password123", 3, "fair"],
    ["lastschrift-12", 3, "fair"],
    // Every kind of character, but short: at most fair.
    ["aB1!", 3, "fair"],
    ["äÖ12!!xxxx", 5, "very_strong"],
    // Letters without case.
    ["中文12!!中文中文", 4, "strong"],
  ])("%j has the score %i and the level %s", (password, score, level) => {
    expect(passwordScore(password)).toBe(score);
    expect(strengthLevel(password)).toBe(level);
  });

  test("never falls while somebody continues to type", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (start, more) => passwordScore(start + more) >= passwordScore(start)),
    );
  });
});

describe("a new password", () => {
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
  ])("%j has the problem %s", (password, problem) => {
    expect(passwordProblem(password)).toBe(problem);
  });

  test.each<[string, PasswordLack[]]>([
    ["", ["length", "specials", "digits", "letters"]],
    ["Sommer1!", ["length", "specials", "digits"]],
    ["abcDEF1234", ["specials"]],
    ["abcdefg1!!", ["digits"]],
    ["1234567a!!", ["letters"]],
    ["Lastschrift-2026-!!", []],
  ])("%j lacks each of %j", (password, lacks) => {
    expect(passwordLacks(password)).toEqual(lacks);
  });

  test("is called strong by the bar if and only if the rules accept it", () => {
    const typed = fc.string({ maxLength: 24, unit: fc.constantFrom(..."aBc12!- ßж中") });
    fc.assert(
      fc.property(
        fc.oneof(typed, fc.string({ maxLength: 40 })),
        (password) => (passwordProblem(password) === undefined) === passwordScore(password) >= PASSWORD_REQUIRED_SCORE,
      ),
    );
  });
});
