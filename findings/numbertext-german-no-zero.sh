#!/usr/bin/env bash
# libnumbertext, which writes amounts in words for LibreOffice, omits the zero in German: 0.50 EUR is " Euro und fünfzig Cent".
#
# Version: libnumbertext-tools, libnumbertext-1.0-0 and libnumbertext-data 1.0.11 (Debian 12).
# Source: Debian. Format: an amount in words, with ISO 4217 code: spellout -l de_DE "EUR 1234.56".
# Good guess: "null Euro und fünfzig Cent" or "fünfzig Cent". The number 0 alone is "null" in German, and English, Dutch, Polish
#   and others say "zero euro and fifty cents".
# Seen: German (also of Austria) has a blank in place of the zero, with each currency: 0 is " Euro", 0.05 is " Euro und fünf Cent".
#   Luxembourgish says "null Euro". From 1 EUR on German is right: "ein Euro und ein Cent".
# Who cares: anyone who prints amounts in words on receipts: a fee below 1 EUR begins with a blank, and a settled invoice reads only
#   "Euro". The exit code is 0.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir root
apt-get -qq download libnumbertext-tools=1.0.11-* libnumbertext-1.0-0=1.0.11-* libnumbertext-data=1.0.11-* 2>apt.log ||
  { cat apt.log; exit 2; }
for deb in *.deb; do dpkg -x "$deb" root; done
libraries=$(echo "$work"/root/usr/lib/*-linux-gnu)

# The program looks for its languages in the folder in which it is started.
spell() { (cd root/usr/share/libnumbertext && LD_LIBRARY_PATH=$libraries "$work/root/usr/lib/libnumbertext/spellout" -l "$1" "$2"); }
seen=$(for language in de_DE de_AT lb_LU nl_NL en_GB; do
  for value in 0 "EUR 0" "EUR 0.05" "CHF 0.50" "EUR 1.01"; do echo "$language, $value: <$(spell "$language" "$value")>"; done
done)
expected="de_DE, 0: <null>
de_DE, EUR 0: < Euro>
de_DE, EUR 0.05: < Euro und fünf Cent>
de_DE, CHF 0.50: < Schweizer Franken und fünfzig Rappen>
de_DE, EUR 1.01: <ein Euro und ein Cent>
de_AT, 0: <null>
de_AT, EUR 0: < Euro>
de_AT, EUR 0.05: < Euro und fünf Cent>
de_AT, CHF 0.50: < Schweizer Franken und fünfzig Rappen>
de_AT, EUR 1.01: <ein Euro und ein Cent>
lb_LU, 0: <null>
lb_LU, EUR 0: <null Euro>
lb_LU, EUR 0.05: <null Euro an fënnef Cent>
lb_LU, CHF 0.50: <null Schwäizer Frang an foffzeg Rappen>
lb_LU, EUR 1.01: <een Euro an een Cent>
nl_NL, 0: <nul>
nl_NL, EUR 0: <nul euro>
nl_NL, EUR 0.05: <nul euro vijf cent>
nl_NL, CHF 0.50: <nul Zwitserse franc vijftig centimes>
nl_NL, EUR 1.01: <een euro een cent>
en_GB, 0: <zero>
en_GB, EUR 0: <zero euro>
en_GB, EUR 0.05: <zero euro and five cents>
en_GB, CHF 0.50: <zero Swiss francs and fifty centimes>
en_GB, EUR 1.01: <one euro and one cent>"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
