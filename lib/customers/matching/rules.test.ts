import { describe, expect, test } from "vitest";
import { isOne, isSameCity, isSameText } from "./rules";

describe("two names of firms", () => {
  test.each([
    ["Werkstatt Lindenhof GmbH", "WERKSTATT LINDENHOF G.m.b.H."],
    ["Müller & Söhne", "müller söhne"],
  ])("%s and %s are the same firm", (a, b) => expect(isSameText(a, b)).toBe(true));
  test("with different legal forms are different firms", () => {
    expect(isSameText("Lindenhof GmbH", "Lindenhof UG")).toBe(false);
  });
});

describe("two names of cities", () => {
  test.each([
    ["Frankfurt", "Frankfurt am Main"],
    ["Halle (Saale)", "halle"],
    ["", "Leipzig"],
  ])("%s and %s match", (a, b) => expect(isSameCity(a, b)).toBe(true));
  test("of different cities do not match", () => expect(isSameCity("Leipzig", "Dresden")).toBe(false));
});

test("isOne compares all values with the first", () => {
  expect(isOne(["a", "A", "a."], isSameText)).toBe(true);
  expect(isOne(["a", "a", "b"], isSameText)).toBe(false);
  expect(isOne([], isSameText)).toBe(true);
});
