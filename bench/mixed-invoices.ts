import { ciiInvoice, type InvoiceFacts, pdfWith, ublInvoice, zugferd1Invoice } from "../test/e-invoices";

/** A file of the mixed set, and the status in which the in-tray must end it. */
export interface MixedFile {
  name: string;
  bytes: Buffer;
  status: "done" | "held" | "refused";
  /** The number of the receivable that the file becomes or repeats. */
  number: string | null;
}

const LINE = "<cbc:Note>Wartung der Teigmaschine, Anfahrt und Arbeitszeit nach Aufwand</cbc:Note>";

/**
 * Returns a file of the mixed set: of twenty, seven are XML of the three syntaxes by direct debit, seven are hybrid
 * PDFs, two ask for a transfer, and one each is a copy of the file before in another form, a credit, an invoice of
 * another firm, and damaged.
 */
export async function mixedFile(at: number, part = "A"): Promise<MixedFile> {
  const number = `RE-${part}-${String(at).padStart(6, "0")}`;
  const facts: InvoiceFacts = { ...FACTS, number, ...payerOf(at) };
  const xml = (text: string, status: MixedFile["status"] = "done", ofNumber: string | null = number) =>
    ({ name: `${number}.xml`, bytes: Buffer.from(withLines(text)), status, number: ofNumber }) satisfies MixedFile;
  const kind = at % 20;
  if (kind < 3) return xml(ublInvoice(facts));
  if (kind < 6) return xml(ciiInvoice(facts));
  if (kind < 7) return xml(zugferd1Invoice({ ...facts, means: ["49"] }));
  if (kind < 14) {
    const pdf = await pdfWith({ "factur-x.xml": ciiInvoice(facts), "Stundenzettel.txt": "8 h" });
    return { name: `${number}.pdf`, bytes: pdf, status: "done", number };
  }
  if (kind < 16) return xml(ublInvoice({ ...facts, means: ["58"], mandate: undefined, creditorId: undefined }));
  const before = `RE-${part}-${String(at - 1).padStart(6, "0")}`;
  if (kind === 16) {
    const copy = { ...facts, ...payerOf(at - 1), number: before, means: ["58"] };
    return xml(ublInvoice({ ...copy, mandate: undefined, creditorId: undefined, terms: "Kopie" }), "done", before);
  }
  const credited = `RE-${part}-${String(at - 17).padStart(6, "0")}`;
  const credit = {
    ...facts,
    ...payerOf(at - 17),
    typeCode: "381",
    preceding: [credited],
    payable: "19.00",
    total: "19.00",
  };
  if (kind === 17) return xml(ublInvoice(credit, "CreditNote"), "done", null);
  if (kind === 18) return xml(ciiInvoice({ ...facts, sellerVatId: "DE999999999" }), "refused", null);
  return xml(ublInvoice(facts).slice(0, -40), "refused", null);
}

const FACTS: InvoiceFacts = { mandate: undefined, creditorId: undefined };
const PAYERS = 500;

function payerOf(at: number): InvoiceFacts {
  const payer = at % PAYERS;
  return { buyerId: `K-${payer}`, buyerEmail: `k${payer}@zahler.example`, buyerVatId: undefined };
}

/** Adds what real invoices have and nobody reads, so that a file has the usual size of 10 kB. */
function withLines(text: string): string {
  const end = text.lastIndexOf("</");
  const isUbl = text.includes("<ubl:Invoice") || text.includes("<ubl:CreditNote");
  const [open, close] = isUbl ? ["<cac:InvoiceLine>", "</cac:InvoiceLine>"] : ["<!--", "-->"];
  return `${text.slice(0, end)}${`${open}${LINE}${close}`.repeat(80)}${text.slice(end)}`;
}
