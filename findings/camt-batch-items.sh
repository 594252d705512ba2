#!/usr/bin/env bash
# A bank credits two debits as one sum: three camt readers all lose how much each customer paid.
#
# Version: lib-fints 1.5.0, camt-parser 1.1.0, iso20022.js 0.0.15.
# Source: npm. Format: ISO 20022 camt.052/053.001.08; one Ntry (entry) of 350.00 with two TxDtls (items) of 100.00 and
#   250.00, each with its EndToEndId and its own Amt. For iso20022.js the names of .001.02 are used (BIC, Sts, Dbtr/Nm),
#   since it does not read BICFI.
# Good guess: two items come out, each with its amount and its EndToEndId; at worst only the sum.
# Seen: lib-fints gives one booking of 350 with an empty reference: with one item it reads EndToEndId, with two it does not.
#   camt-parser gives both references, but the amount of each is an empty text, since it reads AmtDtls/TxAmt and not Amt.
#   iso20022.js gives two items with names and no amounts, and it has no field for EndToEndId at all.
# Who cares: anyone who matches a bank's batch to invoices: none of the three can say which part of the sum is whose.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts lib-fints@1.5.0 camt-parser@1.1.0 iso20022.js@0.0.15

cat > read.mjs <<'JS'
import { createRequire } from "node:module";
import { CashManagementEndOfDayReport } from "iso20022.js";
import { CamtParser } from "./node_modules/lib-fints/dist/camtParser.js";
const { parseCamt053 } = createRequire(import.meta.url)("camt-parser");

const item = (reference, amount, name) => `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>
  <Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
  <RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>Rechnung</Ustrd></RmtInf></TxDtls>`;
const statement = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-09-16T06:00:00+02:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><ElctrncSeqNb>12</ElctrncSeqNb><CreDtTm>2026-09-16T06:00:00+02:00</CreDtTm>
<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy>
  <Svcr><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></Svcr></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1350.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
  <Dt><Dt>2026-09-15</Dt></Dt></Bal>
<Ntry><NtryRef>1</NtryRef><Amt Ccy="EUR">350.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
  <BookgDt><Dt>2026-09-15</Dt></BookgDt><ValDt><Dt>2026-09-15</Dt></ValDt>
  <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>IDDT</Cd><SubFmlyCd>ESDD</SubFmlyCd></Fmly></Domn></BkTxCd>
  <NtryDtls><Btch><PmtInfId>LS-1</PmtInfId><NbOfTxs>2</NbOfTxs></Btch>
  ${item("RE-47", "100.00", "Anna Muster")}${item("RE-48", "250.00", "Bernd Muster")}</NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`;
const report = statement.replaceAll("BkToCstmrStmt", "BkToCstmrAcctRpt").replaceAll("Stmt>", "Rpt>").replace("053", "052");
const older = statement.replaceAll(/<\/?Pty>/g, "").replaceAll("BICFI", "BIC").replace("<Cd>BOOK</Cd>", "BOOK");
const single = report.replace(item("RE-48", "250.00", "Bernd Muster"), "");

for (const [name, xml] of [["one item", single], ["two items", report]]) {
  const [{ transactions }] = new CamtParser(xml).parse();
  console.log(`lib-fints, ${name}: ${transactions.map((one) => `${one.amount} "${one.e2eReference}"`).join(", ")}`);
}
const [booking] = (await parseCamt053(statement)).statements[0].transactions;
const details = booking.details.map((one) => `"${one.amountDetails.transactionAmount.value}" ${one.references.endToEndId}`);
console.log(`camt-parser: ${details.join(", ")}`);
const [entry] = CashManagementEndOfDayReport.fromXML(older.replace("001.08", "001.02")).statements[0].entries;
console.log(`iso20022.js: ${entry.amount}, items ${JSON.stringify(entry.transactions.map(({ debtor }) => debtor.name))}`);
const text = JSON.stringify(entry.transactions);
console.log(`iso20022.js has item amounts: ${/10000|25000/.test(text)}, references: ${/RE-4/.test(text)}`);
JS
seen=$(node read.mjs)
expected='lib-fints, one item: 350 "RE-47"
lib-fints, two items: 350 ""
camt-parser: "" RE-47, "" RE-48
iso20022.js: 35000, items ["Anna Muster","Bernd Muster"]
iso20022.js has item amounts: false, references: false'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
