import { expect, test } from "vitest";
import { isCreditorId, isSameCreditor, plainCreditorId } from "./rules";

test.each(["DE98ZZZ09999999999", "FR72ZZZ123456", "AT61ZZZ01234567890", "DE98EZ009999999999"])(
  "%s is a creditor identifier",
  (id) => expect(isCreditorId(id)).toBe(true),
);

test.each([
  "",
  "DE97ZZZ09999999999",
  "DE11111111111111111111",
  "ID123456",
  "CREDID",
  "[BANK ASSIGNED CREDITOR IDENTIFIER]",
  "DE98ZZZ9999999999",
])("%j is none", (id) => expect(isCreditorId(id)).toBe(false));

test("blanks and small letters do not count, and branches of one creditor are the same", () => {
  expect(plainCreditorId(" de98 zzz0 9999 9999 99 ")).toBe("DE98ZZZ09999999999");
  expect(isSameCreditor("DE98ZZZ09999999999", "DE98EZ009999999999")).toBe(true);
  expect(isSameCreditor("DE98ZZZ09999999999", "FR72ZZZ123456")).toBe(false);
});
