#!/usr/bin/env bash
# invoice-number follows RE-999 with RE-000, and 2026/99 with 2026/00: a full counter starts again and nothing says so.
#
# Version: invoice-number 2.0.1.
# Source: npm. Format: the number of an invoice, which German law wants unique (§ 14 (4) 4 UStG); InvoiceNumber.next(last number).
# Good guess: the number after RE-999 is RE-1000, as the number after RE-099 is RE-100; if the length must stay, an error.
# Seen: the last group of letters and digits keeps its length for ever. Within it 99Z9 becomes 00A0, and 999 becomes 000, after which
#   001 comes a second time. Digits are not told from letters either: a group that ends in letters counts the letters, so the
#   number after RE-47-DE is RE-47-DF, and after RE-47-DZ it is RE-47-EA.
# Who cares: anyone who numbers invoices, mandates or files with it: after as many documents as the first number had room for, each
#   number is given twice, and a payment by reference finds two invoices. Start with enough zeros and check for uniqueness.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts invoice-number@2.0.1

cat > next.cjs <<'JS'
const { InvoiceNumber } = require("invoice-number");
for (const last of ["RE-099", "RE-999", "999", "2026/99", "99Z9", "RE-47-DE", "RE-47-DZ"]) {
  console.log(`${last} -> ${InvoiceNumber.next(last)}`);
}
const given = new Set(["RE-1"]);
let number = "RE-1";
while (!given.has((number = InvoiceNumber.next(number)))) given.add(number);
console.log(`starting at RE-1, ${given.size} numbers, then ${number} again`);
JS
seen=$(node next.cjs)
expected="RE-099 -> RE-100
RE-999 -> RE-000
999 -> 000
2026/99 -> 2026/00
99Z9 -> 00A0
RE-47-DE -> RE-47-DF
RE-47-DZ -> RE-47-EA
starting at RE-1, 10 numbers, then RE-1 again"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
