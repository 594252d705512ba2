#!/usr/bin/env bash
# finnish-bank-utils writes a payment barcode with a decimal point in it for one amount in eleven, 19.99 among them.
#
# Version: finnish-bank-utils 1.3.3.
# Source: npm. Format: Finnish virtual bar code ("virtuaaliviivakoodi", version 4): 54 digits for the payer to scan or type, that is
#   the version, the IBAN without FI, 6 digits of euros, 2 of cents, 3 reserved, 20 of reference, and the due date YYMMDD.
# Good guess: 54 digits for each amount, as the function refuses amounts with more than two decimals before it writes.
# Seen: of the amounts from 0.01 to 1000.00, 9,175 give a text of 68 to 70 characters with a point in it: the cents are
#   19.99 * 100 - 1900 in floating point, and are written as they are. Its own reader refuses them (false). 0.10 and 119.00 are right,
#   so an example looks good.
# Who cares: anyone who prints the code on invoices for Finland: a text of the wrong length reaches the customer and no error
#   reaches the sender. Check the length, or round the cents first.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts finnish-bank-utils@1.3.3

cat > write.cjs <<'JS'
const bank = require("finnish-bank-utils");
const invoice = { iban: "FI7944052020036082", reference: "86851259619897", date: "12.6.2026" };
const write = (sum) => bank.formatFinnishVirtualBarCode({ ...invoice, sum });
for (const sum of [0.1, 119, 19.99, 0.29]) {
  const parsed = bank.parseFinnishVirtualBarCode(write(sum));
  console.log(`${sum}: ${write(sum)}, read again: ${parsed ? parsed.sum : parsed}`);
}
const codes = Array.from({ length: 100000 }, (_, index) => write((index + 1) / 100));
const wrong = codes.filter((code) => !/^\d{54}$/.test(code));
const lengths = wrong.map((code) => code.length);
console.log(`${wrong.length} of ${codes.length} are not 54 digits, but ${Math.min(...lengths)} to ${Math.max(...lengths)} characters`);
JS
seen=$(node write.cjs)
expected="0.1: 479440520200360820000001000000000086851259619897260612, read again: 0.1
119: 479440520200360820001190000000000086851259619897260612, read again: 119
19.99: 4794405202003608200001998.9999999999997700000000086851259619897260612, read again: false
0.29: 4794405202003608200000028.99999999999999600000000086851259619897260612, read again: false
9175 of 100000 are not 54 digits, but 68 to 70 characters"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
