#!/usr/bin/env bash
# fints drops the part of a payment's text in which it suspects a TAN or a date, and glues the next name to the text.
#
# Version: fints 0.5.0.
# Source: npm. Format: SWIFT MT940, field :86: as German banks fill it: parts ?20 to ?29 of at most 27 characters, each tag
#   (EREF+, SVWZ+ text, ABWA+ other payer, ABWE+ other payee …) at the start of a part.
# Good guess: reference.text is all that follows SVWZ+ up to the next tag; what the package reads out of it (a TAN, a date) it
#   gives besides.
# Seen: a part with a number, a full stop and "TAN" is no part of the text any more: "2. TANKREINIGUNG" (a job of a tank cleaner)
#   takes the second half of an invoice number with it, and is no tan either. So is a part that starts with "DATUM ". ABWE+ is
#   unknown and becomes text, with its name. reference.raw has all parts, with the tags.
# Who cares: anyone who matches payments by invoice number: it depends on where the bank's line breaks fall. Take raw and split it
#   by the tags.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts fints@0.5.0

cat > read.cjs <<'JS'
const { parse86Structured } = require("fints/dist/mt940-86-structured");
const texts = {
  "an ordinary text": "?21SVWZ+Kunde 4711 Rechnung 20?2226-0047",
  "a tank cleaner": "?21SVWZ+ANFAHRT, RECHNUNG 2026?22-0047, 2. TANKREINIGUNG?23, KUNDE 4711",
  "a date of service": "?21SVWZ+RECHNUNG?22DATUM DER LEISTUNG 01.09.26",
  "another payee": "?21SVWZ+Rechnung 2026-0047?22ABWE+Muster Service GmbH",
};
for (const [name, parts] of Object.entries(texts)) {
  const { reference } = parse86Structured(`166?00GUTSCHRIFT?20EREF+RE-47${parts}?32Anna Muster`);
  console.log(`${name}: ${JSON.stringify(reference.text)}, tan ${reference.tan}, date ${reference.date}`);
}
JS
seen=$(node read.cjs)
expected='an ordinary text: "Kunde 4711 Rechnung 2026-0047", tan undefined, date undefined
a tank cleaner: "ANFAHRT, RECHNUNG 2026, KUNDE 4711", tan undefined, date undefined
a date of service: "RECHNUNG", tan undefined, date undefined
another payee: "Rechnung 2026-0047ABWE+Muster Service GmbH", tan undefined, date undefined'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
