#!/usr/bin/env bash
# @digitalia/fatturapa: the documented call reads an Italian invoice into undefined, and the check has the codes of 2020.
#
# Version: @digitalia/fatturapa 1.3.1.
# Source: npm. Format: FatturaPA 1.2, the XML of all invoices in Italy. Natura says why a line has no VAT: since January 2021
#   N2, N3 and N6 need a subdivision (N2.2, N6.1), without it the exchange (SdI) rejects the file. TD24, the deferred
#   invoice, and MP23, PagoPA, are of that time as well.
# Good guess: fpa2js(xml), and the documentation's fpa2js(xml, { validate: false, valuesOnly: false }), return the invoice with its
#   root; fpaValidate(invoice), documented as `let isValid = fpaValidate(invoice)`, says whether it is valid.
# Seen: fpa2js returns undefined unless valuesOnly is true, without an error; with validate alone it ends in a TypeError.
#   fpa2json reads the same text well. isValid is a promise, so as a condition it is always true, and it fails without the schema
#   that is documented as optional. With the schema, N2 and N6 pass and N2.2, N6.1, TD24 and MP23 are refused.
# Who cares: anyone who reads or checks invoices from Italy: use JSON.parse(fpa2json(xml)), and know that the check lets
#   through what the exchange rejects and rejects what it takes.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts @digitalia/fatturapa@1.3.1

cat > read.cjs <<'JS'
const { FPAYupSchema, fpa2js, fpa2json, fpaValidate } = require("@digitalia/fatturapa");
const address = (street, code, town, province) => `<Sede><Indirizzo>${street}</Indirizzo><CAP>${code}</CAP>
  <Comune>${town}</Comune><Provincia>${province}</Provincia><Nazione>IT</Nazione></Sede>`;
const vatId = (code) => `<IdFiscaleIVA><IdPaese>IT</IdPaese><IdCodice>${code}</IdCodice></IdFiscaleIVA>`;
const invoice = ({ type = "TD01", exemption = "", means = "MP19" }) => {
  const vat = exemption ? 0 : 22;
  const rate = `<AliquotaIVA>${vat}.00</AliquotaIVA>${exemption && `<Natura>${exemption}</Natura>`}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<p:FatturaElettronica versione="FPR12" xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2">
<FatturaElettronicaHeader><DatiTrasmissione>
  <IdTrasmittente><IdPaese>IT</IdPaese><IdCodice>01234567897</IdCodice></IdTrasmittente><ProgressivoInvio>00047</ProgressivoInvio>
  <FormatoTrasmissione>FPR12</FormatoTrasmissione><CodiceDestinatario>ABC1234</CodiceDestinatario></DatiTrasmissione>
<CedentePrestatore><DatiAnagrafici>${vatId("01234567897")}<Anagrafica><Denominazione>Prova S.r.l.</Denominazione></Anagrafica>
  <RegimeFiscale>RF01</RegimeFiscale></DatiAnagrafici>${address("Via Esempio 1", "00184", "Roma", "RM")}</CedentePrestatore>
<CessionarioCommittente><DatiAnagrafici>${vatId("09876543217")}
  <Anagrafica><Denominazione>Cliente S.p.A.</Denominazione></Anagrafica></DatiAnagrafici>
  ${address("Via Finta 2", "20121", "Milano", "MI")}</CessionarioCommittente></FatturaElettronicaHeader>
<FatturaElettronicaBody><DatiGenerali><DatiGeneraliDocumento><TipoDocumento>${type}</TipoDocumento><Divisa>EUR</Divisa>
  <Data>2026-06-12</Data><Numero>47</Numero></DatiGeneraliDocumento></DatiGenerali>
<DatiBeniServizi><DettaglioLinee><NumeroLinea>1</NumeroLinea><Descrizione>Servizio</Descrizione><Quantita>1.00</Quantita>
  <PrezzoUnitario>100.00</PrezzoUnitario><PrezzoTotale>100.00</PrezzoTotale>${rate}</DettaglioLinee>
  <DatiRiepilogo>${rate}<ImponibileImporto>100.00</ImponibileImporto><Imposta>${vat}.00</Imposta></DatiRiepilogo></DatiBeniServizi>
<DatiPagamento><CondizioniPagamento>TP02</CondizioniPagamento><DettaglioPagamento><ModalitaPagamento>${means}</ModalitaPagamento>
  <ImportoPagamento>${100 + vat}.00</ImportoPagamento></DettaglioPagamento></DatiPagamento></FatturaElettronicaBody>
</p:FatturaElettronica>`;
};
const show = (name, read) => {
  try {
    console.log(`${name}: ${JSON.stringify(read())?.slice(0, 24)}`);
  } catch (error) {
    console.log(`${name}: ${error.name}`);
  }
};
const xml = invoice({});
show("fpa2js", () => fpa2js(xml));
show("as documented", () => fpa2js(xml, { validate: false, valuesOnly: false }));
show("validate", () => fpa2js(xml, { validate: true }));
show("valuesOnly", () => fpa2js(xml, { valuesOnly: true }));
show("fpa2json", () => JSON.parse(fpa2json(xml)));
const cases = [{}, { exemption: "N2" }, { exemption: "N2.2" }, { exemption: "N6" }, { exemption: "N6.1" }, { type: "TD24" },
  { means: "MP23" }];
(async () => {
  const isValid = fpaValidate(fpa2js(xml, { valuesOnly: true }));
  console.log(`isValid: ${isValid.constructor.name}, then ${await isValid.catch((error) => error.name)}`);
  for (const part of cases) {
    const check = fpaValidate(fpa2js(invoice(part), { valuesOnly: true }), FPAYupSchema);
    const result = await check.then(() => "valid", ({ path }) => `refused for ${path.split(".").at(-1)}`);
    console.log(`${JSON.stringify(part)}: ${result}`);
  }
})();
JS
seen=$(node read.cjs)
expected='fpa2js: undefined
as documented: undefined
validate: TypeError
valuesOnly: {"@":{"versione":"FPR12"
fpa2json: {"p:FatturaElettronica":
isValid: Promise, then TypeError
{}: valid
{"exemption":"N2"}: valid
{"exemption":"N2.2"}: refused for Natura
{"exemption":"N6"}: valid
{"exemption":"N6.1"}: refused for Natura
{"type":"TD24"}: refused for TipoDocumento
{"means":"MP23"}: refused for ModalitaPagamento'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
