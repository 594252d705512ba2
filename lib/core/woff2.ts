import { brotliDecompressSync } from "node:zlib";

/**
 * Unpacks a font of the web (WOFF 2.0, https://www.w3.org/TR/WOFF2/) to the TrueType file it was made of, so that it can
 * be embedded in a document: fontkit 2 reads such fonts but cannot take a part out of them. Instructions for coarse
 * screens are left out.
 */
export function ttfOfWoff2(font: Buffer): Buffer {
  if (font.toString("latin1", 0, 4) !== "wOF2") throw new Error("not a WOFF2 font");
  const tables = readTables(font);
  const glyphs = decodeGlyphs(need(tables, "glyf"));
  const head = need(tables, "head");
  head.writeInt16BE(1, 50); // Offsets of glyphs have four bytes.
  const { glyf, loca } = joinGlyphs(glyphs);
  const hmtx = tables.find((table) => table.tag === "hmtx");
  const replaced = tables.map(({ tag, data }): SfntTable => {
    if (tag === "glyf") return { tag, data: glyf };
    if (tag === "loca") return { tag, data: loca };
    if (tag === "hmtx" && hmtx?.isTransformed) return { tag, data: decodeMetrics(data, need(tables, "hhea"), glyphs) };
    return { tag, data };
  });
  return writeSfnt(font.readUInt32BE(4), replaced);
}

export interface SfntTable {
  tag: string;
  data: Buffer;
}

/** The order is the standard's: tables are named by their place in it. */
const TAGS = (
  "cmap head hhea hmtx maxp name OS/2 post cvt fpgm glyf loca prep CFF VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea " +
  "vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar " +
  "gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill"
)
  .split(" ")
  .map((tag) => tag.padEnd(4));

/** The tables of a TrueType file. */
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

function readTables(font: Buffer): (SfntTable & { isTransformed: boolean })[] {
  const reader = new Reader(font, 48);
  const entries = Array.from({ length: font.readUInt16BE(12) }, () => {
    const flags = reader.u8();
    const tag = (flags & 63) === 63 ? reader.take(4).toString("latin1") : (TAGS[flags & 63] ?? "");
    const isGlyphs = tag === "glyf" || tag === "loca";
    // For glyphs 3 means "as it is", for all else 0 does.
    const isTransformed = isGlyphs ? flags >> 6 !== 3 : flags >> 6 !== 0;
    const length = reader.base128();
    return { tag, isTransformed, length: isTransformed ? reader.base128() : length };
  });
  const packed = reader.take(font.readUInt32BE(20));
  const data = new Reader(brotliDecompressSync(packed));
  return entries.map(({ tag, isTransformed, length }) => ({
    tag,
    isTransformed,
    data: Buffer.from(data.take(length)),
  }));
}

function need(tables: SfntTable[], tag: string): Buffer {
  const found = tables.find((table) => table.tag === tag);
  if (!found) throw new Error(`the font has no table ${tag}`);
  return found.data;
}

interface Glyph {
  data: Buffer;
  xMin: number;
}

/** The seven streams of which the table of glyphs consists. */
function decodeGlyphs(table: Buffer): Glyph[] {
  const count = table.readUInt16BE(4);
  let at = 36;
  const [contours, points, flags, outlines, composites, boxes] = Array.from({ length: 6 }, (_, i) => {
    const length = table.readUInt32BE(8 + i * 4);
    at += length;
    return new Reader(table.subarray(at - length, at));
  }) as [Reader, Reader, Reader, Reader, Reader, Reader];
  const hasBox = boxes.take(((count + 31) >> 5) << 2);
  return Array.from({ length: count }, (_, glyph) => {
    const contourCount = contours.i16();
    const box = (hasBox[glyph >> 3] ?? 0) & (0x80 >> (glyph & 7)) ? boxes.take(8) : undefined;
    if (contourCount === 0) return { data: Buffer.alloc(0), xMin: 0 };
    if (contourCount < 0) return decodeComposite(composites, outlines, box);
    return decodeSimple(contourCount, { points, flags, outlines }, box);
  });
}

const ARGS_ARE_WORDS = 0x1;
const HAS_SCALE = 0x8;
const MORE = 0x20;
const HAS_TWO_SCALES = 0x40;
const HAS_MATRIX = 0x80;
const HAS_INSTRUCTIONS = 0x100;

function decodeComposite(composites: Reader, outlines: Reader, box: Buffer | undefined): Glyph {
  if (!box) throw new Error("a composite glyph without its box");
  const parts: Buffer[] = [];
  let hasInstructions = false;
  for (let flags = MORE; flags & MORE; ) {
    flags = composites.u16();
    if (flags & HAS_INSTRUCTIONS) hasInstructions = true;
    const scale = flags & HAS_SCALE ? 2 : flags & HAS_TWO_SCALES ? 4 : flags & HAS_MATRIX ? 8 : 0;
    const rest = composites.take(2 + (flags & ARGS_ARE_WORDS ? 4 : 2) + scale);
    parts.push(words(flags & ~HAS_INSTRUCTIONS), rest);
  }
  if (hasInstructions) outlines.u255();
  return { data: Buffer.concat([words(0xffff), box, ...parts]), xMin: box.readInt16BE(0) };
}

