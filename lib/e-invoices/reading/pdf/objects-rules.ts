import { inflateSync } from "node:zlib";

const COMPRESSED = /\/Type\s*\/ObjStm\b/g;
/** Objects that name attachments are small. The dictionary of a stream is near its type. */
const [MAX_INFLATED, MAX_DICTIONARY] = [4_000_000, 2_000];

/**
 * Returns the source of a PDF as text, one character for each byte, and behind it the objects that it stores in compressed
 * streams, in the form of the others: "12 0 obj …". For the few questions that the library does not answer.
 */
export function sourceOf(pdf: Uint8Array): string {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString("latin1");
  const unpacked = [...text.matchAll(COMPRESSED)].flatMap(({ index }) => unpackedAt(pdf, text, index));
  return unpacked.length === 0 ? text : `${text}\n${unpacked.join("\n")}`;
}

/** Returns the objects of the compressed stream whose type is at this place. */
function unpackedAt(pdf: Uint8Array, text: string, index: number): string[] {
  const dictionary = text.slice(Math.max(0, text.lastIndexOf("obj", index)), index + MAX_DICTIONARY);
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
    return `${number} 0 obj\n${content.slice(first + Number(at), end === undefined ? undefined : first + Number(end))}`;
  });
}
