#!/usr/bin/env bash
# spayd, a writer of Czech payment codes, refuses amounts below 1 and the constant symbol 0308 of the usual payment.
#
# Version: spayd 3.0.4.
# Source: npm. Format: SPAYD ("QR Platba"), the text of a Czech payment code: AM is a decimal number with at most two places;
#   X-KS, X-SS and X-VS are the constant, specific and variable symbol, numbers of at most 10 digits. Symbols are written with
#   leading zeros: 0308 says "payment for services", 0008 "payment for goods".
# Good guess: 0.50 is an amount as good as 1.50, a number may be given with one decimal, and all three symbols may start with 0.
# Seen: AM must start with 1 to 9, so each amount below 1 is an error, and has no or two decimals, so 10.5 is one as well while 10
#   and 10.55 are not. X-VS may start with 0 (a test of the package says so), X-KS and X-SS may not. The error only names
#   the key: "in wrong format".
# Who cares: anyone who prints codes on invoices for Czech customers: a number such as 10.5 needs toFixed(2), a remainder or a fee
#   of some hellers gets no code, and dropping the zeros of a symbol changes what the bank shows.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts spayd@3.0.4

cat > write.cjs <<'JS'
const spayd = require("spayd/cjs");
const write = (part) => {
  try {
    return spayd({ acc: "CZ6508000000192000145399", am: "10.00", ...part }).split("*").slice(3).join("*");
  } catch (error) {
    return String(error);
  }
};
for (const am of ["1.50", "0.50", "0.99", 10, 10.5, 10.55]) console.log(`${JSON.stringify(am)}: ${write({ am })}`);
for (const key of ["xvs", "xss", "xks"])
  for (const symbol of ["308", "0308"]) console.log(`${key} ${symbol}: ${write({ [key]: symbol })}`);
JS
seen=$(node write.cjs)
expected='"1.50": AM:1.50
"0.50": The am key is in wrong format!
"0.99": The am key is in wrong format!
10: AM:10
10.5: The am key is in wrong format!
10.55: AM:10.55
xvs 308: AM:10.00*X-VS:308
xvs 0308: AM:10.00*X-VS:0308
xss 308: AM:10.00*X-SS:308
xss 0308: The x-ss key is in wrong format!
xks 308: AM:10.00*X-KS:308
xks 0308: The x-ks key is in wrong format!'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
