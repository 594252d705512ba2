#!/usr/bin/env bash
# iban-qr-code puts a made-up BIC into the QR code of a transfer if the caller gives no BIC.
#
# Version: iban-qr-code 1.0.0, against sepa-payment-qr-code 2.0.2 and sepa-payment-code 1.0.3; drawn by qrcode 1.5.4, read by
#   jsqr 1.4.0.
# Source: npm. Format: EPC069-12 (EPC QR code, "Girocode"): line 2 version, line 3 character set (1 UTF-8, 2 ISO 8859-1), line 5
#   BIC. In version 002 the BIC may be empty.
# Good guess: a BIC that is not given is an empty line, as with the other two packages; a missing IBAN or amount is an error.
# Seen: the package fills what is missing from the example of its own documentation: BIC DEZZZYYYXXX, and with nothing given
#   the name Max Mustermann, a made-up IBAN and 19.05 EUR. Its default character set is 2 while QR writers in JavaScript write
#   UTF-8, so a scanner that follows the standard reads "MÃ¼ller".
# Who cares: anyone who prints a code on invoices by IBAN alone: a banking app may stop at a BIC that does not fit the IBAN, and an
#   umlaut in the payee's name arrives broken.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts iban-qr-code@1.0.0 sepa-payment-qr-code@2.0.2 \
  sepa-payment-code@1.0.3 qrcode@1.5.4 jsqr@1.4.0

cat > read.cjs <<'JS'
const { girocode } = require("iban-qr-code");
const sepaPaymentQrCode = require("sepa-payment-qr-code");
const { PaymentCode } = require("sepa-payment-code");
const iban = "DE89370400440532013000";
const name = "Müller GmbH";
const texts = {
  "iban-qr-code": girocode({ name, iban, amount: "10.10", reason: "Rechnung 47" }),
  "sepa-payment-qr-code": sepaPaymentQrCode({ name, iban, amount: 10.1, unstructuredReference: "Rechnung 47" }),
  "sepa-payment-code": new PaymentCode(name, iban, 10.1, undefined, "Rechnung 47").getPayload(),
  "iban-qr-code without data": girocode({}),
};
for (const [writer, text] of Object.entries(texts)) console.log(`${writer}: ${text.trim().replaceAll("\n", "|")}`);
const { modules } = require("qrcode").create(texts["iban-qr-code"], { errorCorrectionLevel: "M" });
const [scale, margin] = [4, 4];
const side = (modules.size + 2 * margin) * scale;
const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
for (let at = 0; at < side * side; at += 1) {
  const [x, y] = [Math.floor((at % side) / scale) - margin, Math.floor(at / side / scale) - margin];
  const isInside = x >= 0 && y >= 0 && x < modules.size && y < modules.size;
  if (isInside && modules.get(y, x)) pixels.fill(0, at * 4, at * 4 + 3);
}
const bytes = Buffer.from(require("jsqr")(pixels, side, side).binaryData);
console.log(`scanned as ISO 8859-1, as line 3 says: ${bytes.toString("latin1").split("\n")[5]}`);
JS
seen=$(node read.cjs)
expected="iban-qr-code: BCD|001|2|SCT|DEZZZYYYXXX|Müller GmbH|DE89370400440532013000|EUR10.10|||Rechnung 47
sepa-payment-qr-code: BCD|002|1|SCT||Müller GmbH|DE89370400440532013000|EUR10.10|||Rechnung 47
sepa-payment-code: BCD|002|1|SCT||Müller GmbH|DE89370400440532013000|EUR10.1|||Rechnung 47
iban-qr-code without data: BCD|001|2|SCT|DEZZZYYYXXX|Max Mustermann|DE19123412341234123412|EUR19.05|||Testsubject
scanned as ISO 8859-1, as line 3 says: MÃ¼ller GmbH"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
