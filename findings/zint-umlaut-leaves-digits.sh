#!/usr/bin/env bash
# One umlaut in a transfer code drawn by zint, and jsqr drops everything before the IBAN's digits, without an error.
#
# Version: zint 2.11.1 and qrencode 4.1.1 (Debian 12); read by jsqr 1.4.0 through pngjs 7.0.0.
# Source: Debian and npm. Format: EPC069-12 (EPC QR code, "Girocode"): line 3 says the character set, 1 UTF-8, 2 ISO 8859-1.
# Good guess: a command that gets a file in UTF-8 puts these bytes into the code, so line 3 is "1", and jsqr reads what zint drew;
#   at worst an umlaut comes out wrong.
# Seen: zint turns the umlaut from UTF-8 into ISO 8859-1 (one byte) and writes no ECI that says so, while line 3 still says UTF-8;
#   with --binary the bytes stay. jsqr decodes each segment of the code as UTF-8 and
#   drops, without an error, one that is not: the digits of the IBAN are a segment, the name is in another.
# Who cares: anyone who prints these codes on invoices: a scanner that follows line 3 shows a broken name or refuses the code.
#   And anyone who reads codes with jsqr: a valid code of character set 2 is nearly empty, and a check "is there a text"
#   passes. Call zint with --binary, read jsqr's binaryData instead of data.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts jsqr@1.4.0 pngjs@7.0.0
mkdir -p debs/partial root
apt-get -y -qq -o Debug::NoLocking=1 -o Dir::Cache::archives="$work/debs" --no-install-recommends --reinstall \
  --download-only install zint=2.11.1-* qrencode=4.1.1-* >apt.log 2>&1 || { cat apt.log; exit 2; }
for deb in debs/*.deb; do dpkg -x "$deb" root; done
LD_LIBRARY_PATH=$work/root/usr/lib:$(echo "$work"/root/usr/lib/*-linux-gnu)
export LD_LIBRARY_PATH LC_ALL=C.UTF-8

payment() { printf 'BCD\n002\n%s\nSCT\n\n%s\nDE02120300000000202051\nEUR19.99\n\n\nRechnung 47' "$1" "$2"; }
payment 1 "Mueller GmbH" > plain.txt
payment 1 "Müller GmbH" > umlaut.txt
payment 2 "Müller GmbH" > latin.txt
zint() { root/usr/bin/zint -b QRCODE --scale=4 "$@"; }
zint -i plain.txt -o "1 zint, no umlaut.png"
zint -i umlaut.txt -o "2 zint, umlaut.png"
zint --binary -i umlaut.txt -o "3 zint --binary, umlaut.png"
root/usr/bin/qrencode -r umlaut.txt -o "4 qrencode, umlaut.png"
zint -i latin.txt -o "5 zint, umlaut, character set 2.png"
cat > read.cjs <<'JS'
const { readdirSync, readFileSync } = require("node:fs");
const { PNG } = require("pngjs");
const jsqr = require("jsqr");
for (const name of readdirSync(".").filter((file) => file.endsWith(".png")).sort()) {
  const { data, width, height } = PNG.sync.read(readFileSync(name));
  const code = jsqr(new Uint8ClampedArray(data), width, height);
  const line = Buffer.from(code.binaryData).toString("latin1").split("\n")[5];
  const bytes = Buffer.from(/M(.+)ller/.exec(line)[1], "latin1").toString("hex");
  console.log(`${name.slice(0, -4)}: ${code.data.replaceAll("\n", "|")}; ${bytes}`);
}
JS
seen=$(node read.cjs)
expected="1 zint, no umlaut: BCD|002|1|SCT||Mueller GmbH|DE02120300000000202051|EUR19.99|||Rechnung 47; 7565
2 zint, umlaut: 02120300000000202051|EUR19.99|||Rechnung 47; fc
3 zint --binary, umlaut: BCD|002|1|SCT||Müller GmbH|DE02120300000000202051|EUR19.99|||Rechnung 47; c3bc
4 qrencode, umlaut: BCD|002|1|SCT||Müller GmbH|DE02120300000000202051|EUR19.99|||Rechnung 47; c3bc
5 zint, umlaut, character set 2: 02120300000000202051|EUR19.99|||Rechnung 47; fc"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
