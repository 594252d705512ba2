import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bankText, bankTextLength, paymentDescription, unknownPlaceholder } from "./rules";

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

  test("fills in the supplier's placeholders, in characters that a bank can print", () => {
    expect(bankText("Rechnung {invoiceNo} für {customerName}", facts)).toBe(
      "Rechnung RE1047 fuer Baeckerei Sonnenschein KG",
    );
  });

  test("contains the invoice number even if the wording lacks it or is too long", () => {
    expect(bankText("Danke!", facts)).toBe("RE1047 Danke");
    const long = bankText(`${"x".repeat(160)} {invoiceNo}`, facts);
    expect(long).toHaveLength(140);
    expect(long.startsWith("RE1047 ")).toBe(true);
  });

  test.each([
    ["471", "Kunde 4711 {companyName}", "471 Kunde 4711 Werkstatt Lindenhof GmbH"],
    ["26", "Beitrag 2026", "26 Beitrag 2026"],
    ["26", "Beitrag 2026-26", "26 Beitrag 2026-26"],
    ["50", "Beitrag 12,50", "50 Beitrag 12,50"],
    ["12", "Beitrag 12,50", "12 Beitrag 12,50"],
    ["500", "Rate 1'500", "500 Rate 1'500"],
    ["11", "Lieferung vom 26.11.2026", "11 Lieferung vom 26.11.2026"],
    ["471", "Kunde K-471", "471 Kunde K-471"],
    ["RE10", "RE1047 oder RE10a", "RE10 RE1047 oder RE10a"],
    ["RE-1.0", "Rechnung RE-1x0", "RE-1.0 Rechnung RE-1x0"],
    ["471", "Kunde {customerName}{invoiceNo}", "471 Kunde Baeckerei Sonnenschein KG471"],
  ])("puts the number %s first where %j contains it only as part of something else", (invoiceNo, wording, text) => {
    expect(bankText(wording, { ...facts, invoiceNo })).toBe(text);
  });

  test.each([
    ["471", "Rechnung 471.", "Rechnung 471."],
    ["", "Danke {companyName}", "Danke Werkstatt Lindenhof GmbH"],
    ["471", "Nr. 471, Kunde 4711", "Nr. 471, Kunde 4711"],
    ["471", "(471) Danke", "(471) Danke"],
    ["471", "RE-{invoiceNo} Danke", "RE-471 Danke"],
    ["26", "2026/{invoiceNo}", "2026/26"],
    ["RE 1047/2", "Rechnung RE 1047/2", "Rechnung RE 1047/2"],
    ["Ä-1", "Rechnung {invoiceNo}", "Rechnung Ae-1"],
  ])("finds the number %s in %j as a token of its own, and adds none", (invoiceNo, wording, text) => {
    expect(bankText(wording, { ...facts, invoiceNo })).toBe(text);
  });

  test("does not mistake a longer number, cut at the end of the text, for this one", () => {
    const wording = `${"x".repeat(134)} RE1047`;
    expect(bankText(wording, { ...facts, invoiceNo: "RE104" })).toMatch(/^RE104 x/);
  });

  test.each([
    ["{invoiceNumber} {companyName} {iban}", "{invoiceNumber}"],
    ["{ invoiceNo }", "{ invoiceNo }"],
    ["{} {invoiceNo}", "{}"],
    ["{invoiceNo} {companyName} {customerName}", undefined],
    ["Danke } für { Ihre Zahlung", undefined],
    ["", undefined],
  ])("finds in %j the unknown placeholder %j", (wording, unknown) => {
    expect(unknownPlaceholder(wording)).toBe(unknown);
  });

  test("drops an unknown placeholder of a wording that was stored before", () => {
    expect(bankText("{invoiceNo} {iban} Ihre {companyName}", facts)).toBe("RE1047 Ihre Werkstatt Lindenhof GmbH");
  });

  test("has a known length before anything is cut", () => {
    expect(bankTextLength(null, facts)).toBe("RE1047 Werkstatt Lindenhof GmbH".length);
    expect(bankTextLength("{customerName}", facts)).toBe("RE1047 Baeckerei Sonnenschein KG".length);
    expect(bankTextLength(`${"x".repeat(160)} {invoiceNo}`, facts)).toBe(174);
  });
});

describe("the text in GoCardless' announcement", () => {
  const long = "und vielen Dank fuer Ihren Auftrag im vergangenen Monat, mit freundlichen Gruessen aus der Werkstatt";

  test("is the bank text if that is short, and otherwise cut between words", () => {
    expect(paymentDescription("RE1047 Werkstatt", "RE1047")).toBe("RE1047 Werkstatt");
    expect(paymentDescription(`RE1047 ${long}`, "RE1047")).toBe(
      "RE1047 und vielen Dank fuer Ihren Auftrag im vergangenen Monat, mit freundlichen Gruessen aus der",
    );
  });

  test("starts with the number if the cut would remove it", () => {
    expect(paymentDescription(`${long} RE1047`, "RE1047")).toMatch(/^RE1047 und vielen Dank/);
    expect(paymentDescription(`${"x".repeat(96)} RE1047`, "RE1047")).toMatch(/^RE1047 x+$/);
  });

  test("has at most 100 characters and contains the invoice number, whatever the wording is", () => {
    const words = fc.array(fc.constantFrom("RE 1", "Ä", "1047", "Dank", "x".repeat(40), "{invoiceNo}", "-", "2026/"), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(
        words,
        fc.constantFrom("RE 1", "1047", "Ü-7/2026"),
        fc.constantFrom(" ", ""),
        (parts, invoiceNo, gap) => {
          const description = paymentDescription(bankText(parts.join(gap), { ...facts, invoiceNo }), invoiceNo);
          expect(description.length).toBeLessThanOrEqual(100);
          expect(description).toContain(invoiceNo.replace("Ü", "Ue"));
        },
      ),
    );
  });
});
