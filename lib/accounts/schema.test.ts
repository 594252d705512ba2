import { describe, expect, test } from "vitest";
import { emailAddress, line } from "./schema";

describe("the email address of a registration", () => {
  test.each([
    ["Max@Firma.de", "max@firma.de"],
    ["info@bäckerei.de", "info@xn--bckerei-5wa.de"],
    ["info@xn--bckerei-5wa.de", "info@xn--bckerei-5wa.de"],
    ["почта@пример.рф", undefined],
    ["post@пример.рф", "post@xn--e1afmkfd.xn--p1ai"],
  ])("%j is stored as %j", (typed, kept) => {
    expect(emailAddress.safeParse(typed).data).toBe(kept);
  });

  test.each([
    "",
    "keine",
    "max@",
    "max@localhost",
    "max mustermann@firma.de",
    "max@bäckerei",
    `a@${"ä".repeat(260)}.de`,
  ])("%j is refused", (typed) => {
    expect(emailAddress.safeParse(typed).success).toBe(false);
  });
});

test.each([
  ["  Muster  \u00a0 GmbH ", "Muster GmbH"],
  ["Muster GmbH", "Muster GmbH"],
  ["   ", ""],
])("the line %j is stored as %j", (typed, kept) => {
  expect(line(200).parse(typed)).toBe(kept);
});
