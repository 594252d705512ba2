#!/usr/bin/env bash
# jsvat refuses the VAT ids of Belgian firms founded since autumn 2023, which begin with 1, and those of Northern Ireland (XI).
#
# Version: jsvat 2.5.4, the newest on npm; for comparison python3-stdnum 1.18 of Debian 12.
# Source: npm, Debian. Format: VAT identification numbers of the EU. The Belgian register has given out numbers that begin with 1
#   since the ones with 0 ran out (economie.fgov.be, "Enterprise numbers starting with 1"); their check digits follow the same rule.
#   Northern Ireland trades goods as a part of the EU under XI since 2021.
# Good guess: a package that checks the digits of each country accepts both, as the service of the EU does, because both
#   rules are years old.
# Seen: BE1000000120 is refused by its form, before any digit is checked; XI980780684 belongs to no country at all, while the same
#   digits with GB are valid. The older package of Debian accepts the Belgian one.
# Who cares: anyone who asks firms for their VAT id: new Belgian customers cannot register, and get no invoice without VAT.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts jsvat@2.5.4
apt-get download python3-stdnum=1.18-1 >apt.log 2>&1 || { cat apt.log; exit 2; }
dpkg -x python3-stdnum_1.18-1_all.deb stdnum

cat > check.cjs <<'JS'
const jsvat = require("jsvat");
const countries = Object.values(jsvat).filter((country) => country?.calcFn);
for (const id of ["BE0428759497", "BE1000000120", "GB980780684", "XI980780684"]) {
  const { isValid, isValidFormat, country } = jsvat.checkVAT(id, countries);
  console.log(`${id}: ${country?.name ?? "no country"}, form ${isValidFormat}, valid ${isValid}`);
}
JS
seen=$(node check.cjs 2>check.log; PYTHONPATH=stdnum/usr/lib/python3/dist-packages python3 -c '
from stdnum.be import vat
print("stdnum: BE1000000120", vat.is_valid("BE1000000120"))') || { cat check.log; exit 2; }
expected='BE0428759497: Belgium, form true, valid true
BE1000000120: Belgium, form false, valid false
GB980780684: United Kingdom, form true, valid true
XI980780684: no country, form false, valid false
stdnum: BE1000000120 True'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
