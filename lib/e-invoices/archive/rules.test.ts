import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { ARCHIVE_LIMITS, type ArchiveLimits, entriesOf, isArchive } from "./rules";

async function entries(archive: Uint8Array, limits?: Partial<ArchiveLimits>): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of entriesOf(archive, { ...ARCHIVE_LIMITS, ...limits }))
    found.push(`${entry.name ?? "archive"}: ${"bytes" in entry ? Buffer.from(entry.bytes) : entry.refused}`);
  return found;
}

/** Changes a number in an archive's list of entries, at this distance from the beginning of the first entry. */
function withListed(archive: Uint8Array, distance: number, change: (value: number) => number): Uint8Array {
  const changed = Buffer.from(archive);
  const at = changed.indexOf("PK\x01\x02") + distance;
  changed.writeUInt16LE(change(changed.readUInt16LE(at)), at);
  return changed;
}

const ONE = zipSync({ "a.xml": strToU8("<a/>".repeat(50)) });

test("yields files, stored or compressed, in folders and with any name", async () => {
  const archive = zipSync({
    "a.xml": strToU8("<a/>"),
    "Rechnungen/März.xml": [strToU8("<b/>"), { level: 0 }],
    "__MACOSX/._a.xml": strToU8("x"),
    "leer/": new Uint8Array(),
  });
  expect(await entries(archive)).toEqual(["a.xml: <a/>", "Rechnungen/März.xml: <b/>"]);
  expect(isArchive(archive)).toBe(true);
  expect(isArchive(strToU8("%PDF-1.7"))).toBe(false);
});

test("reads names that Windows wrote in its old code page", async () => {
  const archive = Buffer.from(zipSync({ "M_rz.xml": strToU8("<a/>") }));
  for (let at = archive.indexOf("M_rz"); at !== -1; at = archive.indexOf("M_rz", at)) archive[at + 1] = 0x84;
  expect(await entries(archive)).toEqual(["März.xml: <a/>"]);
});

test.each(["/etc/a.xml", "../a.xml", "a/../../b.xml", "C:\\a.xml", "..\\a.xml", "\\\\server\\a.xml"])(
  "refuses the entry %s, and reads the others",
  async (name) => {
    const archive = zipSync({ [name]: strToU8("<a/>"), "b.xml": strToU8("<b/>") });
    expect(await entries(archive)).toEqual([`${name}: entry_name`, "b.xml: <b/>"]);
  },
);

test("refuses an archive in the archive", async () => {
  const archive = zipSync({ "inner.pdf": ONE, "b.xml": strToU8("<b/>") });
  expect(await entries(archive)).toEqual(["inner.pdf: entry_archive", "b.xml: <b/>"]);
});

test("refuses encrypted entries, unknown methods and wrong checksums", async () => {
  expect(await entries(withListed(ONE, 8, (flags) => flags | 1))).toEqual(["a.xml: entry_encrypted"]);
  expect(await entries(withListed(ONE, 10, () => 12))).toEqual(["a.xml: entry_method"]);
  expect(await entries(withListed(ONE, 16, (crc) => crc ^ 1))).toEqual(["a.xml: entry_damaged"]);
  expect(await entries(withListed(ONE, 20, () => 60_000))).toEqual(["a.xml: entry_damaged"]);
});

test("counts bytes while inflating, and not as the archive states them", async () => {
  const modest = withListed(ONE, 24, () => 1);
  expect(await entries(modest, { entryBytes: 199 })).toEqual(["a.xml: entry_too_large"]);
  expect(await entries(modest, { entryBytes: 200 })).toEqual([`a.xml: ${"<a/>".repeat(50)}`]);
});

test("stops at the limits of the whole archive", async () => {
  const archive = zipSync({ "a.xml": strToU8("<a/>"), "b.xml": strToU8("<b/>"), "c.xml": strToU8("<c/>") });
  expect(await entries(archive, { entries: 2 })).toEqual(["archive: too_many_entries"]);
  expect(await entries(archive, { totalBytes: 8 })).toEqual(["a.xml: <a/>", "b.xml: <b/>", "archive: too_large"]);
  expect(await entries(archive, { totalBytes: 7 })).toEqual(["a.xml: <a/>", "archive: too_large"]);
});

test("refuses an archive that is cut off, in parts, or no archive", async () => {
  for (const wrong of [ONE.subarray(0, -10), ONE.subarray(0, 20), strToU8("PK"), new Uint8Array(40)])
    expect(await entries(wrong)).toEqual(["archive: damaged"]);
  const part = Buffer.from(ONE);
  part.writeUInt16LE(1, part.length - 18);
  expect(await entries(part)).toEqual(["archive: damaged"]);
});
