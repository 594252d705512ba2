import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords";

test.each([
  ["password", true],
  ["Password", true],
  ["password12!!", true],
  ["!!12Dragon34!!", true],
  ["aaaaaa11!!", true],
  ["Kormoran-42-Wind!!", false],
  ["Lastschrift-2026-!!", false],
])("%s: %s", (password, isCommon) => {
  expect(isCommonPassword(password)).toBe(isCommon);
});
