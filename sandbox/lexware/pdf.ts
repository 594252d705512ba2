import type { Voucher } from "./model";

/** Returns a small but valid one-page PDF with the texts that a person looks for. */
export function invoicePdf(voucher: Voucher): Buffer {
  const lines = [
    `${voucher.title} ${voucher.number ?? ""}`,
    voucher.contactName,
    `Datum ${voucher.date}${voucher.dueDate ? `, faellig ${voucher.dueDate}` : ""}`,
    `Betrag ${(voucher.totalCents / 100).toFixed(2)} EUR`,
    voucher.term?.label ?? "",
  ];
  const text = lines.map((line, i) => `BT /F1 12 Tf 60 ${760 - i * 24} Td (${pdfText(line)}) Tj ET`).join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${Buffer.byteLength(text, "latin1")} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const offset = Buffer.byteLength(body, "latin1");
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = Buffer.byteLength(body, "latin1");
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, "latin1");
}

function pdfText(text: string): string {
  return text.replace(/[\\()]/g, (sign) => `\\${sign}`).replace(/[^\x20-\xff]/g, "?");
}
