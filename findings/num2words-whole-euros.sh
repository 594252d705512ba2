#!/usr/bin/env bash
# num2words says "ten euro" for 1000 and "one thousand euro" for 1000.0: a whole number is cents, any other is euros.
#
# Version: python3-num2words 0.5.10 with python3-docopt 0.6.2 (Debian 12).
# Source: Debian. Format: an amount in words, as receipts and cheques carry it; num2words(value, to="currency", currency="EUR").
# Good guess: the value is an amount in the currency's main unit, whatever its type in Python: the documentation calls it a
#   "numeric value", and the command num2words -t currency 1000 says "one thousand euro".
# Seen: an int is taken as cents, a float, a Decimal or a text as euros: 119 is 1.19 EUR, Decimal(119) is 119 EUR. The command
#   turns its argument into a Decimal first, so it never shows the difference. The same value without to="currency" is
#   "one thousand" for each type.
# Who cares: anyone who prints amounts in words: right for 19.99 and for a Decimal from a database, a hundredth for a sum that was
#   added up from whole numbers. And anyone who keeps cents as integers: right, until a division makes a float of them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir root
apt-get -qq download python3-num2words=0.5.10-* python3-docopt=0.6.2-* 2>apt.log || { cat apt.log; exit 2; }
for deb in *.deb; do dpkg -x "$deb" root; done
export PYTHONPATH=$work/root/usr/lib/python3/dist-packages

cat > words.py <<'PY'
from decimal import Decimal
from num2words import num2words

for value in (1000, 1000.0, Decimal(1000), "1000", 119, Decimal(119), 119 * 2 / 2):
    for lang in ("en", "de"):
        print(f"{value!r}, {lang}: {num2words(value, lang=lang, to='currency', currency='EUR')}")
print(f"without a currency: {num2words(1000)}, {num2words(1000.0)}")
PY
seen=$(python3 words.py; echo "command: $(python3 root/usr/bin/num2words --to currency 1000)")
expected="1000, en: ten euro, zero cents
1000, de: zehn Euro und null Cent
1000.0, en: one thousand euro, zero cents
1000.0, de: eintausend Euro und null Cent
Decimal('1000'), en: one thousand euro, zero cents
Decimal('1000'), de: eintausend Euro und null Cent
'1000', en: one thousand euro, zero cents
'1000', de: eintausend Euro und null Cent
119, en: one euro, nineteen cents
119, de: ein Euro und neunzehn Cent
Decimal('119'), en: one hundred and nineteen euro, zero cents
Decimal('119'), de: einhundertneunzehn Euro und null Cent
119.0, en: one hundred and nineteen euro, zero cents
119.0, de: einhundertneunzehn Euro und null Cent
without a currency: one thousand, one thousand
command: one thousand euro, zero cents"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
