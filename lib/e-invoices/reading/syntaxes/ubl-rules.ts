import { amountOf } from "../fields/amount-rules";
import { isoDate } from "../fields/date-rules";
import { elementsAt, textAt, textOfScheme, textsAt, textsOfScheme } from "../fields/lookup-rules";
import { parseSkonto } from "../fields/skonto-rules";
import type { EInvoice, Syntax } from "../types";
import type { Element } from "../xml/tree-rules";
import { linesOf, UBL_LINE } from "./lines-rules";
import { Notes } from "./notes-rules";
import type { Reading } from "./reading-types";

const SELLER = "AccountingSupplierParty/Party";
const BUYER = "AccountingCustomerParty/Party";
const MEANS = "PaymentMeans";
const TOTAL = "LegalMonetaryTotal";

/** Reads an invoice or credit note in UBL 2.1. */
export function readUbl(root: Element, syntax: Syntax): Reading {
  const isCredit = syntax === "UBL CreditNote";
  const currency = textAt(root, "DocumentCurrencyCode");
  const payable = amountOf(elementsAt(root, `${TOTAL}/PayableAmount`), currency);
  const notes = new Notes(currency);
  const due = textsAt(root, isCredit ? `${MEANS}/PaymentDueDate` : "DueDate").map((text) => notes.day(isoDate(text)));
  const issued = textAt(root, "IssueDate");
  const typeCodes = textsAt(root, isCredit ? "CreditNoteTypeCode" : "InvoiceTypeCode");
  const mandates = textsAt(root, `${MEANS}/PaymentMandate/ID`);
  const creditors = [SELLER, "PayeeParty"].flatMap((party) =>
    textsOfScheme(root, `${party}/PartyIdentification/ID`, "SEPA"),
  );
  const invoice: EInvoice = {
    syntax,
    profile: textAt(root, "CustomizationID"),
    typeCode: typeCodes[0],
    number: textAt(root, "ID"),
    issueDate: issued === undefined ? undefined : notes.day(isoDate(issued)),
    currency: currency ?? payable.currency,
    netCents: notes.cents(elementsAt(root, `${TOTAL}/TaxExclusiveAmount`)),
    vatCents: notes.cents(elementsAt(root, "TaxTotal/TaxAmount")),
    totalCents: notes.cents(elementsAt(root, `${TOTAL}/TaxInclusiveAmount`)),
    prepaidCents: notes.cents(elementsAt(root, `${TOTAL}/PrepaidAmount`)),
    roundingCents: notes.cents(elementsAt(root, `${TOTAL}/PayableRoundingAmount`)),
    payableCents: payable.cents,
    dueDate: due
      .filter((day) => day !== undefined)
      .sort()
      .at(-1),
    ...termsOf(root, notes),
    paymentMeans: textsAt(root, `${MEANS}/PaymentMeansCode`),
    mandateReference: mandates[0],
    creditorId: creditors[0],
    debtorIban: textAt(root, `${MEANS}/PaymentMandate/PayerFinancialAccount/ID`),
    creditIbans: textsAt(root, `${MEANS}/PayeeFinancialAccount/ID`),
    ...partiesOf(root),
    precedingNumbers: textsAt(root, "BillingReference/InvoiceDocumentReference/ID"),
    ...linesOf(root, UBL_LINE, currency),
    remarks: notes.remarks,
  };
  notes.checkSum(
    invoice.payableCents,
    invoice.totalCents,
    invoice.prepaidCents,
    invoice.roundingCents,
    thirdPartyCents(root, notes),
  );
  return { invoice, payable, numbers: textsAt(root, "ID"), typeCodes, mandates, creditors };
}

/** The rule looks at the first note of the terms only. */
function termsOf(root: Element, notes: Notes): Pick<EInvoice, "terms" | "skonto"> {
  const terms = elementsAt(root, "PaymentTerms").flatMap((element) => elementsAt(element, "Note").slice(0, 1));
  const texts = terms.map((note) => note.text);
  const { skonto, isMalformed } = parseSkonto(texts);
  if (isMalformed) notes.add("skonto_malformed");
  return { terms: texts.join("\n").trim() || undefined, skonto };
}

function partiesOf(root: Element) {
  const [seller, buyer] = [elementsAt(root, SELLER)[0], elementsAt(root, BUYER)[0]];
  return {
    ...(seller && {
      sellerName: nameOf(seller),
      sellerVatId: taxId(seller, true),
      sellerTaxNumber: taxId(seller, false),
    }),
    ...(buyer && {
      buyerName: nameOf(buyer),
      buyerId: textAt(buyer, "PartyIdentification/ID"),
      buyerEmail: textAt(buyer, "Contact/ElectronicMail") ?? textOfScheme(buyer, "EndpointID", "EM"),
      buyerVatId: taxId(buyer, true),
    }),
  };
}

function nameOf(party: Element): string | undefined {
  return textAt(party, "PartyLegalEntity/RegistrationName") ?? textAt(party, "PartyName/Name");
}

function taxId(party: Element, isVat: boolean): string | undefined {
  const schemes = elementsAt(party, "PartyTaxScheme").filter(
    (scheme) => (textAt(scheme, "TaxScheme/ID")?.toUpperCase() === "VAT") === isVat,
  );
  return schemes.map((scheme) => textAt(scheme, "CompanyID")).find((id) => id !== undefined);
}

/** XRechnung's extension: payments for third parties, which are added to the invoice. */
function thirdPartyCents(root: Element, notes: Notes): number {
  const amounts = elementsAt(root, "PrepaidPayment/PaidAmount").map((element) => notes.cents([element]) ?? 0);
  return amounts.reduce((sum, cents) => sum + cents, 0);
}
