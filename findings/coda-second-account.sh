#!/usr/bin/env bash
# febelfin-coda cannot read a Belgian bank file with a second account, nor one with a message of the bank.
#
# Version: python3-febelfin-coda 0.2.0 (Debian 12; Tryton's module for Belgian statements reads by it).
# Source: Debian. Format: CODA 2 of the Belgian banks, 128 characters a line: 0 header, 1 and 8 balances, 2 bookings, 4 messages of
#   the bank ("free communication"), 9 trailer. The trailer counts the lines 1, 2, 3 and 8; its last sign is 1 if another
#   statement follows in the file, 2 if not.
# Good guess: CODA(file).statements, a list, has as many statements as the file has; the text of a message is in
#   free_communications of its statement, where the package has a list for it.
# Seen: one statement is read. The same twice is a ValueError, "Wrong number of records": the counter starts one too high after
#   the first. If the second trailer counts one line too many, both are read. A line 4 is an AttributeError: the message is
#   looked for in the file, not in its statement (and would be counted, which CODA does not do).
# Who cares: anyone who takes statements of firms with two accounts, which banks put into one file, or in the week in which the
#   bank announces new prices: an error that blames the bank's count, for a right file. Split at each line 0, drop lines 4.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download python3-febelfin-coda=0.2.0-* 2>apt.log || { cat apt.log; exit 2; }
dpkg -x python3-febelfin-coda_*.deb root

cat > read.py <<'PY'
import io

from coda import CODA


def statement(account, last, message="", count=3):
    account = f"{account} EUR0BE                  "
    lines = [
        f"0000015092672505        {'REF0000047':10}{'Muster BV':26}KREDBEBB   00123456789 00000{'':39}2",
        f"10001{account}0{1000000:015}140926{'Muster BV':26}{'':35}001",
        f"2100010000{'BANKREF':21}0{250000:015}150926001500000{'RE-47':53}15092600100 0",
        f"8001{account}0{1250000:015}150926{'':64}{1 if message else 0}",
    ]
    if message:
        lines.append(f"4 00010000{'':22}{message:80}{'':15}0")
    lines.append(f"9{'':15}{count:06}{0:015}{250000:015}{'':75}{2 if last else 1}")
    assert all(len(line) == 128 for line in lines), [len(line) for line in lines]
    return "\n".join(lines) + "\n"


one = statement("435000000080", True)
cases = {
    "one account": one,
    "two accounts": statement("435000000080", False) + statement("737000000170", True),
    "two accounts, the second with a wrong count": statement("435000000080", False) + statement("737000000170", True, count=4),
    "one account and a message": statement("435000000080", True, "Nieuwe tarieven vanaf 01/10/2026"),
}
for name, text in cases.items():
    try:
        print(f"{name}: {[(read.account, len(read.moves), str(read.new_balance)) for read in CODA(io.StringIO(text)).statements]}")
    except Exception as error:
        print(f"{name}: {type(error).__name__} {error}")
PY
seen=$(PYTHONPATH=root/usr/lib/python3/dist-packages python3 read.py)
expected="one account: [('435000000080', 1, '1250')]
two accounts: ValueError Wrong number of records
two accounts, the second with a wrong count: [('435000000080', 1, '1250'), ('737000000170', 1, '1250')]
one account and a message: AttributeError 'CODA' object has no attribute 'free_communications'"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
