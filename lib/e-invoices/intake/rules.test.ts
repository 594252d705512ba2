import { expect, test } from "vitest";
import { answersOf, buyerKeys, hasOtherCreditor, isSameInvoice, paysByOf, sellerOf, termLabelOf } from "./rules";
import { HELD_REASONS } from "./types";

const OWN = { vatId: "DE123456789", taxNumber: "201/113/40209", creditorIds: ["DE98ZZZ09999999999"], dueDays: null };

test.each([
  ["ours", { sellerVatId: "de 123 456 789" }],
  ["other", { sellerVatId: "DE999999999" }],
  ["other", { sellerVatId: "DE999999999", sellerTaxNumber: "201/113/40209", creditorId: "DE98ZZZ09999999999" }],
  ["ours", { sellerTaxNumber: "201 113 40209" }],
  ["other", { sellerTaxNumber: "201/113/40208", creditorId: "DE98ZZZ09999999999" }],
  ["ours", { creditorId: "DE98ZZZ09999999999" }],
  ["other", { creditorId: "FR72ZZZ123456" }],
  ["unproven", { creditorId: "CREDID" }],
  ["unproven", {}],
] as const)("a seller is %s with %o", (verdict, seller) => expect(sellerOf(seller, OWN)).toBe(verdict));

test("without own details of a kind that kind proves nothing", () => {
  const blank = { vatId: "", taxNumber: "", creditorIds: [], dueDays: null };
  expect(sellerOf({ sellerVatId: "", sellerTaxNumber: "", creditorId: "DE98ZZZ09999999999" }, blank)).toBe("unproven");
  expect(sellerOf({ sellerVatId: "DE999999999" }, { ...blank, taxNumber: "20111340209" })).toBe("unproven");
});

test.each([
  ["DE98ZZZ09999999999", false],
  ["DE98EZ009999999999", false],
  ["FR72ZZZ123456", false],
  ["AT61ZZZ01234567890", true],
  ["ID123456", false],
  [undefined, false],
])("the creditor %s is another one: %s", (creditorId, isOther) => {
  expect(hasOtherCreditor({ creditorId }, OWN, "FR72ZZZ123456")).toBe(isOther);
});

test("only what the reader found to be a direct debit is one", () => {
  expect(paysByOf("direct_debit", ["59"])).toBe("direct_debit");
  expect(paysByOf("other_means", ["59", "58"])).toBe("otherwise");
  expect(paysByOf("other_means", ["59"])).toBe("otherwise");
  expect(paysByOf("other_means", ["30"])).toBe("otherwise");
  expect([[], ["1"], ["ZZZ", "57"]].map((means) => paysByOf("other_means", means))).toEqual([null, null, null]);
});

test("terms lose the lines for machines", () => {
  expect(termLabelOf("Per Lastschrift\n#SKONTO#TAGE=7#PROZENT=2.00#\n in 7 Tagen ")).toBe("Per Lastschrift in 7 Tagen");
  expect(termLabelOf(undefined)).toBe("");
});

test("the same invoice may have other texts, but no other amount, day, buyer or mandate", () => {
  const one = { payableCents: 100, issueDate: "2026-11-01", paymentMeans: ["59"], precedingNumbers: [] };
  expect(isSameInvoice(one, { ...one, terms: "Danke", buyerName: "X" })).toBe(true);
  for (const change of [
    { payableCents: 101 },
    { issueDate: "2026-11-02" },
    { buyerId: "2" },
    { mandateReference: "M" },
  ])
    expect(isSameInvoice(one, { ...one, ...change })).toBe(false);
});

test("a buyer is known by number, VAT id, and address with name, in this order", () => {
  const buyer = { buyerId: " 7 ", buyerVatId: "de 1", buyerEmail: "A@B.example", buyerName: "Müller & Söhne  GmbH" };
  expect(buyerKeys(buyer)).toEqual(["nr:7", "vat:DE1", "mail:a@b.example mullersohnegmbh"]);
  const otherwise = { buyerEmail: "a@b.example", buyerName: "MÜLLER + SÖHNE GMBH" };
  expect(buyerKeys(otherwise)).toEqual(buyerKeys(buyer).slice(2));
  expect(buyerKeys({ buyerId: " " })).toEqual([]);
});

test("no reason has an answer that makes a debit of what is never one", () => {
  const never = ["no_amount", "foreign_currency", "self_billed", "accounting_only", "factored"];
  for (const reason of HELD_REASONS) if (never.includes(reason)) expect(answersOf(reason)).toEqual([]);
  // A credit can only reduce the invoice to which it is assigned.
  expect(answersOf("credit_unnamed")).toEqual(["assign"]);
  expect(answersOf("marked_as_test")).toEqual(["genuine"]);
  for (const doubt of ["type_missing", "type_unknown", "values_differ"]) expect(answersOf(doubt)).toEqual(["claim"]);
  expect(answersOf("number_taken")).toEqual(["replace", "separate"]);
  expect(answersOf(null)).toEqual([]);
});
