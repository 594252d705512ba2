import { sourceOf } from "./objects-rules";

/** Names with their objects, as a PDF lists its attachments: literal strings or hexadecimal ones. */
const LIST = /\/Names\s*\[((?:\s*(?:\((?:[^()\\]|\\[\s\S])*\)|<[\da-fA-F\s]*>)\s*\d+\s+\d+\s+R)+)\s*\]/g;
const ENTRY = /(\((?:[^()\\]|\\[\s\S])*\)|<[\da-fA-F\s]*>)\s*(\d+)\s+\d+\s+R/g;

/**
 * Returns a name that a PDF lists twice for its attachments. Programs that join PDFs write this. The library knows only
 * one attachment for each name, so it would hide the other invoice.
 */
export function nameListedTwice(pdf: Uint8Array): string | undefined {
  for (const [, list = ""] of sourceOf(pdf).matchAll(LIST)) {
    const entries = [...list.matchAll(ENTRY)].map(([, name = "", object]) => ({ name: plain(name), object }));
    // The same object listed again hides nothing.
    const twice = entries.find((one) => entries.some(({ name, object }) => name === one.name && object !== one.object));
    if (twice !== undefined) return twice.name;
  }
  return undefined;
}

function plain(name: string): string {
  const bytes = name.startsWith("<")
    ? Buffer.from(name.replace(/[<>\s]/g, ""), "hex").toString("latin1")
    : name.slice(1, -1).replace(/\\([\s\S])/g, "$1");
  return bytes.replace(/^\xfe\xff|\0/g, "");
}
