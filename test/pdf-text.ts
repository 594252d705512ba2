import { inflateSync } from "node:zlib";

/** Returns the decompressed streams of a PDF that pdfkit wrote. */
function streamsOf(pdf: Buffer): string[] {
  const text = pdf.toString("latin1");
  return [...text.matchAll(/<<((?:(?!>>\nstream)[\s\S])*?)>>\nstream\n([\s\S]*?)\nendstream/g)].map(
    ([, head = "", body = ""]) =>
      head.includes("FlateDecode") ? inflateSync(Buffer.from(body, "latin1")).toString("latin1") : body,
  );
}

/** Maps glyphs to texts, by the maps with which readers copy and search. */
function mapsOf(streams: string[]): Map<string, string>[] {
  return streams
    .filter((stream) => stream.includes("beginbfrange"))
    .map((stream) => {
      const map = new Map<string, string>();
      for (const [, from = "", list = ""] of stream.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g))
        for (const [i, [, hex = ""]] of [...list.matchAll(/<([0-9a-f]*)>/g)].entries()) {
          const glyph = (Number.parseInt(from, 16) + i).toString(16).padStart(4, "0");
          map.set(glyph, Buffer.from(hex, "hex").swap16().toString("utf16le"));
        }
      return map;
    });
}

/**
 * Returns the text that a reader could copy from a PDF of ours, one line for each piece. The fonts' maps are in the
 * order of the fonts.
 */
export function pdfText(pdf: Buffer): string {
  const streams = streamsOf(pdf);
  const maps = mapsOf(streams);
  const pages = streams.filter((stream) => /\bBT\b/.test(stream));
  const fonts = [...new Set(pages.flatMap((page) => page.match(/\/F\d+ /g) ?? []))].sort();
  return pages
    .flatMap((page) => [...page.matchAll(/\bBT\n([\s\S]*?)\bET\b/g)])
    .map(([, block = ""]) => {
      const font = fonts.indexOf(/\/F\d+ /.exec(block)?.[0] ?? "");
      const glyphs = [...block.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []);
      return glyphs.map((glyph) => maps[font]?.get(glyph) ?? "?").join("");
    })
    .join("\n");
}
