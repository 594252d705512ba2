import { rootOf } from "./objects-rules";

const ASSOCIATED = /\/AF\s*(?:\[|(\d+)\s+(\d+)\s+R\b)/g;
const REFERENCE = /\b\d+\s+\d+\s+R\b/g;
const START = /\bstartxref\s+(\d+)/g;
/** Enough for ten thousand references. */
const MAX_ARRAY = 200_000;

/**
 * Returns the PDF with an update at its end that lists these files as its attachments, each under a name of its own;
 * undefined if there are none, or it cannot be extended.
 *
 * @param files references to their descriptions, or descriptions in place
 */
export function withAttached(pdf: Uint8Array, source: string, files: string[]): Uint8Array | undefined {
  const root = rootOf(source);
  const previous = [...source.matchAll(START)].at(-1)?.[1];
  if (files.length === 0 || root === undefined || previous === undefined) return undefined;
  const names = files.map((file, at) => `(${at}) ${file}`);
  const pages = "<< /Type /Pages /Kids [] /Count 0 >>";
  const catalog = `<< /Type /Catalog /Pages ${pages} /Names << /EmbeddedFiles << /Names [${names.join(" ")}] >> >> >>`;
  // Positions count from the header of the PDF, which may have other bytes before it.
  const at = pdf.length + 1 - Math.max(0, source.indexOf("%PDF-"));
  const object = `${root.number} ${root.generation} obj\n${catalog}\nendobj\n`;
  const entry = `${String(at).padStart(10, "0")} ${root.generation.padStart(5, "0")} n \n`;
  const trailer = `trailer\n<< /Size ${Number(root.number) + 1} /Root ${root.reference} /Prev ${previous} >>\n`;
  const update = `\n${object}xref\n${root.number} 1\n${entry}${trailer}startxref\n${at + object.length}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(update, "latin1")]);
}

/**
 * Returns the files in all arrays of associated files, of the document or of a page, each once, as references to their
 * descriptions or in place. PDF/A-3 requires an attachment in both lists. Some programs write only these arrays, which
 * the library does not read.
 */
export function associatedFiles(source: string): string[] {
  const files = [...source.matchAll(ASSOCIATED)].flatMap(({ 0: match, 1: number, 2: generation, index }) => {
    if (number === undefined) return filesAt(source, index + match.length);
    const object = new RegExp(`\\b${number}\\s+${generation}\\s+obj\\s*\\[`, "g");
    const arrays = [...source.matchAll(object)];
    // Some programs reference one file instead of an array.
    if (arrays.length === 0) return [`${number} ${generation} R`];
    return arrays.flatMap((array) => filesAt(source, array.index + array[0].length));
  });
  return [...new Set(files)];
}

/** Returns the files from here to the end of the array. */
function filesAt(source: string, from: number): string[] {
  let depth = 1;
  let end = from;
  for (; depth > 0 && end < Math.min(source.length, from + MAX_ARRAY); end += 1) {
    if (source[end] === "[") depth += 1;
    if (source[end] === "]") depth -= 1;
  }
  const array = source.slice(from, end);
  const references = (array.match(REFERENCE) ?? []).map((reference) => reference.replace(/\s+/g, " "));
  // An array may describe its files in place. Then the references are those of their contents.
  return array.includes("<<") ? references.map((content) => `<< /EF << /F ${content} >> >>`) : references;
}
