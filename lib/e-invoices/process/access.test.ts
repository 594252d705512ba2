import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ublInvoice } from "@/test/e-invoices";
import { readEInvoiceAt } from "./access";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "e-invoices-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("the invoice at a path is read", async () => {
  const path = join(folder, "rechnung");
  await writeFile(path, ublInvoice());
  expect(await readEInvoiceAt(path)).toMatchObject({ outcome: "direct_debit", invoice: { number: "RE-2026-117" } });
});

test.each(["<Invoice/>", "%PDF-1.7"])("a file of a gigabyte that begins with %s is not loaded", async (start) => {
  const path = join(folder, "huge");
  await writeFile(path, start);
  await truncate(path, 2 ** 30);
  const before = process.memoryUsage().arrayBuffers;
  expect(await readEInvoiceAt(path)).toMatchObject({ outcome: "unreadable", reason: "too_large" });
  expect((process.memoryUsage().arrayBuffers - before) / 2 ** 20).toBeLessThan(100);
});

test.each([
  ["none", "nobody.xml", "ENOENT"],
  ["a folder", ".", "EISDIR"],
])("at the path of %s nothing can be opened", async (_what, name, detail) => {
  expect(await readEInvoiceAt(join(folder, name))).toEqual({ outcome: "unreadable", reason: "cannot_open", detail });
});
