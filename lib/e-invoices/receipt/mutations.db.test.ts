import { strToU8, zipSync } from "fflate";
import { beforeEach, describe, expect, test } from "vitest";
import { countTry } from "@/lib/auth/limits/limits";
import { db } from "@/lib/core/database/db";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { findFile, readContent } from "@/lib/e-invoices/tray/data";
import { answerFile, resealFiles, storeRefusal } from "@/lib/e-invoices/tray/mutations";
import { MAX_FILE_BYTES } from "@/lib/e-invoices/tray/types";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier } from "@/test/supplier-data";
import { receiveUpload } from "./mutations";
import { sumReceipts } from "./rules";

const { customerId, actor } = await connectedSupplier();
const other = await connectedSupplier();
const XML = strToU8("<Invoice>Lastschrift</Invoice>");
const UPLOAD = { via: "upload", userName: "Frieda" } as const;

async function* pieces(...all: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* all;
}

async function receive(bytes: Uint8Array | Uint8Array[], name = "RE-1.xml", to = customerId) {
  const body = pieces(...[bytes].flat());
  const receipts = [];
  for await (const receipt of receiveUpload(to, { name, body }, UPLOAD)) receipts.push(receipt);
  return receipts;
}
const filesOf = (id: string) => db.eInvoiceFile.findMany({ where: { customerId: id }, orderBy: { id: "asc" } });

beforeEach(async () => {
  await db.eInvoiceFile.deleteMany();
  await clearJobs();
});

describe("an uploaded file", () => {
  test("is stored as it came, encrypted, and its reading is enqueued", async () => {
    const [receipt] = await receive([XML.subarray(0, 5), XML.subarray(5)], "C:\\Büro\\RE-1.xml");
    if (receipt?.status !== "new") throw new Error("the file is new");
    expect(await findFile(customerId, receipt.id)).toMatchObject({
      ...{ name: "RE-1.xml", byteCount: XML.length, status: "waiting", receivedVia: "upload", userName: "Frieda" },
      hasContent: true,
    });
    expect(await readContent(customerId, receipt.id)).toEqual(Buffer.from(XML));
    const [stored] = await db.eInvoiceContent.findMany({ where: { customerId } });
    expect(Buffer.from(stored?.content ?? []).includes("Lastschrift")).toBe(false);
    expect(await waitingJobs(jobs.readEInvoices)).toHaveLength(1);
  });

  test("is there once if it comes again, for each supplier", async () => {
    const [first] = await receive(XML);
    const [second] = await receive(XML, "copy.xml");
    expect(second).toEqual({ ...first, name: "copy.xml", status: "known" });
    expect((await receive(XML, "a.xml", other.customerId))[0]).toMatchObject({ status: "new" });
    expect([await filesOf(customerId), await filesOf(other.customerId)].map((rows) => rows.length)).toEqual([1, 1]);
  });

  test("is there once if it comes twice at the same time", async () => {
    const receipts = (await Promise.all(Array.from({ length: 8 }, () => receive(XML)))).flat();
    expect(receipts.filter(({ status }) => status === "new")).toHaveLength(1);
    expect(await db.eInvoiceContent.count({ where: { customerId } })).toBe(1);
  });

  test("is read again if it was refused before, and gets its bytes back", async () => {
    const [receipt] = await receive(XML);
    const { id } = receipt as { id: string };
    await db.eInvoiceFile.updateMany({ where: { id }, data: { status: "refused", reason: "malformed", tries: 3 } });
    await db.eInvoiceContent.deleteMany({ where: { fileId: id } });
    expect(await receive(XML)).toEqual([{ name: "RE-1.xml", status: "known", id }]);
    expect(await findFile(customerId, id)).toMatchObject({ status: "waiting", reason: null, tries: 0 });
    expect(await readContent(customerId, id)).toEqual(Buffer.from(XML));
  });

  test.each([
    ["files", "eInvoiceFiles", 59_999],
    ["megabytes", "eInvoiceMegabytes", 9_999],
  ] as const)("beyond the %s of a day is refused, and what was stored before stays", async (_what, limit, sent) => {
    const { customerId: id } = await connectedSupplier();
    await countTry(limit, id, sent);
    const upload = (text: string) => receive(strToU8(`<Invoice>${text}</Invoice>`), "RE-1.xml", id);
    expect(await upload("1")).toMatchObject([{ status: "new" }]);
    await expect(upload("2")).rejects.toMatchObject({ code: "too_many_requests", status: 429 });
    expect(await filesOf(id)).toHaveLength(1);
    expect((await receive(XML))[0]).toMatchObject({ status: "new" });
  });

  test.each([
    ["empty", [new Uint8Array()], "empty"],
    ["of another kind", [strToU8("GIF89a")], "file_type"],
    ["too large", [XML, new Uint8Array(MAX_FILE_BYTES)], "too_large"],
    ["too large and of another kind", [strToU8("GIF89a"), new Uint8Array(MAX_FILE_BYTES)], "too_large"],
  ])("that is %s is refused, and nothing of it is stored", async (_what, bytes, reason) => {
    expect(await receive(bytes, "x.bin")).toEqual([{ name: "x.bin", status: "refused", reason }]);
    expect(await filesOf(customerId)).toEqual([]);
  });

  test("that stops in the middle stores nothing", async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield XML;
      throw new Error("connection lost");
    }
    const receiving = sumReceipts(receiveUpload(customerId, { name: "a.xml", body: broken() }, UPLOAD));
    await expect(receiving).rejects.toThrow("connection lost");
    expect(await filesOf(customerId)).toEqual([]);
  });
});

