/** The CRC-32 in the header of a file; `follows` if it comes behind the file; undefined if there is no header. */
export type StatedChecksum = number | "follows" | undefined;

const HEADER = Buffer.from("PK\x03\x04");
const HEADER_BYTES = 30;
const CHECKSUM_FOLLOWS = 8;
/** A name has at most 64 kB, but no program that makes invoices writes longer ones than this. */
const KEPT_BYTES = 4_096;

/**
 * Finds the checksums of the files in a ZIP archive, which the library does not tell. It remembers the bytes around the
 * place that is read: the header comes just before a file, and the descriptor, which many programs write instead, just behind it.
 */
export class Checksums {
  #recent = Buffer.alloc(0);
  #from = 0;

  /** Takes the next bytes of the archive, before the library gets them. */
  push(piece: Uint8Array): void {
    const kept = this.#recent.subarray(-KEPT_BYTES);
    this.#from = Math.max(0, this.#from - (this.#recent.length - kept.length));
    this.#recent = Buffer.concat([kept, piece]);
  }

  /** Returns what the header says of the file that begins now. */
  ofFile(name: string): StatedChecksum {
    for (let at = this.#recent.indexOf(HEADER, this.#from); at !== -1; at = this.#recent.indexOf(HEADER, at + 1)) {
      const header = this.#recent.subarray(at);
      if (header.length < HEADER_BYTES) return undefined;
      const length = header.readUInt16LE(26);
      const stated = header.subarray(HEADER_BYTES, HEADER_BYTES + length);
      if (stated.toString("utf8") !== name && stated.toString("latin1") !== name) continue;
      this.#from = at + 1;
      return (header.readUInt16LE(6) & CHECKSUM_FOLLOWS) === 0 ? header.readUInt32LE(14) : "follows";
    }
    return undefined;
  }

  /**
   * True if the descriptor behind a file has arrived and states this checksum and length. It has four bytes for each, or
   * eight for lengths, and its signature is optional.
   */
  isStated(sum: number, length: number): boolean {
    const wanted = Buffer.alloc(8);
    wanted.writeUInt32LE(sum, 0);
    wanted.writeUInt32LE(length, 4);
    const [checksum, size] = [wanted.subarray(0, 4), wanted.subarray(4)];
    for (let at = this.#recent.indexOf(checksum); at !== -1; at = this.#recent.indexOf(checksum, at + 1)) {
      const isSize = (from: number) => this.#recent.subarray(at + from, at + from + 4).equals(size);
      if (isSize(8) || isSize(12)) return true;
    }
    return false;
  }
}
