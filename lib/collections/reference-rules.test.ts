import { describe, expect, test } from "vitest";
import { bankText, bankTextLength, unknownPlaceholder } from "./reference-rules";

const facts = {
  invoiceNo: "RE1047",
  companyName: "Werkstatt Lindenhof GmbH",
  customerName: "Bäckerei Sonnenschein KG",
};

describe("the text on the bank statement", () => {
  test("names invoice and company by default", () => {
    expect(bankText(null, facts)).toBe("RE1047 Werkstatt Lindenhof GmbH");
    expect(bankText("  ", facts)).toBe("RE1047 Werkstatt Lindenhof GmbH");
  });

  test("fills in the supplier's placeholders, in letters a bank can print", () => {
    expect(bankText("Rechnung {invoiceNo} für {customerName}", facts)).toBe(
      "Rechnung RE1047 fuer Baeckerei Sonnenschein KG",
    );
  });

  test("carries the invoice number even where the wording forgot it or is too long", () => {
    expect(bankText("Danke!", facts)).toBe("RE1047 Danke");
    const long = bankText(`${"x".repeat(160)} {invoiceNo}`, facts);
    expect(long).toHaveLength(140);
    expect(long.startsWith("RE1047 ")).toBe(true);
  });

  test.each([
    ["{invoiceNumber} {companyName} {iban}", "{invoiceNumber}"],
    ["{ invoiceNo }", "{ invoiceNo }"],
    ["{} {invoiceNo}", "{}"],
    ["{invoiceNo} {companyName} {customerName}", undefined],
    ["Danke } für { Ihre Zahlung", undefined],
    ["", undefined],
  ])("of %j the placeholder that is none is %j", (wording, unknown) => {
    expect(unknownPlaceholder(wording)).toBe(unknown);
  });

  test("an unknown placeholder of a wording stored before leaves nothing behind", () => {
    expect(bankText("{invoiceNo} {iban} Ihre {companyName}", facts)).toBe("RE1047 Ihre Werkstatt Lindenhof GmbH");
  });

  test("tells how long a wording becomes, before anything is cut", () => {
    expect(bankTextLength(null, facts)).toBe("RE1047 Werkstatt Lindenhof GmbH".length);
    expect(bankTextLength("{customerName}", facts)).toBe("RE1047 Baeckerei Sonnenschein KG".length);
    expect(bankTextLength(`${"x".repeat(160)} {invoiceNo}`, facts)).toBe(174);
  });
});
