import { isUtf8 } from "node:buffer";
import { type ReadingLimits, Refused } from "../limits-rules";

/** The encodings in which invoices may be written. The parser does not know all of them by each of their names. */
const ENCODINGS: Record<string, string> = {
  "utf-8": "utf-8",
  utf8: "utf-8",
  "us-ascii": "utf-8",
  ascii: "utf-8",
  "utf-16": "utf-16le",
  "utf-16le": "utf-16le",
  "utf-16be": "utf-16be",
  "iso-8859-1": "windows-1252",
  "latin-1": "windows-1252",
  latin1: "windows-1252",
  "iso-8859-15": "iso-8859-15",
  "windows-1252": "windows-1252",
  cp1252: "windows-1252",
};
const BYTE_ORDER_MARK = Buffer.from("\uFEFF");
const DECLARATION = /^<\?xml\s[^>]*?\?>/;

/**
 * Returns the document as UTF-8 without byte order mark and declaration, after the checks that come before a parser:
 * size, NUL bytes, encoding, DOCTYPE and the number of elements.
 */
export function checkedXml(bytes: Uint8Array, limits: ReadingLimits): Uint8Array {
  if (bytes.length > limits.xmlBytes) throw new Refused("too_large");
  const utf8 = asUtf8(bytes);
  // All that is searched is ASCII, so each byte may be a character: that is much faster than decoding.
  const text = utf8.toString("latin1");
  if (text.includes("\0")) throw new Refused("nul_bytes");
  if (hasDoctype(text)) throw new Refused("doctype");
  if (countElements(text) > limits.elements) throw new Refused("too_many_elements");
  return utf8.subarray(DECLARATION.exec(text)?.[0].length ?? 0);
}

/** True if the bytes could be XML: after a byte order mark and blanks, the first character is "<". */
export function looksLikeXml(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 1024));
  const text = /^(\xff\xfe|\xfe\xff|<\0|\0<)/.test(head.toString("latin1"))
    ? head
        .toString("latin1")
        .replaceAll("\0", "")
        .slice(head[0] === 0x3c || head[0] === 0 ? 0 : 2)
    : head.toString("latin1").replace(/^\xef\xbb\xbf/, "");
  return /^\s*</.test(text);
}

function asUtf8(bytes: Uint8Array): Buffer {
  const encoding = encodingOf(bytes);
  if (encoding === "utf-8") {
    if (!isUtf8(bytes)) throw new Refused("encoding_unknown", "UTF-8");
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return buffer.subarray(0, 3).equals(BYTE_ORDER_MARK) ? buffer.subarray(BYTE_ORDER_MARK.length) : buffer;
  }
  try {
    return Buffer.from(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    throw new Refused("encoding_unknown", encoding.toUpperCase());
  }
}

/** A byte order mark counts more than the declaration, as in the XML standard. */
function encodingOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  if (head.startsWith("\xff\xfe") || head.startsWith("<\0")) return "utf-16le";
  if (head.startsWith("\xfe\xff") || head.startsWith("\0<")) return "utf-16be";
  if (head.startsWith("\xef\xbb\xbf")) return "utf-8";
  const declared = /^\s*<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? "utf-8";
  const encoding = ENCODINGS[declared.toLowerCase()];
  if (encoding === undefined) throw new Refused("encoding_unknown", declared);
  return encoding === "utf-16le" || encoding === "utf-16be" ? "utf-8" : encoding;
}

/** True if a document type declaration is where one can be: before the root, among comments and instructions. */
function hasDoctype(text: string): boolean {
  let at = 0;
  for (;;) {
    while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
    if (text.startsWith("<!--", at)) at = after(text, "-->", at + 4);
    else if (text.startsWith("<?", at)) at = after(text, "?>", at + 2);
    else return text.startsWith("<!", at);
  }
}

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found === -1 ? text.length : found + end.length;
}

function countElements(text: string): number {
  let count = 0;
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at + 1))
    if (text.charCodeAt(at + 1) !== 0x2f) count++;
  return count;
}
