import PDFDocument from "pdfkit";

/** Facts of a made-up e-invoice. Texts are written as they are; undefined writes no element. */
export interface InvoiceFacts {
  number?: string;
  typeCode?: string;
  issueDate?: string;
  currency?: string;
  total?: string;
  prepaid?: string;
  rounding?: string;
  payable?: string;
  dueDate?: string;
  /** With its line breaks. */
  terms?: string;
  means?: string[];
  mandate?: string;
  creditorId?: string;
  debtorIban?: string;
  sellerName?: string;
  sellerVatId?: string;
  sellerTaxNumber?: string;
  buyerName?: string;
  buyerId?: string;
  buyerEmail?: string;
  buyerEndpoint?: string;
  buyerVatId?: string;
  preceding?: string[];
  profile?: string;
  /** Further elements at the end of the document's settlement (CII) or before its totals (UBL). */
  extra?: string;
}

/** An invoice that ends as a direct debit. */
export const DEBIT_INVOICE: InvoiceFacts = {
  number: "RE-2026-117",
  typeCode: "380",
  issueDate: "2026-11-30",
  currency: "EUR",
  total: "119.00",
  payable: "119.00",
  dueDate: "2026-12-14",
  means: ["59"],
  mandate: "M-0042",
  creditorId: "DE98ZZZ09999999999",
  debtorIban: "DE02120300000000202051",
  sellerName: "Werkstatt Nord GmbH",
  sellerVatId: "DE123456789",
  sellerTaxNumber: "22/815/08154",
  buyerName: "Muster & Söhne KG",
  buyerId: "K-1001",
  buyerEmail: "rechnung@muster.example",
  buyerVatId: "DE987654321",
};

/** Renders a UBL invoice, or a credit note. */
export function ublInvoice(given: InvoiceFacts = {}, kind: "Invoice" | "CreditNote" = "Invoice"): string {
  const facts = { ...DEBIT_INVOICE, profile: "urn:cen.eu:en16931:2017", ...given };
  const isCredit = kind === "CreditNote";
  const amount = (name: string, value?: string) => element(`cbc:${name}`, value, `currencyID="${facts.currency}"`);
  return document(
    `<ubl:${kind} xmlns:ubl="urn:oasis:names:specification:ubl:schema:xsd:${kind}-2"
      xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
      xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">`,
    element("cbc:CustomizationID", facts.profile),
    element("cbc:ID", facts.number),
    element("cbc:IssueDate", facts.issueDate),
    isCredit ? "" : element("cbc:DueDate", facts.dueDate),
    element(`cbc:${kind}TypeCode`, facts.typeCode),
    element("cbc:DocumentCurrencyCode", facts.currency),
    ...(facts.preceding ?? []).map((number) =>
      inside("cac:BillingReference/cac:InvoiceDocumentReference", element("cbc:ID", number)),
    ),
    inside("cac:AccountingSupplierParty/cac:Party", sellerInUbl(facts)),
    inside("cac:AccountingCustomerParty/cac:Party", buyerInUbl(facts)),
    ...(facts.means ?? []).map((code, at) => {
      const due = isCredit ? element("cbc:PaymentDueDate", facts.dueDate) : "";
      const mandate = at === 0 ? mandateInUbl(facts) : "";
      return inside("cac:PaymentMeans", element("cbc:PaymentMeansCode", code) + due + mandate);
    }),
    inside("cac:PaymentTerms", element("cbc:Note", facts.terms)),
    facts.extra ?? "",
    inside(
      "cac:LegalMonetaryTotal",
      amount("TaxInclusiveAmount", facts.total) +
        amount("PrepaidAmount", facts.prepaid) +
        amount("PayableRoundingAmount", facts.rounding) +
        amount("PayableAmount", facts.payable),
    ),
    inside(
      `cac:${kind}Line`,
      element("cbc:ID", "1") +
        element(isCredit ? "cbc:CreditedQuantity" : "cbc:InvoicedQuantity", "2.5", 'unitCode="HUR"') +
        amount("LineExtensionAmount", "100.00") +
        inside("cac:Item", element("cbc:Name", "Wartung der Heizung")),
    ),
    `</ubl:${kind}>`,
  );
}

