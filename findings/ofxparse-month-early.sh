#!/usr/bin/env bash
# ofxparse dates a booking of 1 September 2026 on 31 August if the bank adds the time zone of Germany.
#
# Version: python3-ofxparse 0.21 with python3-bs4 4.11.2 and python3-lxml 4.9.2 (Debian 12), against ofx-data-extractor 1.5.0 and
#   ofx-js 1.1.1.
# Source: Debian and npm. Format: OFX 1.02 bank statement; DTPOSTED is 20260901 or, with time and zone,
#   20260901000000[+2:CEST].
# Good guess: the booking date is the day that the bank wrote, with or without a zone, since a bank books by days; or the
#   date carries its zone, so that the caller can tell.
# Seen: ofxparse converts to UTC and drops the zone. Midnight and half past one in German summer time are 31 August, 22:00
#   and 23:30, with no zone; a date without a zone stays 1 September, 00:00. The other two keep the day.
# Who cares: anyone who books by statement: the first day of a month, a quarter or a year goes to the period before, and
#   statements of two banks have two kinds of dates that look the same. Midnight west of Greenwich stays on its day, which hides
#   it in American samples.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts ofx-data-extractor@1.5.0 ofx-js@1.1.1
mkdir -p debs/partial root
apt-get -y -qq -o Debug::NoLocking=1 -o Dir::Cache::archives="$work/debs" --no-install-recommends --reinstall \
  --download-only install python3-ofxparse=0.21-* python3-bs4=4.11.2-* python3-lxml=4.9.2-* >apt.log 2>&1 || { cat apt.log; exit 2; }
for deb in debs/*.deb; do dpkg -x "$deb" root; done
LD_LIBRARY_PATH=$(echo "$work"/root/usr/lib/*-linux-gnu)
export LD_LIBRARY_PATH PYTHONPATH=$work/root/usr/lib/python3/dist-packages LC_ALL=C.UTF-8

cat > write.py <<'PY'
dates = ["20260901", "20260901120000", "20260901000000[+2:CEST]", "20260901013000[+2:CEST]", "20260901120000[+2:CEST]",
         "20260901000000[-5:EST]"]
bookings = "".join(f"""<STMTTRN>
<TRNTYPE>CREDIT
<DTPOSTED>{date}
<TRNAMT>19.90
<FITID>{number}
<NAME>Anna Muster
</STMTTRN>
""" for number, date in enumerate(dates, 1))
with open("statement.ofx", "w") as file:
    file.write(f"""OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX>
<SIGNONMSGSRSV1>
<SONRS>
<STATUS>
<CODE>0
<SEVERITY>INFO
</STATUS>
<DTSERVER>20260916060000
<LANGUAGE>DEU
</SONRS>
</SIGNONMSGSRSV1>
<BANKMSGSRSV1>
<STMTTRNRS>
<TRNUID>1
<STATUS>
<CODE>0
<SEVERITY>INFO
</STATUS>
<STMTRS>
<CURDEF>EUR
<BANKACCTFROM>
<BANKID>37040044
<ACCTID>0532013000
<ACCTTYPE>CHECKING
</BANKACCTFROM>
<BANKTRANLIST>
<DTSTART>20260901
<DTEND>20260915
{bookings}</BANKTRANLIST>
<LEDGERBAL>
<BALAMT>119.40
<DTASOF>20260915
</LEDGERBAL>
</STMTRS>
</STMTTRNRS>
</BANKMSGSRSV1>
</OFX>
""")
PY
cat > read.py <<'PY'
from ofxparse import OfxParser

with open("statement.ofx", "rb") as file:
    for booking in OfxParser.parse(file).account.statement.transactions:
        print(f"ofxparse {booking.id}: {booking.date}, zone {booking.date.tzinfo}")
PY
cat > read.mjs <<'JS'
import { readFileSync } from "node:fs";
import { Ofx } from "ofx-data-extractor";
import { parse } from "ofx-js";
const text = readFileSync("statement.ofx", "utf8");
console.log(`ofx-data-extractor: ${new Ofx(text).getBankTransferList().map((booking) => booking.DTPOSTED).join(" ")}`);
const { STMTRS } = (await parse(text)).OFX.BANKMSGSRSV1.STMTTRNRS;
console.log(`ofx-js: ${STMTRS.BANKTRANLIST.STMTTRN.map((booking) => booking.DTPOSTED).join(" ")}`);
JS
python3 write.py
seen=$(python3 read.py; node read.mjs)
expected="ofxparse 1: 2026-09-01 00:00:00, zone None
ofxparse 2: 2026-09-01 12:00:00, zone None
ofxparse 3: 2026-08-31 22:00:00, zone None
ofxparse 4: 2026-08-31 23:30:00, zone None
ofxparse 5: 2026-09-01 10:00:00, zone None
ofxparse 6: 2026-09-01 05:00:00, zone None
ofx-data-extractor: 2026-09-01 2026-09-01 2026-09-01 2026-09-01 2026-09-01 2026-09-01
ofx-js: 20260901 20260901120000 20260901000000[+2:CEST] 20260901013000[+2:CEST] 20260901120000[+2:CEST] 20260901000000[-5:EST]"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
