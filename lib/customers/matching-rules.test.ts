import { describe, expect, test } from "vitest";
import { isOne, isSameCity, isSameText } from "./matching-rules";

describe("the same firm", () => {
  test.each([
    ["Werkstatt Lindenhof GmbH", "WERKSTATT LINDENHOF G.m.b.H."],
    ["Müller & Söhne", "müller söhne"],
  ])("%s and %s", (a, b) => expect(isSameText(a, b)).toBe(true));
  test("another name or legal form is another firm", () => {
    expect(isSameText("Lindenhof GmbH", "Lindenhof UG")).toBe(false);
  });
});

describe("the same place", () => {
  test.each([
    ["Frankfurt", "Frankfurt am Main"],
    ["Halle (Saale)", "halle"],
    ["", "Leipzig"],
  ])("%s and %s", (a, b) => expect(isSameCity(a, b)).toBe(true));
  test("another city is one", () => expect(isSameCity("Leipzig", "Dresden")).toBe(false));
});

test("all values count", () => {
  expect(isOne(["a", "A", "a."], isSameText)).toBe(true);
  expect(isOne(["a", "a", "b"], isSameText)).toBe(false);
  expect(isOne([], isSameText)).toBe(true);
});
