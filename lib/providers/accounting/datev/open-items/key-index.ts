/**
 * Numbers keys in the order in which they come, in a table of fixed size: 14 to 20 bytes for each row of the file, so that half a
 * million rows need 10 MB. It keeps 64 bits of hash in the place of a key. Two different keys are taken for one with a
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
    const [high, low] = hashOf(key);
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

/** Two lanes that are mixed with each other at the end (cyrb53): as even as a checksum, at a tenth of its time. */
function hashOf(key: string): [number, number] {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < key.length; i += 1) {
    const unit = key.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  const first = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  const second = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [first >>> 0, second >>> 0];
}
