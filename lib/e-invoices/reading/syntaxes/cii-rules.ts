import { amountOf } from "../fields/amount-rules";
import { elementsAt, textAt, textOfScheme, textsAt, textsOfScheme } from "../fields/lookup-rules";
import type { EInvoice } from "../types";
import type { Element } from "../xml/tree-rules";
import { dateAt } from "./cii-date-rules";
import { ciiTerms } from "./cii-terms-rules";
import { CII_LINE, type LineNames, linesOf, ZUGFERD_1_LINE } from "./lines-rules";
import { Notes } from "./notes-rules";
import type { Reading } from "./reading-types";

/** The names in which CII and ZUGFeRD 1.0 differ. */
interface Names {
  document: string;
  context: string;
  transaction: string;
  agreement: string;
  settlement: string;
  totals: string;
  precedingNumber: string;
  line: LineNames;
}

const CII: Names = {
  document: "ExchangedDocument",
  context: "ExchangedDocumentContext",
  transaction: "SupplyChainTradeTransaction",
  agreement: "ApplicableHeaderTradeAgreement",
  settlement: "ApplicableHeaderTradeSettlement",
  totals: "SpecifiedTradeSettlementHeaderMonetarySummation",
  precedingNumber: "InvoiceReferencedDocument/IssuerAssignedID",
  line: CII_LINE,
};
const ZUGFERD_1: Names = {
  document: "HeaderExchangedDocument",
  context: "SpecifiedExchangedDocumentContext",
  transaction: "SpecifiedSupplyChainTradeTransaction",
  agreement: "ApplicableSupplyChainTradeAgreement",
  settlement: "ApplicableSupplyChainTradeSettlement",
  totals: "SpecifiedTradeSettlementMonetarySummation",
  precedingNumber: "InvoiceReferencedDocument/ID",
  line: ZUGFERD_1_LINE,
};
/** The forms of "true" in XML. */
const TRUE = ["true", "1"];
const MEANS = "SpecifiedTradeSettlementPaymentMeans";

/** Reads an invoice in CII (D16B to D22B), or in ZUGFeRD 1.0, which came before it. */
export function readCii(root: Element, syntax: "CII" | "ZUGFeRD 1"): Reading {
  const names = syntax === "CII" ? CII : ZUGFERD_1;
  const settlement = partOf(root, `${names.transaction}/${names.settlement}`);
  const agreement = partOf(root, `${names.transaction}/${names.agreement}`);
  const currency = textAt(settlement, "InvoiceCurrencyCode");
  const payable = amountOf(elementsAt(settlement, `${names.totals}/DuePayableAmount`), currency);
  const notes = new Notes(currency);
  const issueDate = notes.day(dateAt(root, `${names.document}/IssueDateTime`));
  const typeCodes = textsAt(root, `${names.document}/TypeCode`);
  const { mandates, creditors } =
    syntax === "CII" ? mandatesInCii(settlement, agreement) : mandatesInZugferd1(settlement);
  const invoice: EInvoice = {
    syntax,
    profile: textAt(root, `${names.context}/GuidelineSpecifiedDocumentContextParameter/ID`),
    typeCode: typeCodes[0],
    number: textAt(root, `${names.document}/ID`),
    issueDate,
    currency: currency ?? payable.currency,
    netCents: notes.cents(elementsAt(settlement, `${names.totals}/TaxBasisTotalAmount`)),
    vatCents: notes.cents(elementsAt(settlement, `${names.totals}/TaxTotalAmount`)),
    totalCents: notes.cents(elementsAt(settlement, `${names.totals}/GrandTotalAmount`)),
    prepaidCents: notes.cents(elementsAt(settlement, `${names.totals}/TotalPrepaidAmount`)),
    roundingCents: notes.cents(elementsAt(settlement, `${names.totals}/RoundingAmount`)),
    payableCents: payable.cents,
    ...ciiTerms(elementsAt(settlement, "SpecifiedTradePaymentTerms"), issueDate, notes),
    paymentMeans: textsAt(settlement, `${MEANS}/TypeCode`),
    mandateReference: mandates[0],
    creditorId: creditors[0],
    debtorIban: textAt(settlement, `${MEANS}/PayerPartyDebtorFinancialAccount/IBANID`),
    creditIbans: textsAt(settlement, `${MEANS}/PayeePartyCreditorFinancialAccount/IBANID`),
    ...partiesOf(agreement),
    precedingNumbers: textsAt(settlement, names.precedingNumber),
    ...linesOf(partOf(root, names.transaction), names.line, currency),
    remarks: notes.remarks,
  };
  if (TRUE.includes(textAt(root, `${names.context}/TestIndicator/Indicator`) ?? "")) notes.add("marked_as_test");
  notes.checkSum(invoice.payableCents, invoice.totalCents, invoice.prepaidCents, invoice.roundingCents);
  return { invoice, payable, numbers: textsAt(root, `${names.document}/ID`), typeCodes, mandates, creditors };
}

function partOf(root: Element, path: string): Element {
  return elementsAt(root, path)[0] ?? { name: "", namespace: "", text: "", attributes: {}, children: [] };
}

/** Some programs write the creditor identifier as an id of the seller, as in UBL. */
function mandatesInCii(settlement: Element, agreement: Element) {
  return {
    mandates: textsAt(settlement, "SpecifiedTradePaymentTerms/DirectDebitMandateID"),
    creditors: [
      ...textsAt(settlement, "CreditorReferenceID"),
      ...textsOfScheme(agreement, "SellerTradeParty/GlobalID", "SEPA"),
    ],
  };
}

/** The mandate reference is the id of the means of payment, and the creditor identifier the agency of that id. */
function mandatesInZugferd1(settlement: Element) {
  const ids = elementsAt(settlement, `${MEANS}/ID`);
  return {
    mandates: textsAt(settlement, `${MEANS}/ID`),
    creditors: ids.flatMap(({ attributes }) => attributes.schemeAgencyID?.trim() || []),
  };
}

function partiesOf(agreement: Element) {
  const [seller, buyer] = [partOf(agreement, "SellerTradeParty"), partOf(agreement, "BuyerTradeParty")];
  return {
    sellerName: textAt(seller, "Name"),
    sellerVatId: textOfScheme(seller, "SpecifiedTaxRegistration/ID", "VA"),
    sellerTaxNumber: textOfScheme(seller, "SpecifiedTaxRegistration/ID", "FC"),
    buyerName: textAt(buyer, "Name"),
    buyerId: textAt(buyer, "ID") ?? textAt(buyer, "GlobalID"),
    buyerEmail:
      textAt(buyer, "DefinedTradeContact/EmailURIUniversalCommunication/URIID") ??
      textOfScheme(buyer, "URIUniversalCommunication/URIID", "EM"),
    buyerVatId: textOfScheme(buyer, "SpecifiedTaxRegistration/ID", "VA"),
  };
}
