import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { crc32, deflateRawSync } from "node:zlib";
import { strToU8, type Zippable, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import type { Candidate } from "@/lib/e-invoices/tray/types";
import { type ArchiveLimits, archiveFiles, candidateOf } from "./archive-rules";

setFlagsFromString("--expose-gc");
const collectOnce = runInNewContext("gc") as () => void;

/** Returns the bytes of array buffers that are in use. A collection frees buffers later, the next one waits for that. */
async function bytesInUse(): Promise<number> {
  for (let i = 0; i < 3; i += 1) {
    await setImmediate();
    collectOnce();
  }
  return process.memoryUsage().arrayBuffers;
}

const XML = strToU8("<Invoice/>");
const ROOMY: ArchiveLimits = { fileBytes: 1_000_000, totalBytes: 10_000_000, files: 100, ratio: 5_000 };

async function* inPieces(bytes: Uint8Array, length = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function filesOf(archive: Uint8Array, limits: Partial<ArchiveLimits> = {}, piece?: number): Promise<Candidate[]> {
  const found: Candidate[] = [];
  const body = inPieces(archive, piece);
  for await (const file of archiveFiles({ name: "a.zip", body }, { ...ROOMY, ...limits })) found.push(file);
  return found;
}
const refusalsOf = (files: Candidate[]) =>
  files.flatMap((file) => ("refused" in file ? [[file.name, file.refused]] : []));
const zipOf = (files: Zippable) => zipSync(files);

/** A file of an archive as programs write it that do not know checksum and sizes before the content. */
function streamed(
  name: string,
  entry: { data: Buffer; sum: number; length: number; signature: number[]; isLong: boolean },
): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(8, 6);
  head.writeUInt16LE(8, 8);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(entry.isLong ? 20 : 0, 28);
  const long = Buffer.from([1, 0, 16, 0, ...new Array(16).fill(0)]);
  if (entry.isLong) head.fill(0xff, 18, 26);
  const numbers = entry.isLong
    ? [entry.sum, entry.data.length, 0, entry.length, 0]
    : [entry.sum, entry.data.length, entry.length];
  const descriptor = Buffer.alloc(4 * numbers.length);
  for (const [at, number] of numbers.entries()) descriptor.writeUInt32LE(number, 4 * at);
  const extra = entry.isLong ? [long] : [];
  return Buffer.concat([head, Buffer.from(name), ...extra, entry.data, Buffer.from(entry.signature), descriptor]);
}

describe("the files of an archive", () => {
  test.each([[1], [7], [100_000]])("are found when the archive arrives in pieces of %i bytes", async (piece) => {
    const archive = zipOf({ "a.xml": XML, "b/c.pdf": [strToU8("%PDF-1.7 …"), { level: 0 }] });
    const files = await filesOf(archive, {}, piece);
    expect(files.map(({ name }) => name)).toEqual(["a.xml", "b/c.pdf"]);
    expect(files[0]).toEqual({ name: "a.xml", bytes: Buffer.from(XML) });
  });

  test("do not include directories and what macOS and Windows add", async () => {
    const archive = zipOf({
      "dir/": new Uint8Array(),
      "__MACOSX/._a.xml": XML,
      "x/.DS_Store": XML,
      "Thumbs.db": XML,
      "a.xml": XML,
    });
    expect((await filesOf(archive)).map(({ name }) => name)).toEqual(["a.xml"]);
  });

  test.each([1, 7, 100_000])(
    "with a wrong checksum are refused, in pieces of %i bytes, and the others stay",
    async (piece) => {
      const stored = (text: string): Zippable[string] => [strToU8(text), { level: 0 }];
      const files = { "ä.xml": stored("<Invoice>119.00</Invoice>"), "b.xml": stored("<Invoice>50.00</Invoice>") };
      const archive = zipOf({ ...files, "c.xml": stored("<Invoice>70.00</Invoice>") });
      archive[Buffer.from(archive).indexOf("119.00")] = 0x39;
      archive[Buffer.from(archive).indexOf("70.00")] = 0x39;
      const found = await filesOf(archive, {}, piece);
      expect(refusalsOf(found)).toEqual([
        ["ä.xml", "archive_broken"],
        ["c.xml", "archive_broken"],
      ]);
      expect(found).toHaveLength(3);
    },
  );

  describe("with a checksum behind them", () => {
    const contentOf = (name: string) => Buffer.from(`<Invoice>${name} ${"119.00 ".repeat(200)}</Invoice>`);
    const directory = Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.alloc(6_000)]);
    const entries = (form: { signature: number[]; isLong: boolean }) =>
      ["a.xml", "b.xml", "c.xml"].map((name) => {
        // The content of b.xml differs from its checksum.
        const data = deflateRawSync(contentOf(name === "b.xml" ? "x.xml" : name));
        return streamed(name, { data, sum: crc32(contentOf(name)), length: contentOf(name).length, ...form });
      });
    const signature = [0x50, 0x4b, 7, 8];

    test.each([false, true])("are compared with it (long sizes: %s)", async (isLong) => {
      const archive = Buffer.concat([...entries({ signature, isLong }), directory]);
      for (const piece of [1, 7, 5_000]) {
        const found = await filesOf(archive, {}, piece);
        expect(found.map(({ name }) => name)).toEqual(["a.xml", "b.xml", "c.xml"]);
        expect(refusalsOf(found)).toEqual([["b.xml", "archive_broken"]]);
        expect(found[2]).toEqual({ name: "c.xml", bytes: contentOf("c.xml") });
      }
    });

    test("are compared without its signature, too", async () => {
      const last = entries({ signature, isLong: false }).slice(2);
      const archive = Buffer.concat([...entries({ signature: [], isLong: false }), ...last, directory]);
      for (const piece of [1, 7, 5_000]) {
        const found = await filesOf(archive, {}, piece);
        expect(found.map(({ name }) => name)).toEqual(["a.xml", "b.xml", "c.xml", "c.xml"]);
        expect(refusalsOf(found)).toEqual([["b.xml", "archive_broken"]]);
      }
    });

    test("are refused if the archive ends before it", async () => {
      const [first = Buffer.alloc(0)] = entries({ signature, isLong: false });
      expect(refusalsOf(await filesOf(first.subarray(0, -12)))).toEqual([["a.zip", "archive_broken"]]);
    });
  });

  test("are refused one by one, and the others stay", async () => {
    const archive = zipOf({
      ...{ "empty.xml": new Uint8Array(), "photo.jpg": strToU8("\u00ff\u00d8"), "inner.zip": zipOf({ "a.xml": XML }) },
      ...{
        "../up.xml": XML,
        "/root.xml": XML,
        "C:\\x.xml": XML,
        "big.xml": strToU8(`<a>${" ".repeat(1_100_000)}</a>`),
      },
      "good.xml": XML,
    });
    const files = await filesOf(archive);
    expect(refusalsOf(files)).toEqual([
      ...[
        ["empty.xml", "empty"],
        ["photo.jpg", "file_type"],
        ["inner.zip", "archive_in_archive"],
      ],
      ...[
        ["../up.xml", "unsafe_name"],
        ["/root.xml", "unsafe_name"],
        ["C:\\x.xml", "unsafe_name"],
      ],
      ["big.xml", "too_large"],
    ]);
    expect(files.at(-1)).toMatchObject({ name: "good.xml", bytes: Buffer.from(XML) });
  });
});

