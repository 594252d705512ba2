#!/usr/bin/env bash
# ofxstatement's ISO 20022 plugin reads the first account of a camt.053 file and no other, and of version 08 no names.
#
# Version: ofxstatement 0.7.1 with ofxstatement-plugins 20210310 (plugin iso20022 0.5.1) and python3-appdirs 1.4.4 (Debian 12).
# Source: Debian. Format: ISO 20022 camt.053: one message may hold several statements (Stmt), of several days or accounts.
#   Version 001.02 has Dbtr/Nm and BIC, version 001.08, which German banks send by now, has Dbtr/Pty/Nm and BICFI.
# Good guess: each statement becomes a statement, or a second one is an error; a version that the plugin does not know is
#   refused (camt.052 is), and if it is read, then whole.
# Seen: the second statement is skipped without a message, money and all. The version's number is not looked at: 001.08 is
#   read without the payers' names and without the bank. Of a text in two lines (Ustrd twice) only the first arrives. The
#   balances of the first statement add up, so a check of the sum finds nothing.
# Who cares: anyone who converts a bank's files to OFX for a bookkeeping program: after the bank's change of version bookings
#   arrive nameless, and of a file with two accounts or a long weekend in it only the first part.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir root
apt-get -qq download ofxstatement=0.7.1-* ofxstatement-plugins=20210310* python3-appdirs=1.4.4-* 2>apt.log ||
  { cat apt.log; exit 2; }
for deb in *.deb; do dpkg -x "$deb" root; done
export PYTHONPATH=$work/root/usr/lib/python3/dist-packages

cat > read.py <<'PY'
from ofxstatement.exceptions import ParseError
from ofxstatement.plugins.iso20022 import Iso20022Parser


def balance(code, amount):
    return f"""<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
      <Dt><Dt>2026-09-15</Dt></Dt></Bal>"""


def statement(number, iban, amount, name, more=""):
    return f"""<Stmt><Id>S{number}</Id><ElctrncSeqNb>{number}</ElctrncSeqNb><CreDtTm>2026-09-16T06:00:00+02:00</CreDtTm>
      <Acct><Id><IBAN>{iban}</IBAN></Id><Ccy>EUR</Ccy><Svcr><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></Svcr></Acct>
      {balance("OPBD", "0.00")}{balance("CLBD", amount)}
      <Ntry><Amt Ccy="EUR">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
      <BookgDt><Dt>2026-09-15</Dt></BookgDt><ValDt><Dt>2026-09-15</Dt></ValDt>
      <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
      <NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>{name}</Nm></Pty></Dbtr></RltdPties>
      <RmtInf><Ustrd>Kunde 4711</Ustrd><Ustrd>Rechnung {number}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt>"""


version8 = f"""<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
  <GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-09-16T06:00:00+02:00</CreDtTm></GrpHdr>
  {statement(47, "DE89370400440532013000", "100.00", "Anna Muster")}
  {statement(48, "DE02120300000000202051", "250.00", "Bernd Muster")}</BkToCstmrStmt></Document>"""
version2 = version8.replace("001.08", "001.02").replace("<Pty>", "").replace("</Pty>", "").replace("BICFI", "BIC")
version2 = version2.replace("<Cd>BOOK</Cd>", "BOOK")
for name, text in (("001.02", version2), ("001.08", version8)):
    with open("statement.xml", "w") as file:
        file.write(text)
    read = Iso20022Parser("statement.xml").parse()
    print(f"{name}: account {read.account_id}, bank {read.bank_id}, {read.start_balance} to {read.end_balance}")
    for line in read.lines:
        print(f"  {line.amount} from {line.payee}: {line.memo}")
with open("statement.xml", "w") as file:
    file.write(version2.replace("camt.053", "camt.052").replace("BkToCstmrStmt", "BkToCstmrAcctRpt").replace("Stmt>", "Rpt>"))
try:
    Iso20022Parser("statement.xml").parse()
except ParseError as error:
    print(f"camt.052: {error.message}")
PY
seen=$(python3 read.py)
expected="001.02: account DE89370400440532013000, bank COBADEFFXXX, 0.00 to 100.00
  100.00 from Anna Muster: Kunde 4711
001.08: account DE89370400440532013000, bank None, 0.00 to 100.00
  100.00 from None: Kunde 4711
camt.052: Cannot recognize ISO20022 XML"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
