import { readFileSync } from "node:fs";
import { join } from "node:path";
import { create, type Font } from "fontkit";
import { readSfnt, words, writeSfnt } from "./sfnt";

export type Weight = "regular" | "semibold";
const FILES = { regular: "400Regular/Inter_400Regular.ttf", semibold: "600SemiBold/Inter_600SemiBold.ttf" } as const;
const made = new Map<Weight, PdfFont>();

export interface PdfFont {
  /** A TrueType file. */
  file: Buffer;
  has: (codePoint: number) => boolean;
}

/**
 * Returns the product's font for documents, created once per process. The files are in node_modules of the working
 * directory. The tables for joining and replacing characters are removed: with them a long document takes four times as
 * long (pdfkit 0.20). Their one necessary rule is built into the character map: all digits have the same width.
 */
export function pdfFont(weight: Weight): PdfFont {
  const known = made.get(weight);
  if (known) return known;
  const whole = readFileSync(join(process.cwd(), "node_modules", "@expo-google-fonts", "inter", FILES[weight]));
  // The file contains one font, not a collection.
  const font = create(whole) as Font;
  const glyphs = new Map(font.characterSet.map((point) => [point, font.glyphForCodePoint(point).id]));
  const figures = font.layout("0123456789", ["tnum"]).glyphs;
  for (const [figure, { id }] of figures.entries()) glyphs.set(0x30 + figure, id);
  const tables = readSfnt(whole)
    .filter(({ tag }) => tag !== "GSUB" && tag !== "GPOS")
    .map((table) => (table.tag === "cmap" ? { tag: "cmap", data: cmapOf(glyphs) } : table));
  const result = { file: writeSfnt(whole.readUInt32BE(0), tables), has: (point: number) => glyphs.has(point) };
  made.set(weight, result);
  return result;
}

/** Returns a `cmap` table that maps characters to glyphs: one subtable of format 12 with one group per character. */
function cmapOf(glyphs: Map<number, number>): Buffer {
  const sorted = [...glyphs].sort(([a], [b]) => a - b);
  const long = (value: number) => [value >>> 16, value];
  const groups = sorted.flatMap(([point, glyph]) => [...long(point), ...long(point), ...long(glyph)]);
  const subtable = [12, 0, ...long(16 + sorted.length * 12), ...long(0), ...long(sorted.length), ...groups];
  return words(0, 1, 3, 10, ...long(12), ...subtable);
}
