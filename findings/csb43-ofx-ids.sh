#!/usr/bin/env bash
# csb43 numbers the bookings of a Spanish bank file from its first line: the next file gives one booking's id to another.
#
# Version: python3-csb43 0.9.2 (Debian 12), command csb2format.
# Source: Debian. Format: Cuaderno 43 of the Spanish banks (80 characters a line), converted to OFX 2.1.1.
# Good guess: the FITID of a booking is made of what the bank says of it, so that a download of the first ten days and one from the
#   tenth on agree about the tenth; two equal bookings of a day are told apart. LEDGERBAL is the final balance of the last day.
# Seen: the FITID is account, date and the line's position in the file. Bernd's payment is ...20260910-1 in the first file
#   and ...20260910-0 in the second, where ...20260910-1 is Cora's returned debit. LEDGERBAL has the final balance (1350.00), dated
#   by the first day (DTASOF 20260901).
# Who cares: anyone who imports such files into software that skips known FITIDs: Bernd's payment is booked twice, and Cora's return
#   never. Only files that begin where the last one ended are safe, and a check of balances by date finds the wrong one.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir debs root
(cd debs && apt-get -qq download python3-csb43=0.9.2+dfsg-* python3-pycountry=22.3.5+ds1-* python3-pkg-resources=66.1.1-* \
  python3.11-minimal=3.11.2-* libpython3.11-minimal=3.11.2-* libpython3.11-stdlib=3.11.2-* 2>../apt.log) || { cat apt.log; exit 2; }
for deb in debs/*.deb; do dpkg -x "$deb" root; done

cat > make.py <<'PY'
def file(name, first, last, start, bookings):
    received = [cents for _, cents, _ in bookings if cents > 0]
    paid = [-cents for _, cents, _ in bookings if cents < 0]
    account = "004915000000000011"
    lines = [f"11{account}{first}{last}2{start:014}9783{'MUSTER SL':26}   "]
    for day, cents, text in bookings:
        concept, sign = ("03", 2) if cents > 0 else ("14", 1)
        lines.append(f"22    1500{day}{day}{concept}071{sign}{abs(cents):014}{47:010}{0:012}{'RE':16}")
        lines.append(f"2301{text:38}{'':38}")
    end = start + sum(received) - sum(paid)
    lines.append(f"33{account}{len(paid):05}{sum(paid):014}{len(received):05}{sum(received):014}2{end:014}978    ")
    lines.append(f"88{'9' * 18}{len(lines):06}{'':54}")
    assert all(len(line) == 80 for line in lines)
    with open(name, "w", newline="") as output:
        output.write("\r\n".join(lines) + "\r\n")


bernd = ("260910", 25000, "BERND MUSTER")
file("first.n43", "260901", "260910", 100000, [("260909", 10000, "ANNA MUSTER"), bernd])
file("second.n43", "260910", "260915", 110000, [bernd, ("260910", -7000, "CORA MUSTER DEVOLUCION")])
PY
cat > show.py <<'PY'
import re

for name in ("first", "second"):
    with open(name + ".ofx") as file:
        text = file.read()
    for amount, fitid, who in re.findall("<TRNAMT>(.*?)</TRNAMT><FITID>(.*?)</FITID>.*?<NAME>(.*?)</NAME>", text):
        print(f"{name}: {fitid} {amount} {who}")
    print(f"{name}: balance", *re.findall("<BALAMT>(.*?)</BALAMT><DTASOF>(.*?)</DTASOF>", text)[0])
PY
python() { PYTHONHOME="$work/root/usr" PYTHONPATH="$work/root/usr/lib/python3/dist-packages" root/usr/bin/python3.11 "$@"; }
python make.py
for name in first second; do python root/usr/bin/csb2format -s -f ofx $name.n43 $name.ofx >out.log 2>&1 || { cat out.log; exit 2; }; done
seen=$(python show.py)
expected="first: 0049-1500-02-0000000011-20260909-0 100 ANNA MUSTER
first: 0049-1500-02-0000000011-20260910-1 250 BERND MUSTER
first: balance 1350 20260901
second: 0049-1500-02-0000000011-20260910-0 250 BERND MUSTER
second: 0049-1500-02-0000000011-20260910-1 -70 CORA MUSTER DEVOLUCION
second: balance 1280 20260910"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