test("a ZIP archive becomes its files, and says what happened to each", async () => {
  await receive(XML);
  const files = { "a.xml": XML, "b.xml": strToU8("<b/>"), "c.txt": strToU8("c") };
  const body = pieces(zipSync(files));
  expect(await sumReceipts(receiveUpload(customerId, { name: "all.zip", body }, UPLOAD))).toMatchObject({
    ...{ added: 1, known: 1, refusedCount: 1 },
    refused: [{ name: "c.txt", reason: "file_type" }],
  });
});

test("a refused mail that is delivered twice is listed once", async () => {
  const refusal = { name: "Ihre Rechnung", byteCount: 10, key: "<1@example.org>", reason: "mail_without_invoice" };
  for (let i = 0; i < 2; i += 1) await storeRefusal(customerId, refusal, { via: "mail", sender: "a@example.org" });
  expect(await filesOf(customerId)).toMatchObject([
    { status: "refused", outcome: "not_an_invoice", receivedVia: "mail" },
  ]);
});

describe("a person's answer about a held file", () => {
  const held = async () => {
    const [receipt] = await receive(XML);
    const { id } = receipt as { id: string };
    await db.eInvoiceFile.updateMany({ where: { id }, data: { status: "held", reason: "amount_differs" } });
    await clearJobs();
    return id;
  };

  test("has it read again with that answer, and is in the audit log", async () => {
    const id = await held();
    await answerFile(customerId, id, "replace", actor);
    expect(await findFile(customerId, id)).toMatchObject({ status: "waiting", answer: "replace" });
    expect(await waitingJobs(jobs.readEInvoices)).toHaveLength(1);
    expect(await db.auditEntry.findFirst({ where: { customerId, subject: id } })).toMatchObject({
      action: "e_invoice.answered",
    });
  });

  test("ends it if it is to be ignored", async () => {
    const id = await held();
    await answerFile(customerId, id, "ignore", actor);
    expect(await findFile(customerId, id)).toMatchObject({ status: "done", reason: "ignored" });
    expect(await waitingJobs(jobs.readEInvoices)).toEqual([]);
  });

  test("is refused twice, and for a file of another supplier", async () => {
    const id = await held();
    await expect(answerFile(other.customerId, id, "ignore", actor)).rejects.toMatchObject({ code: "not_found" });
    await answerFile(customerId, id, "ignore", actor);
    await expect(answerFile(customerId, id, "replace", actor)).rejects.toMatchObject({ code: "file_not_ready" });
  });
});

test("a supplier sees no file, no bytes and no address of another", async () => {
  await receive(XML, "a.xml", other.customerId);
  await db.eInvoiceMailbox.create({ data: { customerId: other.customerId, token: "secret" } });
  const seen = await withinSupplier(customerId, async () => [
    await db.eInvoiceFile.count(),
    await db.eInvoiceContent.count(),
    await db.eInvoiceMailbox.count(),
  ]);
  expect(seen).toEqual([0, 0, 0]);
  const within = withinSupplier(customerId, () => receive(XML, "a.xml", other.customerId));
  await expect(within).rejects.toThrow(/row-level security/);
});

test("a rotation of keys encrypts the files with the newest key, and leaves the others", async () => {
  await receive(XML);
  expect(await resealFiles()).toEqual({ resealed: 0, unreadable: 0 });
  await db.$executeRaw`UPDATE e_invoice_contents SET content = overlay(content PLACING ${Buffer.from("zz")} FROM 2 FOR 2)`;
  expect(await resealFiles()).toEqual({ resealed: 0, unreadable: 1 });
});
