import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";

export interface ArchiveLimits {
  entries: number;
  /** Inflated bytes of one entry. */
  entryBytes: number;
  /** Inflated bytes of all entries. */
  totalBytes: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = {
  entries: 10_000,
  entryBytes: 20 * 1024 * 1024,
  totalBytes: 1024 * 1024 * 1024,
};

/** Why an archive, or one of its entries, is not read. `eInvoices.archive` in the messages has a sentence for each. */
export type ArchiveRefusal =
  | "damaged"
  | "too_many_entries"
  | "too_large"
  | "entry_name"
  | "entry_encrypted"
  | "entry_archive"
  | "entry_too_large"
  | "entry_method"
  | "entry_damaged";

export type ArchiveEntry =
  | { name: string; bytes: Uint8Array }
  /** Without a name the archive itself is refused, and nothing follows. */
  | { name?: string; refused: ArchiveRefusal };

interface Listed {
  name: string;
  isEncrypted: boolean;
  method: number;
  crc: number;
  packedBytes: number;
  offset: number;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;
const inflate = promisify(inflateRaw);
/** The upper half of code page 437, in which names without the flag for UTF-8 are written. */
const CP437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

/** True if the file begins as a ZIP archive does. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 0) <= 8 && (bytes[3] ?? 0) <= 8;
}

/**
 * Yields the files of a ZIP archive, one at a time, or why an entry or the whole archive is refused. Folders and the
 * entries that macOS adds are skipped. Sizes are counted while inflating; what the archive says about them is ignored.
 */
export async function* entriesOf(
  archive: Uint8Array,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): AsyncGenerator<ArchiveEntry> {
  const listed = listOf(archive, limits);
  if (typeof listed === "string") return yield { refused: listed };
  let total = 0;
  for (const entry of listed) {
    const { name } = entry;
    if (name.endsWith("/") || name.startsWith("__MACOSX/")) continue;
    const room = Math.min(limits.entryBytes, limits.totalBytes - total);
    if (room <= 0) return yield { refused: "too_large" };
    const content = await contentOf(archive, entry, room);
    if (content === "entry_too_large" && room < limits.entryBytes) return yield { refused: "too_large" };
    if (typeof content === "string") {
      yield { name, refused: content };
      continue;
    }
    total += content.length;
    yield isArchive(content) ? { name, refused: "entry_archive" } : { name, bytes: content };
  }
}

/** Reads the list at the end of the archive. Every entry's own header is checked against it later. */
function listOf(archive: Uint8Array, limits: ArchiveLimits): Listed[] | ArchiveRefusal {
  const view = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = endOf(view);
  if (end === undefined) return "damaged";
  const count = view.readUInt16LE(end + 10);
  if (count > limits.entries) return "too_many_entries";
  const listed: Listed[] = [];
  let at = view.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || view.readUInt32LE(at) !== CENTRAL) return "damaged";
    const flags = view.readUInt16LE(at + 8);
    const nameBytes = view.readUInt16LE(at + 28);
    listed.push({
      name: nameOf(view.subarray(at + 46, at + 46 + nameBytes), (flags & 0x800) !== 0),
      isEncrypted: (flags & 1) !== 0,
      method: view.readUInt16LE(at + 10),
      crc: view.readUInt32LE(at + 16),
      packedBytes: view.readUInt32LE(at + 20),
      offset: view.readUInt32LE(at + 42),
    });
    at += 46 + nameBytes + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32);
  }
  return listed;
}

/** Archives in several parts, or so large that they need the 64-bit format, have no such end. */
function endOf(view: Buffer): number | undefined {
  const first = Math.max(0, view.length - END_BYTES - MAX_COMMENT);
  for (let at = view.length - END_BYTES; at >= first; at--) {
    if (view.readUInt32LE(at) !== END) continue;
    const isWhole = view.readUInt16LE(at + 4) === 0 && view.readUInt16LE(at + 8) === view.readUInt16LE(at + 10);
    return isWhole && view.readUInt32LE(at + 16) <= at ? at : undefined;
  }
  return undefined;
}

async function contentOf(archive: Uint8Array, entry: Listed, maxBytes: number): Promise<Uint8Array | ArchiveRefusal> {
  if (!isRelative(entry.name)) return "entry_name";
  if (entry.isEncrypted) return "entry_encrypted";
  if (entry.method !== STORED && entry.method !== DEFLATED) return "entry_method";
  const packed = packedOf(archive, entry);
  if (packed === undefined) return "entry_damaged";
  if (entry.method === STORED && packed.length > maxBytes) return "entry_too_large";
  try {
    const content =
      entry.method === STORED ? Uint8Array.from(packed) : await inflate(packed, { maxOutputLength: maxBytes });
    return crc32(content) === entry.crc ? content : "entry_damaged";
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return isTooLarge ? "entry_too_large" : "entry_damaged";
  }
}

function packedOf(archive: Uint8Array, { offset, packedBytes }: Listed): Uint8Array | undefined {
  const view = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  if (offset + 30 > view.length || view.readUInt32LE(offset) !== LOCAL) return undefined;
  const start = offset + 30 + view.readUInt16LE(offset + 26) + view.readUInt16LE(offset + 28);
  return start + packedBytes <= view.length ? view.subarray(start, start + packedBytes) : undefined;
}

/** False for names that leave the folder into which somebody might unpack the archive. */
function isRelative(name: string): boolean {
  return name !== "" && !/^[\\/]|^[A-Za-z]:|\0/.test(name) && !name.split(/[\\/]/).includes("..");
}

function nameOf(bytes: Buffer, isUtf8: boolean): string {
  if (isUtf8) return bytes.toString("utf8");
  return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : CP437[byte - 128])).join("");
}
