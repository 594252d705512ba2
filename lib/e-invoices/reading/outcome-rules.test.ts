import { expect, test } from "vitest";
import { ciiInvoice, type InvoiceFacts, ublInvoice } from "@/test/e-invoices";
import { readFile } from "./rules";

async function outcomeOf(xml: string): Promise<string> {
  const { outcome, reason } = await readFile(Buffer.from(xml));
  return reason === undefined ? outcome : `${outcome}: ${reason}`;
}

/** Each row would be the outcome of the next one too, but for its own facts: this is the order. */
test.each([
  ["accounting_only", { typeCode: "751", payable: undefined }],
  ["accounting_only", { typeCode: "325" }],
  ["credit: credit_code", { typeCode: "381", payable: undefined }],
  ["no_amount: amount_missing", { payable: undefined, currency: "DKK", typeCode: "389" }],
  ["no_amount: amount_malformed", { payable: "119,00" }],
  ["no_amount: amount_malformed", { payable: "119.001" }],
  ["no_amount: amount_malformed", { payable: "1.19e2" }],
  ["negative", { payable: "-225.14", currency: "DKK" }],
  ["nothing_due", { payable: "0.00", currency: "DKK" }],
  ["foreign_currency", { currency: "DKK", typeCode: "389" }],
  ["foreign_currency: currency_missing", { currency: undefined, typeCode: "389" }],
  ["self_billed", { typeCode: "389" }],
  ["other_means: type_missing", { typeCode: undefined, means: [] }],
  ["other_means: type_unknown", { typeCode: "999", means: ["58"] }],
  ["other_means: type_unknown", { typeCode: "457" }],
  ["other_means: factored", { typeCode: "393", means: [] }],
  ["other_means: means_missing", { means: [], mandate: undefined }],
  ["other_means", { means: ["58"], mandate: undefined }],
  ["other_means: mandate_beside_other_means", { means: ["30"] }],
  ["other_means: means_mixed", { means: ["59", "58"] }],
  ["other_means: type_missing", { typeCode: " " }],
  ["direct_debit", { means: ["59"] }],
  ["direct_debit", { means: ["49"] }],
  ["direct_debit", { means: ["59"], mandate: undefined }],
  ["direct_debit", { typeCode: "384" }],
  ["negative", { typeCode: "384", payable: "-8.79" }],
  ["direct_debit", { typeCode: "326" }],
  ["direct_debit", { typeCode: "877" }],
] as [string, InvoiceFacts][])("%s: %o", async (outcome, facts) => {
  expect(await outcomeOf(ciiInvoice(facts))).toBe(outcome);
});

test("a credit note is a credit whatever its type code says", async () => {
  for (const typeCode of ["326", "380", undefined])
    expect(await outcomeOf(ublInvoice({ typeCode }, "CreditNote"))).toBe("credit: credit_note");
});

test("an amount in another currency than the document's is foreign", async () => {
  const xml = ublInvoice().replace(/<cbc:PayableAmount currencyID="EUR">/, '<cbc:PayableAmount currencyID="USD">');
  expect(await readFile(Buffer.from(xml))).toMatchObject({ outcome: "foreign_currency", detail: "USD" });
});

test("an amount that is stated twice decides nothing", async () => {
  const twice = (second: string) =>
    ciiInvoice().replace("</ram:DuePayableAmount>", `$&<ram:DuePayableAmount>${second}</ram:DuePayableAmount>`);
  expect(await outcomeOf(twice("120.00"))).toBe("no_amount: amount_twice");
  expect(await outcomeOf(twice("119.0"))).toBe("direct_debit");
});
