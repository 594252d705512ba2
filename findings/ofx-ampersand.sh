#!/usr/bin/env bash
# Two OFX readers return the "&" of a company's name as code, one of them escaped twice more; the other needs line breaks.
#
# Version: node-ofx-parser 0.5.1 and ofx-data-extractor 1.5.0, against ofx-js 1.1.1 and ofx-parser 1.0.1.
# Source: npm. Format: OFX 1.0.2 (SGML): a value may hold "&" and "<" only as "&amp;" and "&lt;"; simple elements need no end tag,
#   and line breaks between elements mean nothing.
# Good guess: all four return the NAME "Cora & Co" for "Cora &amp; Co", and the same for a file without line breaks, since each of
#   them first turns SGML into something that it can parse.
# Seen: node-ofx-parser escapes the escaped sign twice more: "Cora &amp;amp;amp; Co". ofx-data-extractor leaves "&amp;", and ends
#   with a SyntaxError if the elements are on one line. The other two are right in each case.
# Who cares: anyone who matches payers by name: "Müller & Söhne" matches no customer, while names without the sign do; a shop that
#   shows such a name escapes it once more.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts node-ofx-parser@0.5.1 ofx-data-extractor@1.5.0 ofx-js@1.1.1 \
  ofx-parser@1.0.1

cat > read.cjs <<'JS'
const header = ["OFXHEADER:100", "DATA:OFXSGML", "VERSION:102", "SECURITY:NONE", "ENCODING:USASCII", "CHARSET:1252",
  "COMPRESSION:NONE", "OLDFILEUID:NONE", "NEWFILEUID:NONE", "", ""].join("\n");
const status = "<STATUS><CODE>0<SEVERITY>INFO</STATUS>";
const booking = (id, name, memo) =>
  `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260901<TRNAMT>100.00<FITID>${id}<NAME>${name}<MEMO>${memo}</STMTTRN>`;
const body = (name, memo) => `<OFX><SIGNONMSGSRSV1><SONRS>${status}<DTSERVER>20260930120000<LANGUAGE>GER</SONRS></SIGNONMSGSRSV1>` +
  `<BANKMSGSRSV1><STMTTRNRS><TRNUID>0${status}<STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>12030000<ACCTID>202051<ACCTTYPE>CHECKING` +
  `</BANKACCTFROM><BANKTRANLIST><DTSTART>20260901<DTEND>20260930${booking(1, name, memo)}${booking(2, "Anna Muster", "RE-48")}` +
  "</BANKTRANLIST><LEDGERBAL><BALAMT>200.00<DTASOF>20260930</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>";
const lines = (text) => `${text.replace(/(?<=.)</g, "\n<")}\n`;
const { Ofx } = require("ofx-data-extractor");
const readers = {
  "node-ofx-parser": (text) => require("node-ofx-parser").parse(text),
  "ofx-data-extractor": (text) => new Ofx(text).toJson(),
  "ofx-js": (text) => require("ofx-js").parse(text),
  "ofx-parser": (text) => require("ofx-parser").parse(text),
};
const read = async (reader, text) => {
  try {
    const { BANKTRANLIST: list } = (await reader(text)).OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS;
    const [{ NAME, MEMO }] = list.STMTTRN ?? list.STRTTRN;
    return `${NAME} | ${MEMO}`;
  } catch (error) {
    return error.name;
  }
};
(async () => {
  for (const [name, reader] of Object.entries(readers)) {
    console.log(`${name}: ${await read(reader, header + lines(body("Cora &amp; Co", "RE-47")))}`);
    console.log(`${name}, one line: ${await read(reader, header + body("Cora Muster", "RE-47"))}`);
  }
})();
JS
seen=$(node read.cjs)
expected="node-ofx-parser: Cora &amp;amp;amp; Co | RE-47
node-ofx-parser, one line: Cora Muster | RE-47
ofx-data-extractor: Cora &amp; Co | RE-47
ofx-data-extractor, one line: SyntaxError
ofx-js: Cora & Co | RE-47
ofx-js, one line: Cora Muster | RE-47
ofx-parser: Cora & Co | RE-47
ofx-parser, one line: Cora Muster | RE-47"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
