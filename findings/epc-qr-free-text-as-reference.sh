#!/usr/bin/env bash
# sepa-qr writes the text "Invoice 47" into the line for a structured creditor reference, as its documentation shows.
#
# Version: sepa-qr 0.0.2, drawn by its qr-image, read by jsqr 1.4.0 through pngjs 7.0.0; checked by node-iso11649 2.1.2.
# Source: npm. Format: EPC069-12: line 10 is a structured reference (ISO 11649, "RF…"), line 11 free text, line 12 a note for
#   the payer. Only one of 10 and 11 may be filled.
# Good guess: the option "remittance", filled with free text in the example of the package, is line 11; "information" is the
#   note of line 12.
# Seen: there are 11 lines. "remittance" is line 10 and "information" is line 11: the text stands where a creditor reference
#   belongs and is none, and the note to the payer travels to the payee as the text of the transfer.
# Who cares: anyone who finds payments by that text: a banking app may refuse the code, or send the text as a structured
#   reference, which arrives in another field of the bank's statement (RmtInf/Strd in place of RmtInf/Ustrd).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts sepa-qr@0.0.2 jsqr@1.4.0 pngjs@7.0.0 node-iso11649@2.1.2

cat > read.cjs <<'JS'
const { PNG } = require("pngjs");
const jsQR = require("jsqr");
const { validate } = require("node-iso11649");
const chunks = [];
const payment = { name: "Muster GmbH", iban: "DE89370400440532013000", amount: 10 };
require("sepa-qr")({ ...payment, remittance: "Invoice 47", information: "Thank you" })
  .on("data", (chunk) => chunks.push(chunk))
  .on("end", () => {
    const { data, width, height } = PNG.sync.read(Buffer.concat(chunks));
    const lines = jsQR(new Uint8ClampedArray(data), width, height).data.split("\n");
    lines.slice(9).forEach((line, at) => console.log(`line ${at + 10}: ${line}`));
    console.log(`lines: ${lines.length}, a creditor reference: ${validate(lines[9])}`);
  });
JS
seen=$(node read.cjs)
expected="line 10: Invoice 47
line 11: Thank you
lines: 11, a creditor reference: false"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
