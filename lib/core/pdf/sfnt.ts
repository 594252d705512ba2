export interface SfntTable {
  tag: string;
  data: Buffer;
}

/**
 * Returns the tables of a TrueType file, which share its bytes.
 * See https://learn.microsoft.com/typography/opentype/spec/otff.
 */
export function readSfnt(font: Buffer): SfntTable[] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, i) => {
    const entry = 12 + i * 16;
    const at = font.readUInt32BE(entry + 8);
    return {
      tag: font.toString("latin1", entry, entry + 4),
      data: font.subarray(at, at + font.readUInt32BE(entry + 12)),
    };
  });
}

/** Returns a TrueType file with these tables. Their checksums stay 0, because no PDF reader checks them. */
export function writeSfnt(flavor: number, tables: SfntTable[]): Buffer {
  const sorted = [...tables].sort((a, b) => (a.tag < b.tag ? -1 : 1));
  const directory = Buffer.alloc(12 + sorted.length * 16);
  directory.writeUInt32BE(flavor, 0);
  directory.writeUInt16BE(sorted.length, 4);
  let at = directory.length;
  const padded = sorted.map(({ tag, data }, i) => {
    const entry = 12 + i * 16;
    directory.write(tag, entry, "latin1");
    directory.writeUInt32BE(at, entry + 8);
    directory.writeUInt32BE(data.length, entry + 12);
    const room = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
    at += room.length;
    return room;
  });
  return Buffer.concat([directory, ...padded]);
}

/** Returns 16-bit numbers as bytes, high byte first. */
export function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, i * 2);
  return bytes;
}