function sellerInUbl(facts: InvoiceFacts): string {
  return (
    inside("cac:PartyIdentification", element("cbc:ID", facts.creditorId, 'schemeID="SEPA"')) +
    taxInUbl(facts.sellerVatId, "VAT") +
    taxInUbl(facts.sellerTaxNumber, "FC") +
    inside("cac:PartyLegalEntity", element("cbc:RegistrationName", facts.sellerName))
  );
}

function buyerInUbl(facts: InvoiceFacts): string {
  return (
    element("cbc:EndpointID", facts.buyerEndpoint, 'schemeID="EM"') +
    inside("cac:PartyIdentification", element("cbc:ID", facts.buyerId)) +
    taxInUbl(facts.buyerVatId, "VAT") +
    inside("cac:PartyLegalEntity", element("cbc:RegistrationName", facts.buyerName)) +
    inside("cac:Contact", element("cbc:ElectronicMail", facts.buyerEmail))
  );
}

function taxInUbl(id: string | undefined, scheme: string): string {
  if (id === undefined) return "";
  return inside(
    "cac:PartyTaxScheme",
    element("cbc:CompanyID", id) + inside("cac:TaxScheme", element("cbc:ID", scheme)),
  );
}

function mandateInUbl({ mandate, debtorIban }: InvoiceFacts): string {
  return inside(
    "cac:PaymentMandate",
    element("cbc:ID", mandate) + inside("cac:PayerFinancialAccount", element("cbc:ID", debtorIban)),
  );
}

/** Renders a CII invoice: XRechnung, ZUGFeRD 2 or Factur-X. */
export function ciiInvoice(given: InvoiceFacts = {}): string {
  const facts = { ...DEBIT_INVOICE, profile: "urn:cen.eu:en16931:2017", ...given };
  const settlement = [
    element("ram:CreditorReferenceID", facts.creditorId),
    element("ram:InvoiceCurrencyCode", facts.currency),
    ...(facts.means ?? []).map((code) =>
      inside("ram:SpecifiedTradeSettlementPaymentMeans", element("ram:TypeCode", code) + debtorInCii(facts)),
    ),
    inside(
      "ram:SpecifiedTradePaymentTerms",
      element("ram:Description", facts.terms) +
        dateInCii("ram:DueDateDateTime", facts.dueDate) +
        element("ram:DirectDebitMandateID", facts.mandate),
    ),
    totalsInCii("ram:SpecifiedTradeSettlementHeaderMonetarySummation", facts),
    ...(facts.preceding ?? []).map((number) =>
      inside("ram:InvoiceReferencedDocument", element("ram:IssuerAssignedID", number)),
    ),
    facts.extra ?? "",
  ];
  return document(
    `<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
      xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
      xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">`,
    inside(
      "rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter",
      element("ram:ID", facts.profile),
    ),
    inside("rsm:ExchangedDocument", headInCii(facts)),
    "<rsm:SupplyChainTradeTransaction>",
    inside("ram:IncludedSupplyChainTradeLineItem", lineInCii("Line", "LineMonetarySummation")),
    inside("ram:ApplicableHeaderTradeAgreement", partiesInCii(facts)),
    inside("ram:ApplicableHeaderTradeSettlement", settlement.join("")),
    "</rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>",
  );
}

/** Renders an invoice in ZUGFeRD 1.0, which writes a mandate in its own way. */
export function zugferd1Invoice(given: InvoiceFacts = {}): string {
  const facts = { ...DEBIT_INVOICE, profile: "urn:ferd:CrossIndustryDocument:invoice:1p0:comfort", ...given };
  const means = (code: string) =>
    inside(
      "ram:SpecifiedTradeSettlementPaymentMeans",
      element("ram:TypeCode", code) +
        element("ram:ID", facts.mandate, `schemeAgencyID="${facts.creditorId}"`) +
        debtorInCii(facts),
    );
  const settlement = [
    element("ram:InvoiceCurrencyCode", facts.currency),
    ...(facts.means ?? []).map(means),
    inside(
      "ram:SpecifiedTradePaymentTerms",
      element("ram:Description", facts.terms) + dateInCii("ram:DueDateDateTime", facts.dueDate),
    ),
    totalsInCii("ram:SpecifiedTradeSettlementMonetarySummation", facts),
    facts.extra ?? "",
  ];
  return document(
    `<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0"
      xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:12"
      xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:15">`,
    inside(
      "rsm:SpecifiedExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter",
      element("ram:ID", facts.profile),
    ),
    inside("rsm:HeaderExchangedDocument", headInCii(facts)),
    "<rsm:SpecifiedSupplyChainTradeTransaction>",
    inside("ram:ApplicableSupplyChainTradeAgreement", partiesInCii(facts)),
    inside("ram:ApplicableSupplyChainTradeSettlement", settlement.join("")),
    inside("ram:IncludedSupplyChainTradeLineItem", lineInCii("SupplyChain", "MonetarySummation")),
    "</rsm:SpecifiedSupplyChainTradeTransaction></rsm:CrossIndustryDocument>",
  );
}

