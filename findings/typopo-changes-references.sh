#!/usr/bin/env bash
# typopo changes invoice numbers and mandate references: the last hyphens of RE-2026-0047 become dashes that look the same.
#
# Version: typopo 3.1.0.
# Source: npm. Format: the text of an invoice, a reminder or a pre-notification in German; SEPA allows the hyphen in references, but
#   no dash.
# Good guess: a fixer of typographic errors leaves references alone, since they begin with letters, and dates such as 2026-09-01,
#   which are ISO 8601; at most it puts a dash between the two ends of a range.
# Seen: each hyphen between two digits becomes an en dash (U+2013), whatever else the word contains: RE-2026–0047, M-2026–09–0012,
#   2026–09–01. A double hyphen becomes one dash. Between letter and digit the hyphen stays, so RE-47 is unchanged. The German
#   date 01.09.2026 gets a space (U+00A0 and a plain one). German and English rules do the same to references.
# Who cares: anyone who polishes texts of invoices or mails by machine: the payer copies a reference that no search finds,
#   since the two look alike, and a bank replaces or refuses the dash.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts typopo@3.1.0

cat > fix.cjs <<'JS'
const { fixTypos } = require("typopo");
const show = (text) => text.replace(/[\u00a0\u2010-\u2015]/g, (sign) => `<${sign.codePointAt(0).toString(16)}>`);
for (const text of ["Rechnung RE-47", "Rechnung RE-2026-0047", "Mandat M-2026-09-0012", "Mandat KD0047--2", "am 2026-09-01",
  "am 01.09.2026", "IBAN DE02 1203 0000 0000 2020 51", "Betrag 1.234,56 EUR"]) {
  console.log(`${text}: ${show(fixTypos(text, "de-de"))}, ${show(fixTypos(text, "en-us"))}`);
}
JS
seen=$(node fix.cjs)
expected="Rechnung RE-47: Rechnung RE-47, Rechnung RE-47
Rechnung RE-2026-0047: Rechnung RE-2026<2013>0047, Rechnung RE-2026<2013>0047
Mandat M-2026-09-0012: Mandat M-2026<2013>09<2013>0012, Mandat M-2026<2013>09<2013>0012
Mandat KD0047--2: Mandat KD0047<2013>2, Mandat KD0047<2013>2
am 2026-09-01: am 2026<2013>09<2013>01, am 2026<2013>09<2013>01
am 01.09.2026: am 01.<a0>09. 2026, am 01.<a0>09.<a0>2026
IBAN DE02 1203 0000 0000 2020 51: IBAN DE02 1203 0000 0000 2020 51, IBAN DE02 1203 0000 0000 2020 51
Betrag 1.234,56 EUR: Betrag 1.234,56<a0>EUR, Betrag 1.234,56<a0>EUR"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
