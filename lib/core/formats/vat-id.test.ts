import { expect, test } from "vitest";
import { plainVatId, readVatId } from "./vat-id";

test.each([
  ["DE123456789", "DE", "eu_vat", "DE123456789"],
  [" de 123 456 789 ", "DE", "eu_vat", "DE123456789"],
  ["ATU12345678", "AT", "eu_vat", "ATU12345678"],
  ["EL123456789", "GR", "eu_vat", "EL123456789"],
  ["FR12345678901", "MC", "eu_vat", "FR12345678901"],
  ["XI123456789", "GB", "eu_vat", "XI123456789"],
  ["CHE-123.456.789 MWST", "CH", "ch_vat", "CHE-123.456.789 MWST"],
  ["che123456789tva", "CH", "ch_vat", "CHE-123.456.789 TVA"],
  ["CHE123456789", "LI", "ch_vat", "CHE-123.456.789 MWST"],
  ["LI12345", "LI", "li_vat", "12345"],
  ["12345", "LI", "li_vat", "12345"],
  ["GB 123 4567 89", "GB", "gb_vat", "GB123456789"],
  ["GBGD123", "GB", "gb_vat", "GBGD123"],
  ["NO 123 456 789 MVA", "NO", "no_vat", "123456789MVA"],
  ["123456789", "NO", "no_vat", "123456789MVA"],
])("%j of a firm in %s is %s %s", (typed, country, kind, value) => {
  expect(readVatId(typed, country)).toEqual({ kind, value });
  expect(readVatId(plainVatId(typed), country)).toEqual({ kind, value });
});

test.each([
  ["ATU12345678", "DE"],
  ["DE123456789", "GR"],
  ["CHE-123.456.789 MWST", "DE"],
  ["GB123456789", "DE"],
  ["XI123456789", "IE"],
  ["NO123456789MVA", "SE"],
  ["DE123456789", "US"],
])("%j does not belong to a firm in %s", (typed, country) => {
  expect(readVatId(typed, country)).toBe("other_country");
});

test.each(["", "DE", "GR123456789", "GB12", "US123456789", "CHE12", "?", "123456789", "12345"])(
  "%j is not a VAT id",
  (typed) => {
    expect(readVatId(typed, "DE")).toBeUndefined();
  },
);
