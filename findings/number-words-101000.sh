#!/usr/bin/env bash
# Three packages write 101,000 in German as "einhunderteinstausend", a fourth as "Hundert Eins Tausend": neither is German.
#
# Version: n2words 4.0.0, rosaenlg-n2words 3.3.0, num-words-de 1.1.0, to-words 5.7.0.
# Source: npm. Format: an amount in words, as receipts and donation certificates in Germany carry it. "Eins" loses its s before
#   another part of the number: (ein)hunderteintausend, eine Million eintausend.
# Good guess: packages that know "eintausend", "einundzwanzig" and "eine Million" know the rule, and 101,000 is right too.
# Seen: the first three treat 1, 21 and 1000 as special cases and have none for a group that ends in 1 after a hundred: 101,000,
#   201,000 and 1,101,000 are wrong, 100,000, 121,000 and 1,001,000 are right. to-words never drops the s, and writes each part as
#   a word of its own: "Hundert Eins Tausend", "Eins Million Tausend".
# Who cares: anyone who prints amounts in words, which count on a cheque if the figures differ: tests with 1, 21, 1000 and a
#   million pass, and one amount in a hundred between 100,000 and a million is wrong on paper.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts n2words@4.0.0 rosaenlg-n2words@3.3.0 num-words-de@1.1.0 \
  to-words@5.7.0

cat > words.mjs <<'JS'
import { toCardinal, toCurrency } from "n2words/de-DE";
import rosaenlg from "rosaenlg-n2words";
import german from "num-words-de";
import { ToWords } from "to-words";
const toWords = new ToWords({ localeCode: "de-DE" });
for (const number of [1000, 100000, 101000, 121000, 201000, 1001000, 1101000]) {
  console.log(`${number}: ${toCardinal(number)} | ${rosaenlg(number, { lang: "de" })} | ${german.numToWord(number)} | ${
    toWords.convert(number)}`);
}
console.log(toCurrency(101000));
JS
seen=$(node words.mjs)
expected="1000: eintausend | eintausend | Eintausend | Tausend
100000: einhunderttausend | einhunderttausend | Einhunderttausend | Hundert Tausend
101000: einhunderteinstausend | einhunderteinstausend | Einhunderteinstausend | Hundert Eins Tausend
121000: einhunderteinundzwanzigtausend | einhunderteinundzwanzigtausend | Einhunderteinundzwanzigtausend | Hundert Einundzwanzig Tausend
201000: zweihunderteinstausend | zweihunderteinstausend | Zweihunderteinstausend | Zwei Hundert Eins Tausend
1001000: eine Million eintausend | eine Million eintausend | Eine Million eintausend | Eins Million Tausend
1101000: eine Million einhunderteinstausend | eine Million einhunderteinstausend | Eine Million einhunderteinstausend | Eins Million Hundert Eins Tausend
einhunderteinstausend Euro"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
