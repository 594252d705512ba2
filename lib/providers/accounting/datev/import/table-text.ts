import { problemOf, UnreadableFile } from "./file-problems";

/**
 * Bytes of the longest UTF-8 character. With fewer bytes at hand, the encoding of a non-ASCII byte cannot be decided.
 */
const LONGEST_CHARACTER = 4;
const MARKS: { bytes: number[]; encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  { bytes: [0xff, 0xfe], encoding: "utf-16le" },
  { bytes: [0xfe, 0xff], encoding: "utf-16be" },
];
/**
 * First bytes of Office workbooks (zip and the old binary format) and PDF files, often sent with the wrong file
 * extension.
 */
const OTHER_FILES = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
];
/**
 * Control characters, including those that the five unassigned bytes of Windows-1252 decode to. Text tables never
 * contain them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NO_TEXT = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\x81\x8d\x8f\x90\x9d]/;

/**
 * Yields the text of a file, piece by piece. A file without a byte order mark is UTF-8 if its first non-ASCII character
 * is valid UTF-8. Otherwise it is Windows-1252, as DATEV's programs write. Text that fits neither is refused, never
 * guessed.
 *
 * @throws UnreadableFile
 */
export async function* readText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoding = new Decoding();
  for await (const chunk of bytes) yield decoding.next(chunk, false);
  yield decoding.next(new Uint8Array(), true);
  if (decoding.isEmpty) throw new UnreadableFile(problemOf(0, "empty"));
}

class Decoding {
  isEmpty = true;
  private held = new Uint8Array();
  private line = 1;
  private hasStarted = false;
  private decoder: TextDecoder | undefined;

  next(chunk: Uint8Array, isLast: boolean): string {
    if (chunk.length > 0) this.isEmpty = false;
    const bytes = this.held.length > 0 ? Buffer.concat([this.held, chunk]) : chunk;
    this.held = new Uint8Array();
    if (!this.hasStarted) {
      if (bytes.length < LONGEST_CHARACTER && !isLast) return this.hold(bytes);
      this.start(bytes);
    }
    return this.checked(this.decode(bytes, isLast));
  }

  private hold(bytes: Uint8Array): string {
    this.held = Uint8Array.from(bytes);
    return "";
  }

  private start(bytes: Uint8Array): void {
    this.hasStarted = true;
    const begins = (mark: number[]): boolean => mark.every((byte, i) => bytes[i] === byte);
    if (OTHER_FILES.some(begins)) throw new UnreadableFile(problemOf(0, "workbook"));
    const mark = MARKS.find((one) => begins(one.bytes));
    if (mark) this.decoder = new TextDecoder(mark.encoding, { fatal: true });
  }

  private decode(bytes: Uint8Array, isLast: boolean): string {
    if (this.decoder) return this.decodeWith(this.decoder, bytes, isLast);
    const odd = bytes.findIndex((byte) => byte >= 0x80);
    if (odd < 0) return ascii(bytes);
    if (bytes.length - odd < LONGEST_CHARACTER && !isLast) {
      this.hold(bytes.subarray(odd));
      return ascii(bytes.subarray(0, odd));
    }
    this.decoder = isUtf8(bytes.subarray(odd))
      ? new TextDecoder("utf-8", { fatal: true })
      : new TextDecoder("windows-1252");
    const before = ascii(bytes.subarray(0, odd));
    return before + this.decodeWith(this.decoder, bytes.subarray(odd), isLast, before);
  }

  private decodeWith(decoder: TextDecoder, bytes: Uint8Array, isLast: boolean, before = ""): string {
    try {
      return decoder.decode(bytes, { stream: !isLast });
    } catch {
      const line = this.line + breaksIn(before) + breaksBeforeFault(decoder.encoding, bytes);
      throw new UnreadableFile(problemOf(line, "encoding_mixed"));
    }
  }

  private checked(text: string): string {
    const at = text.search(NO_TEXT);
    this.line += breaksIn(at < 0 ? text : text.slice(0, at));
    if (at >= 0) throw new UnreadableFile(problemOf(this.line, "encoding_unknown"));
    return text;
  }
}

function breaksIn(text: string): number {
  return text.split("\n").length - 1;
}

/**
 * Counts the line breaks of a piece before its first invalid byte. A piece may begin inside a character whose first
 * bytes belong to the previous piece.
 */
function breaksBeforeFault(encoding: string, bytes: Uint8Array): number {
  let from = 0;
  while (encoding === "utf-8" && from < LONGEST_CHARACTER - 1 && ((bytes[from] ?? 0) & 0xc0) === 0x80) from += 1;
  const text = new TextDecoder(encoding).decode(bytes.subarray(from));
  // If this piece has no invalid byte, it fails to complete the character that began in the previous piece.
  return breaksIn(text.slice(0, Math.max(0, text.indexOf("\uFFFD"))));
}

function ascii(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

function isUtf8(bytes: Uint8Array): boolean {
  const [first = 0] = bytes;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length));
    return true;
  } catch {
    return false;
  }
}
