#!/usr/bin/env bash
# Three MT940 readers cut a reference such as RE/2026/47 to "RE", and lose fields behind a text with a slash and a number.
#
# Version: mt940js 1.3.5, swiftmessageparser 1.2.1, @centrapay/swift-parser 1.0.1.
# Source: npm. Format: MT940, field :86: with code words between slashes, as banks of the Netherlands write it:
#   /EREF/reference/REMI/text/CSID/creditor identifier. The code words have three or four letters. A single slash
#   inside a value is allowed, in SEPA references as well.
# Good guess: structuredDetails has EREF "RE/2026/47", as all three document a tag as "2 to 4 uppercase chars".
# Seen: digits count as capital letters, so the year becomes a field "2026" with the value "47", and EREF is "RE". Behind
#   "Rechnung 2026/47" the creditor identifier is in a field "47". With hyphens all is right.
# Who cares: anyone who finds payments by their reference and numbers invoices by year with slashes: each payment has the same
#   reference, "RE". Cut the raw text of the field by the code words that one knows.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts mt940js@1.3.5 swiftmessageparser@1.2.1 \
  @centrapay/swift-parser@1.0.1

cat > read.cjs <<'JS'
const statement = (text) => `:20:STARTUMSE
:25:NL91ABNA0417164300
:28C:00001/001
:60F:C260611EUR1000,00
:61:2606120612C119,00NTRFNONREF
:86:${text}
:62F:C260612EUR1119,00
`;
const readers = {
  mt940js: (text) => new (require("mt940js").Parser)().parse(text),
  swiftmessageparser: (data) => require("swiftmessageparser").parse({ type: "mt940", data }),
  "@centrapay/swift-parser": (data) => require("@centrapay/swift-parser").parse({ type: "mt940", data }),
};
const texts = ["/EREF/RE-2026-47/REMI/Juni", "/EREF/RE/2026/47/REMI/Juni", "/EREF/A1/REMI/Rechnung 2026/47/CSID/NL13ZZZ300522170000"];
for (const text of texts) {
  console.log(text);
  for (const [name, read] of Object.entries(readers))
    console.log(`  ${name}: ${JSON.stringify(read(statement(text))[0].transactions[0].structuredDetails)}`);
}
JS
seen=$(node read.cjs)
expected='/EREF/RE-2026-47/REMI/Juni
  mt940js: {"EREF":"RE-2026-47","REMI":"Juni"}
  swiftmessageparser: {"EREF":"RE-2026-47","REMI":"Juni"}
  @centrapay/swift-parser: {"EREF":"RE-2026-47","REMI":"Juni"}
/EREF/RE/2026/47/REMI/Juni
  mt940js: {"2026":"47","EREF":"RE","REMI":"Juni"}
  swiftmessageparser: {"2026":"47","EREF":"RE","REMI":"Juni"}
  @centrapay/swift-parser: {"2026":"47","EREF":"RE","REMI":"Juni"}
/EREF/A1/REMI/Rechnung 2026/47/CSID/NL13ZZZ300522170000
  mt940js: {"47":"CSID/NL13ZZZ300522170000","EREF":"A1","REMI":"Rechnung 2026"}
  swiftmessageparser: {"47":"CSID/NL13ZZZ300522170000","EREF":"A1","REMI":"Rechnung 2026"}
  @centrapay/swift-parser: {"47":"CSID/NL13ZZZ300522170000","EREF":"A1","REMI":"Rechnung 2026"}'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
