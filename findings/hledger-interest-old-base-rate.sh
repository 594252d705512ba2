#!/usr/bin/env bash
# hledger-interest computes default interest "according to German BGB288" with the base rate of July 2011, for all times.
#
# Version: hledger-interest 1.6.3 (Debian 12).
# Source: Debian. Law: § 288 BGB, base rate (§ 247 BGB) plus 5 points, or plus 9 points if no consumer is involved (since
#   July 2014). The Bundesbank sets a new base rate each 1 January and 1 July: -0.88 % in the second half of 2016, 3.62 % in
#   the first half of 2024, 2.27 % in that of 2025.
# Good guess: --bgb288 knows the base rates up to its release and stops, or says so, where it knows none. 1000 EUR for the 182
#   days to 30 June 2024 are 8.62 % or 42.86 EUR from a consumer, 12.62 % or 62.75 EUR from a firm.
# Seen: 5.37 % for each day since 1 July 2011: the last line of the built-in table is valid until the year 2999. 26.70 EUR in
#   2024, 26.48 EUR in 2025 (should be 35.85), 27.00 EUR in 2016 (should be 20.71). There is no word of a doubt, and no choice
#   of the 9 points. Up to 2011 the halves of a year are told apart and right.
# Who cares: anyone who adds interest to a reminder: 16 EUR too little per 1000 and half a year, and too much (so contestable)
#   for the ten years in which the base rate was negative.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p debs/partial root
apt-get -y -qq -o Debug::NoLocking=1 -o Dir::Cache::archives="$work/debs" --no-install-recommends --reinstall \
  --download-only install hledger-interest=1.6.3-* >apt.log 2>&1 || { cat apt.log; exit 2; }
for deb in debs/*.deb; do dpkg -x "$deb" root; done

interest() {
  cat > ledger.journal <<LEDGER
$1 invoice
  receivable  1000.00 EUR
  sales

$2 looked at
  receivable  0.00 EUR
  sales
LEDGER
  echo "$1 to $2:"
  LC_ALL=C.UTF-8 LD_LIBRARY_PATH=$(echo root/usr/lib/*-linux-gnu) root/usr/bin/hledger-interest -q -f ledger.journal -s income \
    -t interest --act --bgb288 receivable | grep -E '% interest| interest ' | sed -E 's/^/  /; s/  +/  /g'
}
seen=$(interest 2009-12-31 2010-12-31; interest 2016-06-30 2016-12-31; interest 2023-12-31 2024-06-30
  interest 2025-01-01 2025-06-30)
expected="2009-12-31 to 2010-12-31:
  2010-06-30 5.12% interest for 1000.00 EUR over 181 days
  interest  25.39 EUR
  2010-12-31 5.12% interest for 1000.00 EUR over 184 days
  interest  25.81 EUR
2016-06-30 to 2016-12-31:
  2016-12-31 5.37% interest for 1000.00 EUR over 184 days
  interest  27.00 EUR
2023-12-31 to 2024-06-30:
  2024-06-30 5.37% interest for 1000.00 EUR over 182 days
  interest  26.70 EUR
2025-01-01 to 2025-06-30:
  2025-06-30 5.37% interest for 1000.00 EUR over 180 days
  interest  26.48 EUR"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