describe("an archive", () => {
  test("that inflates far beyond its own size is refused at the tenth megabyte", async () => {
    const archive = zipOf({ "a.xml": [new Uint8Array(30_000_000), { level: 1 }], "b.xml": XML });
    const limits = { fileBytes: 50_000_000, totalBytes: 50_000_000, ratio: 20 };
    expect(await filesOf(archive, limits, 65_536)).toEqual([{ name: "a.zip", refused: "archive_too_large" }]);
  });

  test("is refused as a whole beyond its number of files and its size", async () => {
    const many = zipOf(Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`${i}.xml`, XML])));
    expect(refusalsOf(await filesOf(many, { files: 3 }))).toEqual([["a.zip", "archive_too_many"]]);
    const large = zipOf({ "a.xml": strToU8(`<a>${"x".repeat(900)}`), "b.xml": strToU8(`<b>${"y".repeat(900)}`) });
    expect(refusalsOf(await filesOf(large, { totalBytes: 1_000 })).at(-1)).toEqual(["a.zip", "archive_too_large"]);
  });

  test("that is cut off gives the files before the cut, and is refused", async () => {
    const archive = zipOf({
      "a.xml": XML,
      "b.xml": [Buffer.from(deflateRawSync(XML).toString("base64").repeat(50)), { level: 0 }],
    });
    const files = await filesOf(archive.subarray(0, 150));
    expect(files[0]).toMatchObject({ name: "a.xml" });
    expect(refusalsOf(files).at(-1)).toEqual(["a.zip", "archive_broken"]);
  });

  test.each([
    ["a system file", "__MACOSX/x", 0, []],
    ["a file with an unsafe name", "../x", 0, [["../x", "unsafe_name"]]],
    ["a file that is compressed in an unknown way", "x", 14, [["x", "archive_broken"]]],
  ])("keeps nothing of %s in memory", async (_what, name, method, refusals) => {
    const megabytes = 50;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(method, 8);
    head.writeUInt32LE(megabytes * 1_000_000, 18);
    head.writeUInt32LE(megabytes * 1_000_000, 22);
    head.writeUInt16LE(name.length, 26);
    let kept = 0;
    async function* body(): AsyncGenerator<Uint8Array> {
      yield Buffer.concat([head, Buffer.from(name)]);
      const before = await bytesInUse();
      for (let i = 0; i < megabytes; i += 1) yield new Uint8Array(1_000_000);
      kept = (await bytesInUse()) - before;
      yield zipOf({ "a.xml": XML });
    }
    const files: Candidate[] = [];
    for await (const file of archiveFiles({ name: "a.zip", body: body() })) files.push(file);
    expect(refusalsOf(files)).toEqual(refusals);
    expect(files.at(-1)).toMatchObject({ name: "a.xml", bytes: Buffer.from(XML) });
    expect(kept).toBeLessThan(5_000_000);
  });

  test("has a limit for system files, too", async () => {
    const many = zipOf(Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`__MACOSX/${i}`, XML])));
    expect(refusalsOf(await filesOf(many, { files: 3 }))).toEqual([["a.zip", "archive_too_many"]]);
  });

  test("without files is refused as empty", async () => {
    expect(refusalsOf(await filesOf(zipOf({})))).toEqual([["a.zip", "empty"]]);
  });
});

test.each([
  ["XML", "<Invoice/>", true],
  ["XML after a byte order mark and blanks", "\ufeff \n<Invoice/>", true],
  ["a PDF", "%PDF-1.4", true],
  ["a text", "Rechnung", false],
  ["an office document", "PK\u0003\u0004", false],
])("%s is told by its first bytes, whatever its name", (_what, text, isCandidate) => {
  expect("bytes" in candidateOf("a.bin", Buffer.from(text))).toBe(isCandidate);
});

test("XML in UTF-16 is a candidate", () => {
  expect(candidateOf("a", Buffer.from("\ufeff<Invoice/>", "utf16le"))).toHaveProperty("bytes");
});
