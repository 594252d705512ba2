#!/usr/bin/env bash
# @fin.cx/einvoice takes neither amount due nor due date from an invoice: what was paid in advance is owed again. Of XRechnung in
# CII it reads nothing, without an error.
#
# Version: @fin.cx/einvoice 5.0.3.
# Source: npm. Format: EN 16931 as UBL 2.1 and as CII D16B, here XRechnung 3.0: paid amount BT-113, amount due BT-115, due date BT-9.
# Good guess: an invoice that is read has the amount due that it states, and no due date if it states none; written again in its
#   own syntax it asks for the same amount.
# Seen: the total is added up from the lines, and there is no field for what was paid or is due: an invoice of 119.00 with 100.00 paid
#   is read as 119.00, and written with PayableAmount 119.00. In UBL every due date becomes 30 days after the invoice's date. A file
#   that names XRechnung as its profile is read as UBL: the same invoice in CII has no line, no seller, a total of 0, and no error.
#   With the plain profile urn:cen.eu:en16931:2017 it is read.
# Who cares: anyone who pays or collects by invoices read with it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts @fin.cx/einvoice@5.0.3

cat > check.mjs <<'JS'
import { EInvoice } from "@fin.cx/einvoice";
const PROFILE = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0";
const PROCESS = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";
const eur = (tag, value) => `<cbc:${tag} currencyID="EUR">${value}</cbc:${tag}>`;
const ublParty = (role, name, rest) => `<cac:${role}><cac:Party><cbc:EndpointID schemeID="EM">post@${rest}.example</cbc:EndpointID>
<cac:PartyName><cbc:Name>${name}</cbc:Name></cac:PartyName><cac:PostalAddress><cbc:CityName>Dresden</cbc:CityName><cbc:PostalZone>01067</cbc:PostalZone><cac:Country><cbc:IdentificationCode>DE</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
${rest === "muster" ? "<cac:PartyTaxScheme><cbc:CompanyID>DE136695976</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>" : ""}
<cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity>
${rest === "muster" ? "<cac:Contact><cbc:Name>Ada</cbc:Name><cbc:Telephone>+49 351 1234</cbc:Telephone><cbc:ElectronicMail>ada@muster.example</cbc:ElectronicMail></cac:Contact>" : ""}
</cac:Party></cac:${role}>`;
const ubl = ({ prepaid, due }) => `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:CustomizationID>${PROFILE}</cbc:CustomizationID><cbc:ProfileID>${PROCESS}</cbc:ProfileID><cbc:ID>RE-47</cbc:ID><cbc:IssueDate>2026-09-01</cbc:IssueDate>
${due ? `<cbc:DueDate>${due}</cbc:DueDate>` : ""}<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cbc:BuyerReference>K-1</cbc:BuyerReference>
${ublParty("AccountingSupplierParty", "Muster GmbH", "muster")}${ublParty("AccountingCustomerParty", "Kunde GmbH", "kunde")}
<cac:PaymentMeans><cbc:PaymentMeansCode>58</cbc:PaymentMeansCode><cac:PayeeFinancialAccount><cbc:ID>DE89370400440532013000</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>
${due ? "" : "<cac:PaymentTerms><cbc:Note>Zahlbar sofort ohne Abzug</cbc:Note></cac:PaymentTerms>"}
<cac:TaxTotal>${eur("TaxAmount", "19.00")}<cac:TaxSubtotal>${eur("TaxableAmount", "100.00")}${eur("TaxAmount", "19.00")}<cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>19</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal>${eur("LineExtensionAmount", "100.00")}${eur("TaxExclusiveAmount", "100.00")}${eur("TaxInclusiveAmount", "119.00")}${prepaid ? eur("PrepaidAmount", prepaid.toFixed(2)) : ""}${eur("PayableAmount", (119 - prepaid).toFixed(2))}</cac:LegalMonetaryTotal>
<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="C62">1</cbc:InvoicedQuantity>${eur("LineExtensionAmount", "100.00")}<cac:Item><cbc:Name>Beratung</cbc:Name><cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>19</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:ClassifiedTaxCategory></cac:Item><cac:Price>${eur("PriceAmount", "100.00")}</cac:Price></cac:InvoiceLine>
</Invoice>`;
const ciiParty = (role, name, id, contact) => `<ram:${role}><ram:Name>${name}</ram:Name>${contact ? "<ram:DefinedTradeContact><ram:PersonName>Ada</ram:PersonName><ram:TelephoneUniversalCommunication><ram:CompleteNumber>+49 351 1234</ram:CompleteNumber></ram:TelephoneUniversalCommunication><ram:EmailURIUniversalCommunication><ram:URIID>ada@muster.example</ram:URIID></ram:EmailURIUniversalCommunication></ram:DefinedTradeContact>" : ""}
<ram:PostalTradeAddress><ram:PostcodeCode>01067</ram:PostcodeCode><ram:CityName>Dresden</ram:CityName><ram:CountryID>DE</ram:CountryID></ram:PostalTradeAddress><ram:URIUniversalCommunication><ram:URIID schemeID="EM">post@${id}.example</ram:URIID></ram:URIUniversalCommunication>
${contact ? '<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE136695976</ram:ID></ram:SpecifiedTaxRegistration>' : ""}</ram:${role}>`;
const cii = ({ due }) => `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext><ram:BusinessProcessSpecifiedDocumentContextParameter><ram:ID>${PROCESS}</ram:ID></ram:BusinessProcessSpecifiedDocumentContextParameter><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>${PROFILE}</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument><ram:ID>RE-47</ram:ID><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime><udt:DateTimeString format="102">20260901</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction><ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>1</ram:LineID></ram:AssociatedDocumentLineDocument><ram:SpecifiedTradeProduct><ram:Name>Beratung</ram:Name></ram:SpecifiedTradeProduct>
<ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>100.00</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement><ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">1</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
<ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:ApplicableTradeTax><ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>100.00</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>
<ram:ApplicableHeaderTradeAgreement><ram:BuyerReference>K-1</ram:BuyerReference>${ciiParty("SellerTradeParty", "Muster GmbH", "muster", true)}${ciiParty("BuyerTradeParty", "Kunde GmbH", "kunde", false)}</ram:ApplicableHeaderTradeAgreement><ram:ApplicableHeaderTradeDelivery/>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode><ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode><ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE89370400440532013000</ram:IBANID></ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>
<ram:ApplicableTradeTax><ram:CalculatedAmount>19.00</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode><ram:BasisAmount>100.00</ram:BasisAmount><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:ApplicableTradeTax>
<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">${due.replaceAll("-", "")}</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:LineTotalAmount>100.00</ram:LineTotalAmount><ram:TaxBasisTotalAmount>100.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">19.00</ram:TaxTotalAmount><ram:GrandTotalAmount>119.00</ram:GrandTotalAmount><ram:DuePayableAmount>119.00</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`;
const cases = {
  "UBL, due 2026-09-08": [ubl({ prepaid: 0, due: "2026-09-08" }), "ubl"],
  "UBL, 100.00 paid": [ubl({ prepaid: 100, due: "2026-09-08" }), "ubl"],
  "UBL, no due date": [ubl({ prepaid: 0 }), "ubl"],
  "CII, due 2026-09-08": [cii({ due: "2026-09-08" }), "cii"],
  "CII, plain profile": [cii({ due: "2026-09-08" }).replace(PROFILE, "urn:cen.eu:en16931:2017"), "cii"],
};
for (const [name, [xml, format]] of Object.entries(cases)) {
  const invoice = await EInvoice.fromXml(xml);
  const asked = /PayableAmount[^>]*>([^<]*)/;
  const written = await invoice.exportXml(format).then((again) => again.match(asked)?.[1], () => "nothing");
  const read = `lines ${invoice.items.length}, total ${invoice.totalGross}, due in ${invoice.dueInDays} days`;
  console.log(`${name}, amount due ${xml.match(asked)[1]}: ${read}, written again ${written}`);
}
JS
seen=$(node check.mjs 2>check.log) || { cat check.log; exit 2; }
expected='UBL, due 2026-09-08, amount due 119.00: lines 1, total 119, due in 30 days, written again 119.00
UBL, 100.00 paid, amount due 19.00: lines 1, total 119, due in 30 days, written again 119.00
UBL, no due date, amount due 119.00: lines 1, total 119, due in 30 days, written again 119.00
CII, due 2026-09-08, amount due 119.00: lines 0, total 0, due in 30 days, written again nothing
CII, plain profile, amount due 119.00: lines 1, total 119, due in 7 days, written again 119.00'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
