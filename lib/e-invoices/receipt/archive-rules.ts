import { setImmediate as pause } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { Inflate, Unzip, type UnzipDecoder, type UnzipFile } from "fflate";
import { kindOf } from "@/lib/e-invoices/tray/rules";
import { type Candidate, MAX_FILE_BYTES, type Refused } from "@/lib/e-invoices/tray/types";

export interface ArchiveLimits {
  fileBytes: number;
  /** Bytes of all files together, as they are inflated. */
  totalBytes: number;
  files: number;
  /** Most bytes that a compressed byte may inflate to, on average. Invoices reach about 30, bombs 1,000. */
  ratio: number;
}

const LIMITS: ArchiveLimits = { fileBytes: MAX_FILE_BYTES, totalBytes: 2_000_000_000, files: 20_000, ratio: 200 };
/** The ratio is looked at from here on, because a short file may be all blanks. */
const RATIO_FROM_BYTES = 10_000_000;
/** Deflate inflates a byte to 1,032 at most, so one slice never needs more than 4 MB. */
const SLICE_BYTES = 4_096;
/** After this much work the process serves others before it continues. */
const PAUSE_BYTES = 2_000_000;

/**
 * Yields the files of a ZIP archive while it arrives. Holds one file at a time, and counts the bytes that it inflates,
 * because the sizes in an archive's headers prove nothing.
 *
 * A file whose checksum differs is refused, if the archive states it before the file.
 * Directories and the system files of macOS and Windows are skipped. A broken archive, or one beyond the limits, ends
 * with a refusal under its own name; the files before that are complete.
 */
export async function* archiveFiles(
  archive: { name: string; body: AsyncIterable<Uint8Array> },
  limits: ArchiveLimits = LIMITS,
): AsyncGenerator<Candidate> {
  const found: Candidate[] = [];
  const state = { entries: 0, files: 0, readBytes: 0, totalBytes: 0, open: 0, stop: undefined as Refused | undefined };
  const headers = new Headers();
  const unzip = new Unzip((file) => {
    const checksum = headers.checksumOf(file.name);
    if (!KNOWN_METHODS.includes(file.compression)) unzip.register(droppingDecoder(file.compression));
    const isSystem = isSystemFile(file.name);
    state.entries += 1;
    if (!isSystem) state.files += 1;
    if (state.files > limits.files || state.entries > 3 * limits.files) {
      state.stop ??= "archive_too_many";
      drop(file);
    } else if (isSystem) drop(file);
    else if (!isSafeName(file.name)) {
      drop(file);
      found.push({ name: file.name, refused: "unsafe_name" });
    } else collect({ file, checksum }, limits, state, (candidate) => found.push(candidate));
  });
  unzip.register(StoppableInflate);
  const push = (piece: Uint8Array, isLast: boolean): void => {
    try {
      headers.push(piece);
      unzip.push(piece, isLast);
    } catch {
      state.stop ??= "archive_broken";
    }
  };
  let pausedAt = 0;
  for await (const chunk of archive.body) {
    // After a refusal the rest is read and dropped: a browser shows the answer only when it has sent everything.
    for (let at = 0; at < chunk.length && !state.stop; at += SLICE_BYTES) {
      const piece = chunk.slice(at, at + SLICE_BYTES);
      state.readBytes += piece.length;
      push(piece, false);
      if (state.totalBytes > Math.max(RATIO_FROM_BYTES, limits.ratio * state.readBytes))
        state.stop ??= "archive_too_large";
      yield* found.splice(0);
      if (state.totalBytes - pausedAt < PAUSE_BYTES) continue;
      pausedAt = state.totalBytes;
      await pause();
    }
  }
  if (!state.stop) push(new Uint8Array(), true);
  if (state.open > 0) state.stop ??= "archive_broken";
  yield* found.splice(0);
  if (state.stop) yield { name: archive.name, refused: state.stop };
  else if (state.files === 0) yield { name: archive.name, refused: "empty" };
}

/** Inflates a file of an archive until `terminate`. fflate's own class inflates on to the end. */
class StoppableInflate implements UnzipDecoder {
  static compression = 8;
  ondata: UnzipDecoder["ondata"] = () => {};
  #isStopped = false;
  readonly #inflate = new Inflate((piece, isLast) => this.ondata(null, piece, isLast));

