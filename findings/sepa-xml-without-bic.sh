#!/usr/bin/env bash
# sepa-xml says that it checks its result, and writes a debit without BIC that the schema refuses.
#
# Version: sepa-xml 0.6.0, the schema pain.008.001.02 from libhbci4j-core-java 3.1.64, xmllint (Debian 12).
# Source: npm, Debian. Format: ISO 20022 pain.008.001.02: DbtrAgt (the payer's bank) is compulsory; without a BIC it holds
#   Othr/Id NOTPROVIDED. The IBAN alone has been enough in SEPA since 2016.
# Good guess: the documentation says that "bic" is optional and that the result is validated, so a debit without it gets
#   NOTPROVIDED, or an error comes.
# Seen: no error, and DbtrAgt is missing: the schema expects it before Dbtr. With a BIC the file is valid. The only check
#   in the package is that of the IBAN.
# Who cares: anyone who writes debits by IBAN alone: the file looks right, one missing BIC among hundreds makes a bank refuse the
#   whole file. (Banks in Germany want pain.008.001.08 by now; others still take this version.)
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts sepa-xml@0.6.0
mkdir -p debs/partial root
apt-get -y -qq -o Debug::NoLocking=1 -o Dir::Cache::archives="$work/debs" --no-install-recommends --reinstall \
  --download-only install libxml2-utils=2.9.14* >apt.log 2>&1 || { cat apt.log; exit 2; }
(cd debs && apt-get -qq download libhbci4j-core-java=3.1.64* 2>>../apt.log) || { cat apt.log; exit 2; }
for deb in debs/*.deb; do dpkg -x "$deb" root; done
python3 -m zipfile -e root/usr/share/java/hbci4j-core-3.1.64.jar schemas

cat > write.cjs <<'JS'
const { writeFileSync } = require("node:fs");
const SepaXML = require("sepa-xml");
for (const [name, bic] of [["with-bic", "BYLADEM1001"], ["without-bic", undefined]]) {
  const file = new SepaXML("pain.008.001.02");
  file.setHeaderInfo({ messageId: "M1", initiator: "Muster GmbH" });
  file.setPaymentInfo({ id: "P1", method: "DD", when: new Date("2026-09-15"), creditorName: "Muster GmbH", batchBooking: true,
    creditorIBAN: "DE89370400440532013000", creditorIdentifier: "DE98ZZZ09999999999", bic: "COBADEFFXXX" });
  file.addTransaction({ id: "RE-47", amount: "86.00", mandateId: "M-47", mandateSignatureDate: "2026-01-15", name: "Kunde",
    iban: "DE02120300000000202051", description: "Rechnung 47", ...(bic && { bic }) });
  file.compile((error, xml) => {
    console.log(`${name}: ${error ? `error ${error}` : "no error"}`);
    if (!error) writeFileSync(`${name}.xml`, xml);
  });
}
JS
node write.cjs > seen.txt
for file in with-bic without-bic; do
  LD_LIBRARY_PATH=$(echo root/usr/lib/*-linux-gnu) root/usr/bin/xmllint --noout --schema schemas/pain.008.001.02.xsd "$file.xml" \
    2>errors.txt || true
  tail -n 1 errors.txt >> seen.txt
  grep -o 'Expected is one of .*' errors.txt | sed -E 's/\{[^}]*\}//g' >> seen.txt || true
done
seen=$(cat seen.txt)
expected="with-bic: no error
without-bic: no error
with-bic.xml validates
without-bic.xml fails to validate
Expected is one of ( UltmtCdtr, DbtrAgt )."
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