function decodeSimple(
  contourCount: number,
  { points, flags, outlines }: { points: Reader; flags: Reader; outlines: Reader },
  box: Buffer | undefined,
): Glyph {
  let total = 0;
  const ends = Array.from({ length: contourCount }, () => {
    total += points.u255();
    return total - 1;
  });
  const onCurve = Buffer.alloc(total);
  const steps = Array.from({ length: total }, (_, i) => {
    const flag = flags.u8();
    onCurve[i] = flag & 0x80 ? 0 : 1;
    return decodeStep(flag & 0x7f, outlines);
  });
  // Bytecode is passed over: its length is told here, its bytes lie in a stream of their own.
  outlines.u255();
  const dx = steps.map(([x]) => x);
  const dy = steps.map(([, y]) => y);
  const shown = box ?? words(...edges(dx, dy));
  const data = Buffer.concat([words(contourCount), shown, words(...ends, 0), onCurve, words(...dx), words(...dy)]);
  return { data, xMin: shown.readInt16BE(0) };
}

function edges(dx: number[], dy: number[]): number[] {
  const sums = (steps: number[]) => {
    let at = 0;
    return steps.map((step) => {
      at += step;
      return at;
    });
  };
  const [xs, ys] = [sums(dx), sums(dy)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** One step from point to point, in one to four bytes (the standard's "triplet encoding"). */
function decodeStep(flag: number, bytes: Reader): [number, number] {
  const signed = (sign: number, size: number) => (sign & 1 ? size : -size);
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + bytes.u8())];
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + bytes.u8()), 0];
  if (flag < 84) {
    const [high, low] = [flag - 20, bytes.u8()];
    return [signed(flag, 1 + (high & 0x30) + (low >> 4)), signed(flag >> 1, 1 + ((high & 0x0c) << 2) + (low & 0x0f))];
  }
  if (flag < 120) {
    const high = flag - 84;
    const x = signed(flag, 1 + (Math.floor(high / 12) << 8) + bytes.u8());
    return [x, signed(flag >> 1, 1 + (((high % 12) >> 2) << 8) + bytes.u8())];
  }
  if (flag < 124) {
    const [first, second, third] = [bytes.u8(), bytes.u8(), bytes.u8()];
    return [signed(flag, (first << 4) + (second >> 4)), signed(flag >> 1, ((second & 0x0f) << 8) + third)];
  }
  return [signed(flag, bytes.u16()), signed(flag >> 1, bytes.u16())];
}

function joinGlyphs(glyphs: Glyph[]): { glyf: Buffer; loca: Buffer } {
  const loca = Buffer.alloc((glyphs.length + 1) * 4);
  let at = 0;
  const padded = glyphs.map(({ data }, i) => {
    const room = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
    at += room.length;
    loca.writeUInt32BE(at, (i + 1) * 4);
    return room;
  });
  return { glyf: Buffer.concat(padded), loca };
}

/** Left bearings that equal a glyph's own edge are not stored. */
function decodeMetrics(table: Buffer, hhea: Buffer, glyphs: Glyph[]): Buffer {
  const count = hhea.readUInt16BE(34);
  const reader = new Reader(table);
  const flags = reader.u8();
  const widths = Array.from({ length: count }, () => reader.u16());
  const bearing = (i: number, isLeftOut: number) => (isLeftOut ? (glyphs[i]?.xMin ?? 0) : reader.i16());
  const proportional = widths.map((_, i) => bearing(i, flags & 1));
  const rest = glyphs.slice(count).map((_, i) => bearing(count + i, flags & 2));
  return words(...widths.flatMap((width, i) => [width, proportional[i] ?? 0]), ...rest);
}

/** A TrueType file of its tables. */
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

/** 16-bit numbers, high byte first. */
export function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, i * 2);
  return bytes;
}

/** Reads a stream of bytes from front to back. */
class Reader {
  constructor(
    private readonly bytes: Buffer,
    private at = 0,
  ) {}

  u8(): number {
    this.at += 1;
    return this.bytes.readUInt8(this.at - 1);
  }

  u16(): number {
    this.at += 2;
    return this.bytes.readUInt16BE(this.at - 2);
  }

  i16(): number {
    this.at += 2;
    return this.bytes.readInt16BE(this.at - 2);
  }

  take(length: number): Buffer {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** Seven bits a byte, high ones first. */
  base128(): number {
    let value = 0;
    for (let byte = 0x80; byte & 0x80; ) {
      byte = this.u8();
      value = value * 128 + (byte & 0x7f);
    }
    return value;
  }

  /** "255UInt16": small numbers in one byte. */
  u255(): number {
    const code = this.u8();
    if (code === 253) return this.u16();
    if (code === 255) return this.u8() + 253;
    if (code === 254) return this.u8() + 506;
    return code;
  }
}
