import { inflateSync } from "node:zlib";

/** Names with their objects, as a PDF lists its attachments: literal strings or hexadecimal ones. */
const LIST = /\/Names\s*\[((?:\s*(?:\((?:[^()\\]|\\[\s\S])*\)|<[\da-fA-F\s]*>)\s*\d+\s+\d+\s+R)+)\s*\]/g;
const ENTRY = /(\((?:[^()\\]|\\[\s\S])*\)|<[\da-fA-F\s]*>)\s*(\d+)\s+\d+\s+R/g;
const COMPRESSED = /\/Type\s*\/ObjStm\b/g;
/** Objects with lists of names are small. The dictionary of a stream ends soon after its type. */
const [MAX_INFLATED, MAX_DICTIONARY] = [4_000_000, 2_000];

/**
 * Returns a name that a PDF lists twice for its attachments. Programs that join PDFs write this. The library knows only
 * one attachment for each name, so it would hide the other invoice.
 */
export function nameListedTwice(pdf: Uint8Array): string | undefined {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString("latin1");
  return twiceIn(text) ?? inflated(pdf, text).map(twiceIn).find(Boolean);
}

function twiceIn(text: string): string | undefined {
  for (const [, list = ""] of text.matchAll(LIST)) {
    const entries = [...list.matchAll(ENTRY)].map(([, name = "", object]) => ({ name: plain(name), object }));
    // The same object listed again hides nothing.
    const twice = entries.find((one) => entries.some(({ name, object }) => name === one.name && object !== one.object));
    if (twice !== undefined) return twice.name;
  }
  return undefined;
}

/** Returns the objects that a PDF stores in compressed streams. */
function inflated(pdf: Uint8Array, text: string): string[] {
  return [...text.matchAll(COMPRESSED)].flatMap(({ index }) => {
    const head = text.slice(index, index + MAX_DICTIONARY);
    const [start] = /stream\r?\n/.exec(head) ?? [];
    if (start === undefined) return [];
    const from = index + head.indexOf(start) + start.length;
    try {
      return inflateSync(pdf.subarray(from), { maxOutputLength: MAX_INFLATED }).toString("latin1");
    } catch {
      return [];
    }
  });
}

function plain(name: string): string {
  const bytes = name.startsWith("<")
    ? Buffer.from(name.replace(/[<>\s]/g, ""), "hex").toString("latin1")
    : name.slice(1, -1).replace(/\\([\s\S])/g, "$1");
  return bytes.replace(/^\xfe\xff|\0/g, "");
}
