#!/usr/bin/env bash
# einvoicing reads a UBL invoice and writes it again: the mandate is gone, leading zeros are gone, two accounts become none.
#
# Version: einvoicing 0.0.3.
# Source: npm. Format: UBL 2.1 after EN 16931: PaymentMeans may repeat; BuyerReference, PaymentID and
#   PostalZone are texts.
# Good guess: what the package reads it writes again; a text of digits stays as it is; one of two accounts is kept.
# Seen: the mandate is read and not written: a direct debit (code 59) leaves without mandate and debited account. Buyer
#   reference 00470011 becomes 470011, payment reference 0012345678 becomes 12345678, the postcode of Dresden loses its zero.
#   With two PaymentMeans every detail of the payment is undefined.
# Who cares: anyone who passes invoices on or collects them: a payer's reference that lost zeros is matched by nobody, and an
#   invoice that offers two accounts looks like one without payment data.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts einvoicing@0.0.3

cat > read.cjs <<'JS'
const { UblReader, UblWriter } = require("einvoicing");
const UBL = "urn:oasis:names:specification:ubl:schema:xsd";
const tag = (name, ...inside) => `<${name}>${inside.join("")}</${name.split(" ")[0]}>`;
const eur = (name, amount) => tag(`cbc:${name} currencyID="EUR"`, amount);
const scheme = tag("cac:TaxScheme", tag("cbc:ID", "VAT"));
const vat = (name) => tag(`cac:${name}`, tag("cbc:ID", "S"), tag("cbc:Percent", "19"), scheme);
const party = (role, name, vatId) => tag(`cac:Accounting${role}Party`, tag("cac:Party",
  tag('cbc:EndpointID schemeID="EM"', "a@example.org"),
  tag("cac:PostalAddress", tag("cbc:CityName", "Dresden"), tag("cbc:PostalZone", "01067"),
    tag("cac:Country", tag("cbc:IdentificationCode", "DE"))),
  vatId ? tag("cac:PartyTaxScheme", tag("cbc:CompanyID", vatId), scheme) : "",
  tag("cac:PartyLegalEntity", tag("cbc:RegistrationName", name))));
const invoice = (...means) => `<?xml version="1.0" encoding="UTF-8"?>${tag(
  `Invoice xmlns="${UBL}:Invoice-2" xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2"`,
  tag("cbc:CustomizationID", "urn:cen.eu:en16931:2017"), tag("cbc:ID", "RE-47"), tag("cbc:IssueDate", "2026-09-01"),
  tag("cbc:DueDate", "2026-09-15"), tag("cbc:InvoiceTypeCode", "380"), tag("cbc:DocumentCurrencyCode", "EUR"),
  tag("cbc:BuyerReference", "00470011"), party("Supplier", "Muster GmbH", "DE123456788"), party("Customer", "Kunde"), ...means,
  tag("cac:TaxTotal", eur("TaxAmount", "19.00"),
    tag("cac:TaxSubtotal", eur("TaxableAmount", "100.00"), eur("TaxAmount", "19.00"), vat("TaxCategory"))),
  tag("cac:LegalMonetaryTotal", eur("LineExtensionAmount", "100.00"), eur("TaxExclusiveAmount", "100.00"),
    eur("TaxInclusiveAmount", "119.00"), eur("PayableAmount", "119.00")),
  tag("cac:InvoiceLine", tag("cbc:ID", "1"), tag('cbc:InvoicedQuantity unitCode="C62"', "1"),
    eur("LineExtensionAmount", "100.00"), tag("cac:Item", tag("cbc:Name", "Ware"), vat("ClassifiedTaxCategory")),
    tag("cac:Price", eur("PriceAmount", "100.00"))))}`;
const debit = tag("cac:PaymentMeans", tag("cbc:PaymentMeansCode", "59"), tag("cbc:PaymentID", "0012345678"),
  tag("cac:PaymentMandate", tag("cbc:ID", "M-47"),
    tag("cac:PayerFinancialAccount", tag("cbc:ID", "DE02120300000000202051"))));
const transfer = (iban) => tag("cac:PaymentMeans", tag("cbc:PaymentMeansCode", "58"),
  tag("cac:PayeeFinancialAccount", tag("cbc:ID", iban)));
(async () => {
  const read = await new UblReader().read(invoice(debit));
  const { buyerReference, payment } = read.toPrimitive();
  console.log(`read: ${buyerReference} ${payment.meansCode} ${payment.id} ${payment.mandate.reference}`);
  const written = await new UblWriter().write(read);
  const [, means] = /<cac:PaymentMeans>(.*)<\/cac:PaymentMeans>/.exec(written);
  console.log(`written: ${means}`);
  console.log(`written: ${/<cbc:PostalZone>.*?<\/cbc:PostalZone>/.exec(written)[0]} mandate: ${written.includes("M-47")}`);
  const two = await new UblReader().read(invoice(transfer("DE89370400440532013000"), transfer("DE02120300000000202051")));
  console.log(`two accounts: ${JSON.stringify(two.toPrimitive().payment.toPrimitive())}`);
})();
JS
seen=$(node read.cjs)
expected='read: 470011 59 12345678 M-47
written: <cbc:PaymentMeansCode>59</cbc:PaymentMeansCode><cbc:PaymentID>12345678</cbc:PaymentID>
written: <cbc:PostalZone>1067</cbc:PostalZone> mandate: false
two accounts: {}'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
