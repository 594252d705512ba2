#!/usr/bin/env bash
# AqBanking turns a camt credit balance into a debt, books a batch's whole sum on its first payer, and mixes two accounts.
#
# Version: aqbanking-tools 6.5.3 (Debian 12).
# Source: Debian. Format: ISO 20022 camt.052.001.02, valid by its schema; importer "camt".
# Good guess: a balance of 1000.00 CRDT is +1000.00 and one of 20.00 DBIT is -20.00, as it is for entries; a batch of two debits
#   (100.00 and 250.00 in one entry of 350.00) gives two transactions, or one without a payer; two reports, two accounts.
# Seen: balances come with the opposite sign, entries with the right one: a well filled account is 1000 EUR in debt and the
#   overdrawn one has 20 EUR. The batch is one transaction of 350.00 from Anna Muster for RE-47; Bernd Muster and RE-48 are gone.
#   A second report (Rpt) of another account is added to the first account: its IBAN is nowhere in the result.
# Who cares: anyone who checks an import by "old balance + entries = new balance", and anyone who matches payments: 250.00 too much
#   on one invoice, nothing on the other, and the sum of the statement still adds up.
# Needs: root, for a look at the unpacked packages in a mount namespace of its own.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p debs/partial root/usr
apt-get -y -qq -o Debug::NoLocking=1 -o Dir::Cache::archives="$work/debs" --no-install-recommends --reinstall \
  --download-only install aqbanking-tools=6.5.3-* libaqbanking-data=6.5.3-* >apt.log 2>&1 || { cat apt.log; exit 2; }
for deb in debs/*.deb; do dpkg -x "$deb" root; done

item() {
  echo "<TxDtls><Refs><EndToEndId>$1</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy=\"EUR\">$2</Amt></TxAmt></AmtDtls>
  <RltdPties><Dbtr><Nm>$3</Nm></Dbtr></RltdPties><RmtInf><Ustrd>Rechnung $1</Ustrd></RmtInf></TxDtls>"
}
balance() {
  echo "<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">$1</Amt><CdtDbtInd>$2</CdtDbtInd>
  <Dt><Dt>2026-09-15</Dt></Dt></Bal>"
}
cat > report.xml <<XML
<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.02"><BkToCstmrAcctRpt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-09-16T06:00:00+02:00</CreDtTm></GrpHdr>
<Rpt><Id>S1</Id><CreDtTm>2026-09-16T06:00:00+02:00</CreDtTm><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>
$(balance 1000.00 CRDT)
<Ntry><Amt Ccy="EUR">350.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-09-15</Dt></BookgDt>
<ValDt><Dt>2026-09-15</Dt></ValDt><BkTxCd><Prtry><Cd>NDDT+192</Cd></Prtry></BkTxCd>
<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>$(item RE-47 100.00 "Anna Muster")$(item RE-48 250.00 "Bernd Muster")</NtryDtls></Ntry>
</Rpt>
<Rpt><Id>S2</Id><CreDtTm>2026-09-16T06:00:00+02:00</CreDtTm><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>
$(balance 20.00 DBIT)
</Rpt></BkToCstmrAcctRpt></Document>
XML
cat > run.sh <<'RUN'
mount -t overlay overlay -o lowerdir="$PWD/root/usr:/usr" /usr
aq() { HOME=$PWD aqbanking-cli -n --cfgdir="$PWD/cfg" "$@" --ctxfile="$PWD/ctx" 2>aq.log; }
aq import --importer=camt --infile="$PWD/report.xml"
grep -E '(iban|value)=' ctx | sed -E 's/^ *char //; s/%2F100%3AEUR/ cents/'
aq listtrans | tr -s '\t' ' ' | cut -d ' ' -f 2-
RUN
seen=$(unshare -m bash -eu run.sh)
expected='iban="DE89370400440532013000"
value="-100000 cents"
value="2000 cents"
value="35000 cents"
350.00 Anna Muster Rechnung RE-47'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
