import { type Catalog, nodesOf } from "./catalog-rules";
import { referenceOf } from "./names-rules";
import { rootOf } from "./objects-rules";

const START = /\bstartxref\s+(\d+)/g;

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
 * Returns the associated files of the document and its pages, each once, as references to their descriptions or in place.
 * PDF/A-3 requires an attachment in both lists. Some programs write only this one, which the library does not read. What
 * an update of the PDF has taken out of it does not count.
 */
export function associatedFiles(catalog: Catalog): string[] {
  const { at, entry, entryOf } = catalog;
  const places = [entry("/AF"), ...nodesOf(catalog, entry("/Pages")).map((node) => entryOf(node, "/AF"))];
  const files = places.flatMap((place) => {
    const list = at(place);
    // Some programs reference one file instead of an array.
    return (list?.kind === "array" ? list.items : [place]).map((file) => referenceOf(catalog, file));
  });
  return [...new Set(files.filter((file) => file !== undefined))];
}
