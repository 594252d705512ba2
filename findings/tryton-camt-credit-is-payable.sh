#!/usr/bin/env bash
# Tryton looks for a collected debit among the payments to suppliers, and takes a stranger's transfer for one of them.
#
# Version: tryton-modules-account-payment-sepa 6.0.4 with tryton-server 6.0.29 and python3-lxml 4.9.2 (Debian 12).
# Source: Debian. Format: ISO 20022 camt.054.001.04: CdtDbtInd is seen from the account's owner, so CRDT is money that came in.
#   EndToEndId is returned as the payer's side wrote it; the module writes the number of the payment's row there.
# Good guess: a credit with the EndToEndId of a debit marks that debit (kind "receivable") as succeeded; a debit entry with
#   the EndToEndId of a transfer marks that transfer ("payable"); an incoming transfer of somebody else marks nothing.
# Seen: CRDT is looked up as "payable" and DBIT as "receivable", which is right for returns only. The collected debit 47
#   is found nowhere and stays open, as does the transfer 49 that was carried out. A customer's own transfer with the
#   EndToEndId 48 marks our transfer 48 to a supplier as succeeded: small numbers are common, and no amount is compared.
# Who cares: anyone who lets a camt.054 settle payments: returns work, so a test with returns looks good. And anyone who writes
#   debits: an EndToEndId that nobody else would choose is worth its characters.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir debs root
(cd debs && apt-get -qq download tryton-modules-account-payment-sepa=6.0.4-* tryton-server=6.0.29-* python3-lxml=4.9.2-* \
  python3-sql=1.4.0-* python3-dateutil=2.8.2-* python3-six=1.16.0-* libxml2=2.9.14* libxslt1.1=1.1.35-* \
  python3.11-minimal=3.11.2-* libpython3.11-minimal=3.11.2-* libpython3.11-stdlib=3.11.2-* 2>../apt.log) ||
  { cat apt.log; exit 2; }
for deb in debs/*.deb; do dpkg -x "$deb" root; done

cat > read.py <<'PY'
import importlib.util
from io import BytesIO
from pathlib import Path
import trytond
from trytond.transaction import Transaction

Transaction().context = {}
folder = Path(trytond.__file__).parent / "modules" / "account_payment_sepa"
spec = importlib.util.spec_from_file_location("sepa_handler", folder / "sepa_handler.py")
handler = importlib.util.module_from_spec(spec)
spec.loader.exec_module(handler)


class Payment:
    """Three payments under way, in place of the database."""
    kinds = {"47": "receivable", "48": "payable", "49": "payable", "50": "receivable"}
    marked = []

    @classmethod
    def search(cls, domain):
        number, kind = domain[0][2], domain[1][2]
        print(f"  looks for {kind} {number}")
        return [type("Row", (), {"number": number})()] if cls.kinds.get(number) == kind else []

    @classmethod
    def save(cls, rows):
        pass

    @classmethod
    def succeed(cls, rows):
        cls.marked += [f"{row.number} succeeded" for row in rows]

    @classmethod
    def fail(cls, rows):
        cls.marked += [f"{row.number} failed" for row in rows]


def entry(sign, number, more=""):
    return f"""<Ntry><Amt Ccy="EUR">100.00</Amt><CdtDbtInd>{sign}</CdtDbtInd><Sts>BOOK</Sts>
      <BookgDt><Dt>2026-09-15</Dt></BookgDt><ValDt><Dt>2026-09-15</Dt></ValDt><BkTxCd/>
      <NtryDtls><TxDtls><Refs><EndToEndId>{number}</EndToEndId></Refs><Amt Ccy="EUR">100.00</Amt>
      <CdtDbtInd>{sign}</CdtDbtInd>{more}</TxDtls></NtryDtls></Ntry>"""


cases = [("our debit 47 was collected", entry("CRDT", "47")), ("our transfer 49 was sent", entry("DBIT", "49")),
    ("our debit 50 was returned", entry("DBIT", "50", "<RtrInf><Rsn><Cd>MD06</Cd></Rsn></RtrInf>")),
    ("a customer's own transfer, 48", entry("CRDT", "48"))]
for title, content in cases:
    print(title)
    Payment.marked = []
    handler.CAMT054(BytesIO(f"""<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.04"><BkToCstmrDbtCdtNtfctn>
      <GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-09-16T06:00:00+02:00</CreDtTm></GrpHdr>
      <Ntfctn><Id>N1</Id><CreDtTm>2026-09-16T06:00:00+02:00</CreDtTm>
      <Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>{content}</Ntfctn>
      </BkToCstmrDbtCdtNtfctn></Document>""".encode()), Payment)
    print(f"  marked: {', '.join(Payment.marked) or 'nothing'}")
PY
seen=$(PYTHONHOME="$work/root/usr" PYTHONPATH="$work/root/usr/lib/python3/dist-packages" \
  LD_LIBRARY_PATH=$(echo root/usr/lib/*-linux-gnu) root/usr/bin/python3.11 read.py)
expected="our debit 47 was collected
  looks for payable 47
  marked: nothing
our transfer 49 was sent
  looks for receivable 49
  marked: nothing
our debit 50 was returned
  looks for receivable 50
  marked: 50 failed
a customer's own transfer, 48
  looks for payable 48
  marked: 48 succeeded"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
