/** Returns a PDF of one page with a title and lines in Helvetica. */
export function pdfOf(title: string, lines: string[]): Buffer {
  const rows = lines.map((line) => `(${escapePdf(line)}) Tj T*`).join("\n");
  const content = `BT /F1 16 Tf 56 780 Td (${escapePdf(title)}) Tj /F1 10 Tf 0 -30 Td 15 TL\n${rows}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  // Latin-1 matches the font's encoding for German letters, and keeps offsets equal to lengths.
  return Buffer.from(text, "latin1");
}

function escapePdf(text: string): string {
  return text
    .replaceAll("€", "EUR ")
    .replace(/[^\x20-\xff]/g, "?")
    .replace(/[\\()]/g, "\\$&");
}
