#!/usr/bin/env bash
# bysquare changes the invoice that it is given, and its option for umlauts also turns off the check of the IBAN.
#
# Version: bysquare 4.0.1.
# Source: npm. Format: PAY by square, the payment code of the Slovak banks; encode(model, options), options deburr and validate,
#   both documented as true by default.
# Good guess: encode makes a text of the model and leaves the model as it is. encode(model, { deburr: false }), the line that the
#   documentation has for keeping diacritics, keeps them and still refuses an IBAN with a wrong digit.
# Seen: after encode(model) the caller's own model has the changed texts: "Jürgen Groß" is "Jurgen Gross" in it. The defaults hold
#   only if there are no options at all: with deburr or version alone nothing is checked, and with version alone or {} the
#   diacritics stay as well. The wrong IBAN is then in the code, which decodes without an error.
# Who cares: anyone who makes the code from the invoice that is saved or printed next, since its names are then without umlauts;
#   anyone who sets one option: give both, and a copy.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts bysquare@4.0.1

cat > encode.mjs <<'JS'
import { decode, encode, PaymentOptions } from "bysquare/pay";
const invoice = (iban) => ({
  payments: [{ type: PaymentOptions.PaymentOrder, amount: 123.45, currencyCode: "EUR", variableSymbol: "47",
    beneficiary: { name: "Jürgen Groß" }, bankAccounts: [{ iban }] }],
});
const ibans = { right: "SK9611000000002918599669", wrong: "SK9611000000002918599668" };
for (const options of [undefined, { deburr: false }, { deburr: true }, { version: 2 }, {}, { deburr: false, validate: true }]) {
  for (const [kind, iban] of Object.entries(ibans)) {
    const given = invoice(iban);
    let result = "refused";
    try {
      const [{ beneficiary, bankAccounts }] = decode(encode(given, options)).payments;
      result = `${beneficiary.name}, ${bankAccounts[0].iban === iban ? "same IBAN" : "another IBAN"}`;
    } catch {}
    console.log(`${JSON.stringify(options) ?? "no options"}, ${kind} IBAN: ${result}; the caller has ${given.payments[0].beneficiary.name}`);
  }
}
JS
seen=$(node encode.mjs)
expected='no options, right IBAN: Jurgen Gross, same IBAN; the caller has Jurgen Gross
no options, wrong IBAN: refused; the caller has Jurgen Gross
{"deburr":false}, right IBAN: Jürgen Groß, same IBAN; the caller has Jürgen Groß
{"deburr":false}, wrong IBAN: Jürgen Groß, same IBAN; the caller has Jürgen Groß
{"deburr":true}, right IBAN: Jurgen Gross, same IBAN; the caller has Jurgen Gross
{"deburr":true}, wrong IBAN: Jurgen Gross, same IBAN; the caller has Jurgen Gross
{"version":2}, right IBAN: Jürgen Groß, same IBAN; the caller has Jürgen Groß
{"version":2}, wrong IBAN: Jürgen Groß, same IBAN; the caller has Jürgen Groß
{}, right IBAN: Jürgen Groß, same IBAN; the caller has Jürgen Groß
{}, wrong IBAN: Jürgen Groß, same IBAN; the caller has Jürgen Groß
{"deburr":false,"validate":true}, right IBAN: Jürgen Groß, same IBAN; the caller has Jürgen Groß
{"deburr":false,"validate":true}, wrong IBAN: refused; the caller has Jürgen Groß'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