/** ZUGFeRD 1.0 names the parts of a line as those of the document. */
function lineInCii(part: string, summation: string): string {
  return (
    inside("ram:AssociatedDocumentLineDocument", element("ram:LineID", "1")) +
    inside("ram:SpecifiedTradeProduct", element("ram:Name", "Wartung der Heizung")) +
    inside(`ram:Specified${part}TradeDelivery`, element("ram:BilledQuantity", "2.5", 'unitCode="HUR"')) +
    inside(
      `ram:Specified${part}TradeSettlement/ram:SpecifiedTradeSettlement${summation}`,
      element("ram:LineTotalAmount", "100.00"),
    )
  );
}

function headInCii(facts: InvoiceFacts): string {
  return (
    element("ram:ID", facts.number) +
    element("ram:TypeCode", facts.typeCode) +
    dateInCii("ram:IssueDateTime", facts.issueDate)
  );
}

function partiesInCii(facts: InvoiceFacts): string {
  const tax = (id: string | undefined, scheme: string) =>
    inside("ram:SpecifiedTaxRegistration", element("ram:ID", id, `schemeID="${scheme}"`));
  return (
    inside(
      "ram:SellerTradeParty",
      element("ram:Name", facts.sellerName) + tax(facts.sellerVatId, "VA") + tax(facts.sellerTaxNumber, "FC"),
    ) +
    inside(
      "ram:BuyerTradeParty",
      element("ram:ID", facts.buyerId) +
        element("ram:Name", facts.buyerName) +
        inside("ram:DefinedTradeContact/ram:EmailURIUniversalCommunication", element("ram:URIID", facts.buyerEmail)) +
        inside("ram:URIUniversalCommunication", element("ram:URIID", facts.buyerEndpoint, 'schemeID="EM"')) +
        tax(facts.buyerVatId, "VA"),
    )
  );
}

function debtorInCii({ debtorIban }: InvoiceFacts): string {
  return inside("ram:PayerPartyDebtorFinancialAccount", element("ram:IBANID", debtorIban));
}

function totalsInCii(name: string, facts: InvoiceFacts): string {
  return inside(
    name,
    element("ram:GrandTotalAmount", facts.total) +
      element("ram:TotalPrepaidAmount", facts.prepaid) +
      element("ram:RoundingAmount", facts.rounding) +
      element("ram:DuePayableAmount", facts.payable),
  );
}

function dateInCii(name: string, day: string | undefined): string {
  return inside(name, element("udt:DateTimeString", day?.replaceAll("-", ""), 'format="102"'));
}

/** Renders a PDF with these attachments, by name: a hybrid invoice if one of them is its XML. */
export async function pdfWith(attachments: Record<string, string | Buffer>): Promise<Buffer> {
  const pdf = new PDFDocument({ size: "A4" });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on("end", resolve));
  pdf.text("Rechnung");
  for (const [name, content] of Object.entries(attachments)) pdf.file(Buffer.from(content), { name });
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

function document(...parts: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${parts.filter((part) => part !== "").join("\n")}`;
}

function element(name: string, text: string | undefined, attributes = ""): string {
  if (text === undefined) return "";
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<${name}${attributes && ` ${attributes}`}>${escaped}</${name}>`;
}

/** Wraps content in elements; without content there are none. */
function inside(path: string, content: string): string {
  if (content === "") return "";
  return path.split("/").reduceRight((inner, name) => `<${name}>${inner}</${name}>`, content);
}
