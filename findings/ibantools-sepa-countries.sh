#!/usr/bin/env bash
# ibantools accepts the IBANs of five SEPA countries and says that these countries are not in SEPA.
#
# Version: ibantools 4.5.4 (April 2026).
# Source: npm. Fact: the European Payments Council took Albania and Montenegro into SEPA in November 2024, Moldova and North
#   Macedonia in March 2025 and Serbia in May 2025; banks of the first four have taken part since October 2025.
# Good guess: a package released in 2026 with isSEPACountry knows all members.
# Seen: isValidIBAN is true for the registry's example IBANs of the five, isSEPACountry is false for each. Both answers come
#   from one table of the package, and the flag is a fact of the day it was written.
# Who cares: anyone who offers direct debit by isSEPACountry: payers of five countries are turned away. And anyone who adds them:
#   none of the five is in the EEA, where banks want the debtor's address with a debit.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts ibantools@4.5.4

cat > read.cjs <<'JS'
const { isValidIBAN, isSEPACountry } = require("ibantools");
const ibans = ["DE89370400440532013000", "SM86U0322509800000000270100", "AL47212110090000000235698741",
  "ME25505000012345678951", "MD24AG000225100013104168", "MK07250120000058984", "RS35260005601001611379"];
for (const iban of ibans) console.log(`${iban}: valid ${isValidIBAN(iban)}, SEPA ${isSEPACountry(iban.slice(0, 2))}`);
JS
seen=$(node read.cjs)
expected="DE89370400440532013000: valid true, SEPA true
SM86U0322509800000000270100: valid true, SEPA true
AL47212110090000000235698741: valid true, SEPA false
ME25505000012345678951: valid true, SEPA false
MD24AG000225100013104168: valid true, SEPA false
MK07250120000058984: valid true, SEPA false
RS35260005601001611379: valid true, SEPA false"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
