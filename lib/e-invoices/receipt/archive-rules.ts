import { setImmediate as pause } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { Inflate, Unzip, type UnzipDecoder, type UnzipFile } from "fflate";
import { kindOf } from "@/lib/e-invoices/tray/rules";
import { type Candidate, MAX_FILE_BYTES, type Refused } from "@/lib/e-invoices/tray/types";
import { Checksums, type StatedChecksum } from "./checksum-rules";

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
 * A file whose checksum differs is refused. Archives state it before the file or behind it; without any the file is refused.
 * Directories and the system files of macOS and Windows are skipped. A broken archive, or one beyond the limits, ends
 * with a refusal under its own name; the files before that are complete.
 */
export async function* archiveFiles(
  archive: { name: string; body: AsyncIterable<Uint8Array> },
  limits: ArchiveLimits = LIMITS,
): AsyncGenerator<Candidate> {
  const found: Candidate[] = [];
  const state = { entries: 0, files: 0, readBytes: 0, totalBytes: 0, open: 0, stop: undefined as Refused | undefined };
  const checksums = new Checksums();
  let unchecked: Unchecked | undefined;
  const unzip = new Unzip((file) => {
    settle(true);
    const checksum = checksums.ofFile(file.name);
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
    } else
      collect({ file, checksum }, limits, state, (candidate, waiting) => {
        // Without a signature the library completes a file only after the next one has begun.
        settle(true);
        if (waiting) unchecked = { candidate, ...waiting };
        else found.push(candidate);
      });
  });
  /** Yields the file whose checksum follows it once that has arrived; refuses the file if something else has. */
  const settle = (isLate: boolean): void => {
    if (!unchecked) return;
    const { candidate, sum, length } = unchecked;
    const isRight = checksums.isStated(sum, length);
    if (!isRight && !isLate) return;
    found.push(isRight ? candidate : { name: candidate.name, refused: "archive_broken" });
    unchecked = undefined;
  };
  unzip.register(StoppableInflate);
  const push = (piece: Uint8Array, isLast: boolean): void => {
    try {
      checksums.push(piece);
      unzip.push(piece, isLast);
      settle(isLast);
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
  settle(true);
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

/** A whole file whose checksum has not arrived, with the one that it has, and its length. */
interface Unchecked {
  candidate: Candidate;
  sum: number;
  length: number;
}

function collect(
  { file, checksum }: { file: UnzipFile; checksum: StatedChecksum },
  limits: ArchiveLimits,
  state: { totalBytes: number; open: number; stop: Refused | undefined },
  done: (candidate: Candidate, waiting?: Omit<Unchecked, "candidate">) => void,
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
    if (checksum !== "follows" && checksum !== sum) return refuse("archive_broken");
    state.open -= 1;
    const candidate = candidateOf(file.name, Buffer.concat(pieces));
    done(candidate, checksum === "follows" && "bytes" in candidate ? { sum, length } : undefined);
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
