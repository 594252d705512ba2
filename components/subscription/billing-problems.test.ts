import { expect, test } from "vitest";
import { billingProblems } from "./billing-problems";

const FIELDS = { company: "A", name: "B", email: "a@b.example", phone: "", address: "C", zip: "1", city: "D" };

test.each([
  ["", "DE", undefined],
  ["DE123456789", "DE", undefined],
  ["CHE-123.456.789 MWST", "CH", undefined],
  ["123456789MVA", "NO", undefined],
  ["ATU12345678", "DE", "vatIdCountry"],
  ["CHE-123.456.789 MWST", "DE", "vatIdCountry"],
  ["12", "DE", "vatId"],
])("for the VAT id %j of a firm in %s the form reports: %s", (vatId, country, problem) => {
  expect(billingProblems({ ...FIELDS, vatId, country }).vatId).toBe(problem);
});
