#!/usr/bin/env bash
# python-stdnum refuses the example IBAN of Belgium, since its list of banks has no bank with that code.
#
# Version: python3-stdnum 1.18 (Debian 12), against ibantools 4.5.4.
# Source: Debian, npm. Format: IBAN (ISO 13616): length and character kinds per country, check digits mod 97; for Belgium
#   also two check digits of its own at the end.
# Good guess: BE68 5390 0754 7034, the example in the registry of IBAN formats, is valid: its length, both of its check
#   digits are right. A check without network cannot know whether an account exists.
# Seen: iban.is_valid is false, with InvalidComponent. For Belgium the package also looks up the first three digits in a list
#   of banks that comes with the release; 539 is not in it. ibantools says valid. With check_country=False the
#   package does as well. A made-up Belgian IBAN with a bank's code passes both.
# Who cares: anyone who takes mandates from Belgium: a bank that is newer than the installed release is refused as a typing error,
#   and the examples in documentation fail on the server and pass in the browser.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts ibantools@4.5.4
apt-get -qq download python3-stdnum=1.18-* 2>apt.log || { cat apt.log; exit 2; }
dpkg -x python3-stdnum_*.deb root

cat > read.py <<'PY'
from stdnum import iban
for number in ("BE68539007547034", "BE62510007547061"):
    print(f"stdnum {number}: {iban.is_valid(number)}, without the country's rules: {iban.is_valid(number, check_country=False)}")
try:
    iban.validate("BE68539007547034")
except Exception as error:
    print(f"stdnum says {type(error).__name__}")
PY
cat > read.cjs <<'JS'
for (const iban of ["BE68539007547034", "BE62510007547061"])
  console.log(`ibantools ${iban}: ${require("ibantools").isValidIBAN(iban)}`);
JS
seen=$(PYTHONPATH=root/usr/lib/python3/dist-packages python3 read.py; node read.cjs)
expected="stdnum BE68539007547034: False, without the country's rules: True
stdnum BE62510007547061: True, without the country's rules: True
stdnum says InvalidComponent
ibantools BE68539007547034: true
ibantools BE62510007547061: true"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
