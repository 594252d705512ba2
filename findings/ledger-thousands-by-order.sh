#!/usr/bin/env bash
# Ledger reads "1.000 EUR" as one euro or as a thousand, by what stands above it: the same line twice in one file is both.
#
# Version: ledger 3.3.0, against hledger 1.25 (Debian 12).
# Source: Debian. Format: the journal format that both read; amounts as a German export writes them (1.234,56 and 1.000).
# Good guess: "1.000 EUR" means the same wherever it stands: one, since a point is the decimal mark unless told otherwise
#   (hledger's manual says so), or a thousand as soon as the file shows commas as decimal marks.
# Seen: Ledger decides when it reads the line. Before the first amount with a comma it is 1 EUR, after it 1000 EUR, so one
#   file has both, and sorting the file by amount instead of date changes its sum. hledger reads 1 EUR both times. With
#   --decimal-comma (Ledger) or a commodity line with a comma in it (hledger) both read 1000 twice.
# Who cares: anyone who hands bookings to either tool, or lets one check the other: no message, and a balance wrong by 999. State
#   the decimal mark in the file or write two decimals always.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p debs/partial root
apt-get -y -qq -o Debug::NoLocking=1 -o Dir::Cache::archives="$work/debs" --no-install-recommends --reinstall \
  --download-only install ledger=3.3.0-* hledger=1.25-* >apt.log 2>&1 || { cat apt.log; exit 2; }
for deb in debs/*.deb; do dpkg -x "$deb" root; done
LD_LIBRARY_PATH=$work/root/usr/lib/ledger:$(echo "$work"/root/usr/lib/*-linux-gnu)
export LD_LIBRARY_PATH LC_ALL=C.UTF-8

booking() { printf '%s %s\n  receivable  %s\n  sales\n\n' "$@"; }
bookings() { booking "$1" "$2" "$3"; booking "$4" "$5" "$6"; booking 2026-09-03 RE-49 "1.000 EUR"; }
bookings 2026-09-01 RE-47 "1.000 EUR" 2026-09-02 RE-48 "1.234,56 EUR" > a.journal
bookings 2026-09-02 RE-48 "1.234,56 EUR" 2026-09-01 RE-47 "1.000 EUR" > b.journal
{ echo "commodity 1.000,00 EUR"; echo; cat a.journal; } > c.journal
ledger() {
  local format='%(payee) %(quantity(amount))|'
  echo "ledger, $1: $(root/usr/bin/ledger --args-only -f "$2" ${3:-} --format "$format" register receivable)"
}
hledger() {
  echo "hledger, $1: $(root/usr/bin/hledger -f "$2" register receivable -O csv | tail -n +2 | cut -d '"' -f 8,12 | tr '"\n' ' |')"
}
seen=$(ledger "thousand first" a.journal; ledger "comma first" b.journal; ledger "decimal comma" a.journal --decimal-comma
  hledger "thousand first" a.journal; hledger "comma first" b.journal; hledger "commodity line" c.journal)
expected="ledger, thousand first: RE-47 1|RE-48 1234.56|RE-49 1000|
ledger, comma first: RE-48 1234.56|RE-47 1000|RE-49 1000|
ledger, decimal comma: RE-47 1000|RE-48 1234,56|RE-49 1000|
hledger, thousand first: RE-47 1,000 EUR|RE-48 1234,560 EUR|RE-49 1,000 EUR|
hledger, comma first: RE-47 1,000 EUR|RE-48 1234,560 EUR|RE-49 1,000 EUR|
hledger, commodity line: RE-47 1000,00 EUR|RE-48 1234,56 EUR|RE-49 1000,00 EUR|"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
