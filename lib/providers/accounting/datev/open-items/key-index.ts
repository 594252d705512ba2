import { createHash } from "node:crypto";

/**
 * Numbers keys in the order in which they come, in a table of fixed size: 14 to 20 bytes for each row of the file, so that half a
 * million rows need 10 MB. It keeps 64 bits of a key's SHA-256 in the place of the key. Two different keys are taken for one with a
 * probability of one in a hundred million for the largest file.
 */
export class KeyIndex {
  count = 0;
  private readonly slots: Int32Array;
  private readonly hashes: Uint32Array;

  constructor(capacity: number) {
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(16, capacity * 1.5))));
    this.hashes = new Uint32Array(2 * Math.max(1, capacity));
  }

  /** The key's number from 0; a new one is given the next, as long as there is room. */
  numberOf(key: string): number {
    const digest = createHash("sha256").update(key).digest();
    const [high, low] = [digest.readUInt32LE(0), digest.readUInt32LE(4)];
    const mask = this.slots.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const found = (this.slots[slot] ?? 0) - 1;
      if (found >= 0 && this.hashes[2 * found] === high && this.hashes[2 * found + 1] === low) return found;
      if (found >= 0) continue;
      if (2 * this.count >= this.hashes.length) throw new Error("more keys than rows: the file has changed");
      this.hashes.set([high, low], 2 * this.count);
      this.count += 1;
      this.slots[slot] = this.count;
      return this.count - 1;
    }
  }
}
