import { describe, expect, test } from "vitest";
import { isIban } from "./iban";

/** Returns an IBAN of a country, with check digits that make its remainder one. */
function ibanOf(country: string, account: string): string {
  const digits = [...`${account}${country}00`].map((char) => Number.parseInt(char, 36)).join("");
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, "0")}${account}`;
}

describe("an IBAN", () => {
  test.each([
    "DE89370400440532013000",
    "AT611904300234573201",
    "CH9300762011623852957",
    "GB29NWBK60161331926819",
    "NO9386011117947",
    "MT84MALT011000012345MTLCAST001S",
    "LI21088100002324013AA",
  ])("is recognised: %s", (iban) => {
    expect(isIban(iban)).toBe(true);
  });

  test.each([
    ["a wrong digit", "DE89370400440532013001"],
    ["an unknown country", ibanOf("XX", "370400440532013000")],
    ["a country without IBANs", ibanOf("US", "370400440532013000")],
    ["the length of another country", ibanOf("AT", "370400440532013000")],
    ["blanks", "DE89 3704 0044 0532 0130 00"],
    ["small letters", "de89370400440532013000"],
    ["nothing", ""],
  ])("is refused for %s", (_what, text) => {
    expect(isIban(text)).toBe(false);
  });

  test.each([
    ["97", "00"],
    ["98", "01"],
    ["02", "99"],
  ])("with the check digits %s is refused with %s, although the remainder is the same", (right, wrong) => {
    const numbers = Array.from({ length: 1_000 }, (_, at) => ibanOf("DE", `37040044${String(at).padStart(10, "0")}`));
    const found = numbers.filter((iban) => iban.slice(2, 4) === right);
    expect(found.length).toBeGreaterThan(0);
    for (const iban of found) expect([isIban(iban), isIban(`DE${wrong}${iban.slice(4)}`)]).toEqual([true, false]);
  });
});
