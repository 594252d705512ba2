import { inflateSync } from "node:zlib";

const OBJECT = /\b(\d{1,10})\s+\d{1,5}\s+obj\b/g;
const ROOT = /\/Root\s+(\d+)\s+(\d+)\s+R\b/g;
const LENGTH = /\/Length\s+(\d+)(?!\s*\d*\s+\d+\s+R)/;
const END_OF_STREAM = "endstream";
const COMPRESSED = /\/Type\s*\/ObjStm\b/g;
/** Objects that name attachments are small. The dictionary of a stream is near its type. */
const [MAX_INFLATED, MAX_DICTIONARY] = [4_000_000, 2_000];

/**
 * Returns the source of a PDF as text, one character for each byte. Behind each compressed stream of objects are these
 * objects in the form of the others: "12 0 obj …". For the few questions that the library does not answer.
 */
export function sourceOf(pdf: Uint8Array): string {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString("latin1");
  const parts: string[] = [];
  let copied = 0;
  for (const { index } of text.matchAll(COMPRESSED)) {
    const unpacked = unpackedAt(pdf, text, index);
    if (unpacked.length === 0) continue;
    const end = text.indexOf(END_OF_STREAM, index) + END_OF_STREAM.length;
    if (end < Math.max(copied, index)) continue;
    parts.push(text.slice(copied, end), "\n", unpacked.join("\n"), "\n");
    copied = end;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(copied);
}

/** Returns the last catalog that a source names, as a reference; an update of the PDF may name another one. */
export function rootOf(source: string): { reference: string; number: string; generation: string } | undefined {
  const [, number, generation] = [...source.matchAll(ROOT)].at(-1) ?? [];
  if (number === undefined || generation === undefined) return undefined;
  return { reference: `${number} ${generation} R`, number, generation };
}

/**
 * Returns the objects of a source by their number, without the contents of streams: those of an attached PDF look like
 * objects, too. The last of one number counts, because an update of a PDF is at its end.
 */
export function objectsOf(source: string): Map<number, string> {
  const [stream, endOfObject, endOfStream] = [
    nextOf(source, /\bstream\r?\n/g),
    nextOf(source, /\bendobj\b/g),
    nextOf(source, /\bendstream\b/g),
  ];
  const objects = new Map<number, string>();
  const start = new RegExp(OBJECT);
  for (let found = start.exec(source); found !== null; found = start.exec(source)) {
    const from = start.lastIndex;
    const [data, end] = [stream(from), endOfObject(from)];
    const head = source.slice(from, Math.min(data.at, end.at));
    objects.set(Number(found[1]), head);
    start.lastIndex = Math.min(end.at, source.length);
    if (data.at > end.at) continue;
    const length = Number(LENGTH.exec(head)?.[1] ?? Number.NaN);
    const stated = data.end + length;
    const isStated = /^\s*endstream/.test(source.slice(stated, stated + END_OF_STREAM.length + 2));
    start.lastIndex = Math.min(isStated ? stated : endOfStream(data.end).at, source.length);
  }
  return objects;
}

/** Returns a function that finds a pattern from a place; the places may only grow, so each part is searched once. */
function nextOf(source: string, pattern: RegExp): (from: number) => { at: number; end: number } {
  let next = { at: -1, end: -1 };
  return (from) => {
    if (next.at >= from) return next;
    pattern.lastIndex = from;
    const at = pattern.exec(source)?.index ?? Number.POSITIVE_INFINITY;
    next = { at, end: pattern.lastIndex };
    return next;
  };
}

/** Returns the objects of the compressed stream whose type is at this place. */
function unpackedAt(pdf: Uint8Array, text: string, index: number): string[] {
  const before = text.slice(Math.max(0, index - MAX_DICTIONARY), index);
  const dictionary = before.slice(Math.max(0, before.lastIndexOf("obj"))) + text.slice(index, index + MAX_DICTIONARY);
  const head = text.slice(index, index + MAX_DICTIONARY);
  const [start] = /stream\r?\n/.exec(head) ?? [];
  if (start === undefined) return [];
  const from = index + head.indexOf(start) + start.length;
  let content: string;
  try {
    content = inflateSync(pdf.subarray(from), { maxOutputLength: MAX_INFLATED }).toString("latin1");
  } catch {
    return [];
  }
  const first = Number(/\/First\s+(\d+)/.exec(dictionary)?.[1] ?? 0);
  const numbers = [...content.slice(0, first).matchAll(/(\d+)\s+(\d+)/g)];
  if (numbers.length === 0) return [content];
  return numbers.map(([, number, at], next) => {
    const end = numbers[next + 1]?.[2];
    const object = content.slice(first + Number(at), end === undefined ? undefined : first + Number(end));
    return `${number} 0 obj\n${object}\nendobj`;
  });
}
