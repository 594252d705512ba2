#!/usr/bin/env bash
# mt940-js calls every booking an expense unless a Dutch bank's code stands in it, and a reversed credit a credit.
#
# Version: mt940-js 1.0.0 (it needs tslib, which it does not declare; here 2.9.1).
# Source: npm. Format: SWIFT MT940, field :61:, mark C, D, RC or RD, and a transaction code such as N171 or N060.
# Good guess: isCredit and isExpense are opposites, both taken from the mark. "RC" is a credit taken back, so an expense.
# Seen: isExpense does not look at the mark: it is false for the codes N653, N654 and N060 (two Dutch banks) and true for
#   all others, so a German credit is isCredit true and isExpense true, and a debit with N060 is neither. isCredit looks for
#   a C anywhere in the mark, so "RC" is true as well; the amount never has a sign.
# Who cares: anyone who books from these flags, among them FinTS clients built on this reader. Some German banks book a
#   returned debit as a reversed credit: that cannot be told from a payment here.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts mt940-js@1.0.0 tslib@2.9.1

cat > read.cjs <<'JS'
const lines = ["C10,00N171", "CR10,00N171", "RCR10,00N171", "DR10,00N109", "C10,00N060", "D10,00N060"];
const text = [
  ":20:STARTUMS", ":25:10020030/1234567890", ":28C:1/1", ":60F:C260914EUR1000,00",
  ...lines.flatMap((line) => [`:61:2609150915${line}NONREF`, ":86:171?00BUCHUNG?20EREF+RE-1"]),
  ":62F:C260915EUR1000,00", "-", "",
].join("\r\n");
require("mt940-js").read(Buffer.from(text)).then(([statement]) => {
  statement.transactions.forEach((booking, at) => {
    console.log(`${lines[at]}: amount ${booking.amount} isCredit ${booking.isCredit} isExpense ${booking.isExpense}`);
  });
});
JS
seen=$(node read.cjs)
expected="C10,00N171: amount 10 isCredit true isExpense true
CR10,00N171: amount 10 isCredit true isExpense true
RCR10,00N171: amount 10 isCredit true isExpense true
DR10,00N109: amount 10 isCredit false isExpense true
C10,00N060: amount 10 isCredit true isExpense false
D10,00N060: amount 10 isCredit false isExpense false"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
