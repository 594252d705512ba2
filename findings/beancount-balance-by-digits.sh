#!/usr/bin/env bash
# Beancount lets a bank balance be a cent off if it is written 100.00, ten cents if 100.0, and nothing if 100.
#
# Version: python3-beancount 2.3.5 (Debian 12) and @rustledger/wasm 0.24.0, against ledger 3.3.0 and hledger 1.25 (Debian 12).
# Source: Debian, npm. Format: Beancount's directive "balance", in the other two the balance assertion "= 100.00 EUR".
# Good guess: a balance assertion is there to find a missing cent (Beancount's document on it says "exactly"): it holds to
#   the cent, or to half of the last digit, as the check of a transaction does. Fewer decimals cannot make it stricter.
# Seen: the tolerance is a whole unit of the last digit, twice that of a transaction (the document on tolerances has it), and
#   none at all for a number without decimals. 100.01 EUR pass as 100.00, 100.10 EUR as 100.0, but 100.01 EUR fail as 100.
#   Both readers of the format do the same; Ledger and hledger refuse all three.
# Who cares: anyone who checks an import against the bank's closing balance: one cent a statement passes, in either direction. And
#   anyone who converts a journal: assertions that Ledger refuses become valid. "100.00 ~ 0 EUR" is the exact form.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts @rustledger/wasm@0.24.0
mkdir -p debs/partial root
apt-get -y -qq -o Debug::NoLocking=1 -o Dir::Cache::archives="$work/debs" --no-install-recommends --reinstall \
  --download-only install ledger=3.3.0-* hledger=1.25-* >apt.log 2>&1 || { cat apt.log; exit 2; }
(cd debs && apt-get -qq download python3-beancount=2.3.5-* python3-dateutil=2.8.2-* python3-six=1.16.0-* \
  python3.11-minimal=3.11.2-* libpython3.11-minimal=3.11.2-* libpython3.11-stdlib=3.11.2-* 2>>../apt.log) ||
  { cat apt.log; exit 2; }
for deb in debs/*.deb; do dpkg -x "$deb" root; done
libraries=$work/root/usr/lib/ledger:$(echo "$work"/root/usr/lib/*-linux-gnu)

cat > check.mjs <<'JS'
import { readFileSync } from "node:fs";
import { initSync, validateSource } from "@rustledger/wasm";
initSync({ module: readFileSync("node_modules/@rustledger/wasm/rustledger_wasm_bg.wasm") });
console.log(validateSource(readFileSync("a.beancount", "utf8")).valid ? "passes" : "fails");
JS
cat > check.py <<'PY'
from beancount import loader

print("fails" if loader.load_file("a.beancount")[1] else "passes")
PY
check() {
  printf '2026-01-01 open Assets:Bank EUR\n2026-01-01 open Income:Sales\n2026-09-01 * "RE-47"\n  Assets:Bank  %s EUR
  Income:Sales\n2026-09-30 balance Assets:Bank  %s EUR\n' "$1" "$2" > a.beancount
  printf '2026-09-01 RE-47\n  bank  %s EUR\n  sales\n\n2026-09-30 statement\n  bank  0 EUR = %s EUR\n  sales\n' "$1" "${2% ~ *}" \
    > a.journal
  beancount=$(PYTHONHOME="$work/root/usr" PYTHONPATH="$work/root/usr/lib/python3/dist-packages" root/usr/bin/python3.11 check.py)
  ledger=fails hledger=fails
  LD_LIBRARY_PATH=$libraries root/usr/bin/ledger --args-only -f a.journal balance >/dev/null 2>&1 && ledger=passes
  LC_ALL=C.UTF-8 LD_LIBRARY_PATH=$libraries root/usr/bin/hledger -f a.journal balance >/dev/null 2>&1 && hledger=passes
  echo "holds $1, said to be $2: Beancount $beancount, rustledger $(node check.mjs), Ledger $ledger, hledger $hledger"
}
seen=$(check 100.00 100.00; check 100.01 100.00; check 99.99 100.00; check 100.02 100.00; check 100.10 100.0; check 100.01 100
  check 100.01 "100.00 ~ 0")
expected="holds 100.00, said to be 100.00: Beancount passes, rustledger passes, Ledger passes, hledger passes
holds 100.01, said to be 100.00: Beancount passes, rustledger passes, Ledger fails, hledger fails
holds 99.99, said to be 100.00: Beancount passes, rustledger passes, Ledger fails, hledger fails
holds 100.02, said to be 100.00: Beancount fails, rustledger fails, Ledger fails, hledger fails
holds 100.10, said to be 100.0: Beancount passes, rustledger passes, Ledger fails, hledger fails
holds 100.01, said to be 100: Beancount fails, rustledger fails, Ledger fails, hledger fails
holds 100.01, said to be 100.00 ~ 0: Beancount fails, rustledger fails, Ledger fails, hledger fails"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
