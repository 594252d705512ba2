#!/usr/bin/env bash
# An invoice number with hyphens becomes a creditor reference that its own maker refuses; the other package drops the hyphens.
#
# Version: node-iso11649 2.1.2 against iso-11649 1.0.1; checked by both and by python3-stdnum 1.18 (Debian 12).
# Source: npm, Debian. Format: ISO 11649: "RF", two check digits, up to 21 characters of A-Z and 0-9.
# Good guess: generate("RE-2026-0047") is an error, since both packages document that a reference holds letters and digits
#   only (and so is one of 22 characters); or it is turned into something that validate accepts.
# Seen: node-iso11649 writes RF59RE-2026-0047, which its validate refuses, and does not count to 21. iso-11649 checks only
#   after dropping what does not fit: RE-1-23 and RE-12-3 share one reference, though its documentation asks for clean input.
#   The check digits of both packages are the same, so python-stdnum, which drops hyphens as well, finds the first one valid.
# Who cares: anyone who finds payments by reference: a bank refuses or strips the hyphens, and what appears in the statement
#   equals no reference that was sent, or that of two invoices. Two hyphens are enough; validate what was made.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts node-iso11649@2.1.2 iso-11649@1.0.1
mkdir root
apt-get -qq download python3-stdnum=1.18-* 2>apt.log || { cat apt.log; exit 2; }
dpkg -x python3-stdnum_*.deb root

cat > read.cjs <<'JS'
const { execFileSync } = require("node:child_process");
const packages = { "node-iso11649": require("node-iso11649"), "iso-11649": require("iso-11649") };
const stdnum = (reference) => execFileSync("python3", ["-c", "import sys; from stdnum import iso11649\n" +
  "print(str(iso11649.is_valid(sys.argv[1])).lower())", reference], { encoding: "utf8" }).trim();
const attempt = (act) => {
  try {
    return act();
  } catch {
    return "error";
  }
};
for (const number of ["RE20260047", "RE-2026-0047", "RE-1-23", "RE-12-3", "KUNDE4711RECHNUNG20260"]) {
  console.log(number);
  for (const [name, { generate }] of Object.entries(packages)) {
    const reference = attempt(() => generate(number));
    const checks = Object.entries(packages).map(([by, { validate }]) => `${by} ${attempt(() => validate(reference))}`);
    console.log(`  ${name}: ${reference}${reference === "error" ? "" : `; ${checks.join(", ")}, stdnum ${stdnum(reference)}`}`);
  }
}
JS
seen=$(PYTHONPATH=$work/root/usr/lib/python3/dist-packages node read.cjs)
expected="RE20260047
  node-iso11649: RF59RE20260047; node-iso11649 true, iso-11649 true, stdnum true
  iso-11649: RF59RE20260047; node-iso11649 true, iso-11649 true, stdnum true
RE-2026-0047
  node-iso11649: RF59RE-2026-0047; node-iso11649 false, iso-11649 true, stdnum true
  iso-11649: RF59RE20260047; node-iso11649 true, iso-11649 true, stdnum true
RE-1-23
  node-iso11649: RF49RE-1-23; node-iso11649 false, iso-11649 true, stdnum true
  iso-11649: RF49RE123; node-iso11649 true, iso-11649 true, stdnum true
RE-12-3
  node-iso11649: RF49RE-12-3; node-iso11649 false, iso-11649 true, stdnum true
  iso-11649: RF49RE123; node-iso11649 true, iso-11649 true, stdnum true
KUNDE4711RECHNUNG20260
  node-iso11649: RF27KUNDE4711RECHNUNG20260; node-iso11649 false, iso-11649 error, stdnum false
  iso-11649: error"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
