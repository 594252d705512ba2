#!/usr/bin/env bash
# iso20022.js reads a reversal as no reversal, a reference as a number, and 19.99 EUR as 1998.9999999999998 cents.
#
# Version: iso20022.js 0.0.15 (with fast-xml-parser 4 and dinero.js 1).
# Source: npm. Format: ISO 20022 camt.053.001.02; RvslInd (true: the entry takes an earlier one back), Ustrd (text), Amt.
# Good guess: RvslInd "true" gives reversal: true, Ustrd "0048" stays the text "0048", and an amount that is said to be in
#   minor units is a whole number.
# Seen: the XML parser below turns texts into values first. RvslInd comes as the boolean true and is then compared with the
#   text "true": reversal is always false. "0048" comes as the number 48. The amount is multiplied by 100 as a float;
#   dinero.js is only asked how many digits a currency has.
# Who cares: anyone who reads bank statements with it: a reversed payment counts twice instead of cancelling out, an invoice
#   number in the text is not found, and a comparison of cents by === fails for some amounts only.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts iso20022.js@0.0.15

cat > read.mjs <<'JS'
import { CashManagementEndOfDayReport } from "iso20022.js";
const entry = (reversal, text) => `<Ntry><Amt Ccy="EUR">19.99</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>${reversal}</RvslInd>
  <Sts>BOOK</Sts><BookgDt><Dt>2026-09-15</Dt></BookgDt><ValDt><Dt>2026-09-15</Dt></ValDt>
  <BkTxCd><Prtry><Cd>NRTI+109</Cd></Prtry></BkTxCd>
  <NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
const xml = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-09-16T06:00:00+02:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><CreDtTm>2026-09-16T06:00:00+02:00</CreDtTm><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id>
  <Svcr><FinInstnId><BIC>COBADEFFXXX</BIC></FinInstnId></Svcr></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">900.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
  <Dt><Dt>2026-09-15</Dt></Dt></Bal>
${entry("true", "0048")}${entry("false", "RE-0048")}</Stmt></BkToCstmrStmt></Document>`;
for (const { reversal, amount, transactions } of CashManagementEndOfDayReport.fromXML(xml).statements[0].entries)
  console.log(`reversal ${reversal}, amount ${amount}, text ${JSON.stringify(transactions[0].remittanceInformation)}`);
JS
seen=$(node read.mjs)
expected='reversal false, amount 1998.9999999999998, text 48
reversal false, amount 1998.9999999999998, text "RE-0048"'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