  push(data: Uint8Array, isLast: boolean): void {
    if (!this.#isStopped) this.#inflate.push(data, isLast);
  }

  terminate(): void {
    this.#isStopped = true;
  }
}

/** Stored, and deflated. */
const KNOWN_METHODS = [0, 8];

/** Returns a decoder for a method that is not known: it reads nothing. */
function droppingDecoder(compression: number) {
  return class implements UnzipDecoder {
    static compression = compression;
    ondata: UnzipDecoder["ondata"] = () => {};
    push(): void {}
  };
}

/** Passes over a file. It has to be started: the library keeps every byte of one that is not. */
function drop(file: UnzipFile): void {
  file.ondata = () => {};
  file.start();
  file.terminate();
}

/**
 * Remembers the bytes around the place that is read: the library does not tell the checksum in the header of a file. Many
 * programs write it there; others write it behind the file, where it is not looked for.
 */
class Headers {
  #recent = Buffer.alloc(0);
  #from = 0;

  push(piece: Uint8Array): void {
    const kept = this.#recent.subarray(-SLICE_BYTES);
    this.#from = Math.max(0, this.#from - (this.#recent.length - kept.length));
    this.#recent = Buffer.concat([kept, piece]);
  }

  /** Returns the CRC-32 of the file that begins now; undefined if its header states none. */
  checksumOf(name: string): number | undefined {
    for (let at = this.#recent.indexOf(HEADER, this.#from); at !== -1; at = this.#recent.indexOf(HEADER, at + 1)) {
      const header = this.#recent.subarray(at);
      if (header.length < HEADER_BYTES) return undefined;
      const length = header.readUInt16LE(26);
      const stated = header.subarray(HEADER_BYTES, HEADER_BYTES + length);
      if (stated.toString("utf8") !== name && stated.toString("latin1") !== name) continue;
      this.#from = at + 1;
      return (header.readUInt16LE(6) & CHECKSUM_FOLLOWS) === 0 ? header.readUInt32LE(14) : undefined;
    }
    return undefined;
  }
}

const HEADER = Buffer.from("PK\x03\x04");
const HEADER_BYTES = 30;
const CHECKSUM_FOLLOWS = 8;

function collect(
  { file, checksum }: { file: UnzipFile; checksum: number | undefined },
  limits: ArchiveLimits,
  state: { totalBytes: number; open: number; stop: Refused | undefined },
  done: (candidate: Candidate) => void,
): void {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let sum = 0;
  if (!KNOWN_METHODS.includes(file.compression)) {
    drop(file);
    done({ name: file.name, refused: "archive_broken" });
    return;
  }
  state.open += 1;
  const refuse = (refused: Refused): void => {
    state.open -= 1;
    pieces.length = 0;
    file.ondata = () => {};
    done({ name: file.name, refused });
  };
  file.ondata = (error, piece, isLast) => {
    if (error) return refuse("archive_broken");
    length += piece.length;
    state.totalBytes += piece.length;
    if (state.totalBytes > limits.totalBytes) state.stop ??= "archive_too_large";
    if (length > limits.fileBytes) {
      file.terminate();
      return refuse("too_large");
    }
    pieces.push(piece);
    sum = crc32(piece, sum);
    if (!isLast) return;
    if (checksum !== undefined && checksum !== sum) return refuse("archive_broken");
    state.open -= 1;
    done(candidateOf(file.name, Buffer.concat(pieces)));
  };
  file.start();
}

/** Returns a file of an archive or a mail, or why it can be no invoice. */
export function candidateOf(name: string, bytes: Uint8Array): Candidate {
  if (bytes.length === 0) return { name, refused: "empty" };
  if (bytes.length > MAX_FILE_BYTES) return { name, refused: "too_large" };
  const kind = kindOf(bytes);
  if (kind === "zip") return { name, refused: "archive_in_archive" };
  return kind ? { name, bytes } : { name, refused: "file_type" };
}

function isSystemFile(name: string): boolean {
  return name.endsWith("/") || /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name);
}

function isSafeName(name: string): boolean {
  return !/^([\\/]|[a-z]:)|(^|[\\/])\.\.([\\/]|$)|\0/i.test(name);
}
