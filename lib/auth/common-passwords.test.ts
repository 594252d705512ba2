import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords";

test.each([
  ["password", true],
  ["Password", true],
  ["password12!!", true],
  ["!!12Dragon34!!", true],
  ["aaaaaa11!!", true],
  // The name of the product, and what it is about.
  ["Einzug-2026-!!", true],
  ["!!einzug.EINZUG.12", true],
  ["MeinEinzug-2026-!!", true],
  ["sepa-Mandat-12-!!", true],
  ["einzug.example-12!!", true],
  ["Einzug-ins-Haus-12-!!", false],
  ["Kormoran-42-Wind!!", false],
  ["Lastschrift-2026-!!", false],
])("%s: %s", (password, isCommon) => {
  expect(isCommonPassword(password)).toBe(isCommon);
});
