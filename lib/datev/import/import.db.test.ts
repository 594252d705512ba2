import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { decideInvoice } from "@/lib/collections/decision/mutations";
import { disconnect } from "@/lib/connections/record/provider";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays, formatDay } from "@/lib/core/time/dates";
import { saveSettings } from "@/lib/datev/settings/mutations";
import { blankForm } from "@/lib/datev/settings/rules";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier, seedMandate } from "@/test/supplier-data";
import { importDatevFiles } from "./jobs";
import { chooseColumns, dropFile, receiveFile, wantImport } from "./mutations";
import type { Findings } from "./types";

const supplier = await connectedSupplier();
const { customerId, actor } = supplier;
const NUMBERS = { ...blankForm(), consultant: "29098", client: "55003" };
await disconnect(customerId, "LEXOFFICE", actor);
await saveSettings(customerId, NUMBERS, actor);

const TITLES = "Konto;Rechnungsnummer;Datum;Fälligkeit;Saldo";
const day = (days: number) => formatDay(addDays(today(), days), "de");
const item = (debtor: number, number: string, amount = "119,00") =>
  `${debtor};${number};${day(-10)};${day(14)};${amount}`;
const listOf = (...rows: string[]) => Buffer.from([TITLES, ...rows, ""].join("\r\n"), "latin1");

async function* bytes(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

const receive = async (content: Uint8Array, kind: "open_items" | "debtors" = "open_items") =>
  await receiveFile(supplier, { kind, name: "OPOS.csv", body: bytes(content) });
const read = (id: string) => db.datevImport.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } });
const findingsOf = async (id: string) => (await read(id)).findings as unknown as Findings;
const work = () => importDatevFiles.run({ customerId });
const numbers = async (bookStatus: "open" | "paid") =>
  (await db.invoice.findMany({ where: { customerId, bookStatus }, orderBy: { number: "asc" } })).map(
    (row) => row.number,
  );

async function importList(content: Uint8Array, isComplete = true): Promise<string> {
  // Lists are distinguished by the time of their upload, so two must not share a millisecond.
  await wait(2);
  const id = await receive(content);
  await wantImport(customerId, id, isComplete, actor);
  await work();
  return id;
}

beforeEach(clearJobs);

describe("a list of open items", () => {
  test("is inspected first, and imported when the supplier confirms it", async () => {
    const id = await receive(listOf(item(10_042, "RE-1", "1.190,50"), item(10_043, "RE-2"), item(70_001, "KR-1")));
    expect(await read(id)).toMatchObject({ status: "inspected", rowCount: 2, skippedCount: 1, errorCount: 0 });
    expect((await findingsOf(id)).totalCents).toBe(130_950);
    expect(await numbers("open")).toEqual([]);

    await wantImport(customerId, id, true, actor);
    expect(await waitingJobs(jobs.importDatevFiles)).toHaveLength(1);
    await work();
    expect(await read(id)).toMatchObject({ status: "applied", newCount: 2, settledCount: 0 });
    expect(await db.datevImportChunk.count({ where: { customerId } })).toBe(0);
    const invoice = await db.invoice.findFirstOrThrow({
      where: { customerId, number: "RE-1" },
      include: { contact: true },
    });
    expect(invoice).toMatchObject({ books: "DATEV", openCents: 119_050, bookStatus: "open", staleAt: null });
    expect(invoice.contact).toMatchObject({ books: "DATEV", externalId: "10042", staleAt: null });
    await expect(wantImport(customerId, id, true, actor)).rejects.toMatchObject({ code: "file_not_ready" });
  });

  test("settles what is missing in it if it is complete; a partial list settles nothing", async () => {
    await importList(listOf(item(10_043, "RE-2", "50,00"), item(10_044, "RE-3")), false);
    expect(await numbers("open")).toEqual(["RE-1", "RE-2", "RE-3"]);
    const id = await importList(listOf(item(10_043, "RE-2", "50,00"), item(10_044, "RE-3")));
    expect(await numbers("open")).toEqual(["RE-2", "RE-3"]);
    expect(await numbers("paid")).toEqual(["RE-1"]);
    expect(await read(id)).toMatchObject({ newCount: 0, settledCount: 1 });
    expect(await db.invoice.findFirst({ where: { customerId, number: "RE-2" } })).toMatchObject({ openCents: 5_000 });
  });

  test("with one wrong line changes nothing and names the line", async () => {
    const id = await receive(listOf(item(10_045, "RE-4"), item(10_046, "RE-5", "=SUM(A1)"), item(10_045, "RE-4")));
    expect(await read(id)).toMatchObject({ status: "refused", errorCount: 3 });
    expect((await findingsOf(id)).errors.map(({ line, code }) => [line, code])).toEqual([
      [2, "number_unclear"],
      [3, "formula"],
      [4, "direction_unknown"],
    ]);
    await expect(wantImport(customerId, id, true, actor)).rejects.toMatchObject({ code: "file_not_ready" });
    await work();
    expect(await numbers("open")).not.toContain("RE-4");
  });

  const unicode = Buffer.from([`${TITLES};Name`, `${item(10_045, "RE-X")};Ä`, ""].join("\r\n"));
  const inDos = Buffer.from([`${TITLES};Name`, `${item(10_045, "RE-X")};M\x81ller`, ""].join("\r\n"), "latin1");
  test.each([
    ["in DOS letters", inDos, 2, "encoding_unknown"],
    ["of two encodings", Buffer.concat([unicode, inDos]), 3, "encoding_mixed"],
    ["without a column", Buffer.from(`Konto;Datum;Saldo;Text\r\n10045;${day(-3)};80,00;x\r\n`), 1, "column_missing"],
    ["with too few columns", Buffer.from(`Konto;Datum;Saldo\r\n10045;${day(-3)};80,00\r\n`), 0, "not_a_list"],
    ["with a formula", listOf(item(10_045, "RE-X"), item(10_046, "=A1")), 3, "formula"],
    ["with half a line at its end", listOf(item(10_045, "RE-X")).subarray(0, -9), 2, "half_line"],
  ])("%s imports nothing and names the line", async (_what, content, line, code) => {
    const before = await db.invoice.count({ where: { customerId } });
    const id = await receive(content);
    expect(await read(id)).toMatchObject({ status: "refused" });
    expect((await findingsOf(id)).errors).toMatchObject([{ line, code }]);
    await expect(wantImport(customerId, id, true, actor)).rejects.toMatchObject({ code: "file_not_ready" });
    await work();
    expect(await db.invoice.count({ where: { customerId } })).toBe(before);
  });

  test("with unknown titles is read by the columns that the supplier chooses, and so is the next list", async () => {
    const foreign = (number: string) =>
      Buffer.from(`Nr;Wer;Wann;Wieviel\r\n${number};10047;${day(-3)};80,00\r\n`, "latin1");
    const id = await receive(foreign("RE-6"));
    expect((await findingsOf(id)).errors.map(({ column }) => column)).toEqual(["Konto"]);
    await chooseColumns(customerId, id, { number: 0, debtor: 1, date: 2, balance: 3 });
    expect(await read(id)).toMatchObject({ status: "inspected", rowCount: 1 });
    await wantImport(customerId, id, false, actor);
    await work();
    expect(await read(await receive(foreign("RE-7")))).toMatchObject({ status: "inspected", rowCount: 1 });
  });

  test("with an unknown debit/credit column waits for a person, whose choice also holds for later lists", async () => {
    const list = (number: string) =>
      Buffer.from(`${TITLES};Z\r\n${item(10_049, number)};+\r\n${item(10_150, `${number}-2`)};-\r\n`, "latin1");
    const id = await receive(list("RE-9"));
    expect(await read(id)).toMatchObject({ status: "refused", rowCount: 0 });
    expect(await findingsOf(id)).toMatchObject({ asked: [5], errors: [{ code: "column_unknown", column: "Z" }] });
    const mapping = (await read(id)).mapping as object;
    await chooseColumns(customerId, id, { ...mapping, side: 5 });
    expect(await read(id)).toMatchObject({ status: "inspected", rowCount: 1, skippedCount: 1 });
    await chooseColumns(customerId, id, { ...mapping, ignored: [5] });
    expect(await read(id)).toMatchObject({ status: "inspected", rowCount: 2 });
    await wantImport(customerId, id, false, actor);
    await work();
    expect(await read(await receive(list("RE-10")))).toMatchObject({ status: "inspected", rowCount: 2 });
  });

  test("shows how much a complete list would settle, and settles no more than that", async () => {
    await importList(listOf(item(10_051, "RE-11", "70,00"), item(10_052, "RE-12", "30,00")), true);
    const id = await receive(listOf(item(10_052, "RE-12", "30,00")));
    expect((await findingsOf(id)).settles).toEqual({ count: 1, cents: 7_000 });
    // Another list comes in between: the list would now settle more than the supplier was shown.
    await wantImport(customerId, id, true, actor);
    await db.invoice.updateMany({ where: { customerId, number: "RE-11" }, data: { openCents: 9_000 } });
    await work();
    expect(await read(id)).toMatchObject({ status: "inspected" });
    expect(await numbers("open")).toEqual(["RE-11", "RE-12"]);
    expect((await findingsOf(id)).settles).toEqual({ count: 1, cents: 9_000 });
    await wantImport(customerId, id, true, actor);
    await work();
    expect(await read(id)).toMatchObject({ status: "applied", settledCount: 1 });
    expect(await numbers("open")).toEqual(["RE-12"]);
  });

  const SIDES = "Konto;Rechnungsnummer;Datum;Fälligkeit;Soll;Haben";
  const booking = (number: string, amounts: string, debtor = 10_061) =>
    `${debtor};${number};${day(-10)};${day(14)};${amounts}`;
  const sides = (...rows: string[]) => Buffer.from([SIDES, ...rows, ""].join("\r\n"), "latin1");

  test.each([
    ["its debit and its payment", [booking("RE-20", "80,00;"), booking("RE-20", ";80,00")]],
    ["a payment alone", [booking("RE-20", ";80,00")]],
    ["more than was open", [booking("RE-20", "80,00;"), booking("RE-20", ";90,00")]],
  ])("settles what it reports as paid, complete or not: %s", async (_what, rows) => {
    await importList(sides(booking("RE-20", "80,00;"), booking("RE-21", "5,00;", 10_062)), true);
    expect(await numbers("open")).toEqual(["RE-20", "RE-21"]);
    const id = await receive(sides(...rows));
    expect(await read(id)).toMatchObject({ status: "inspected", rowCount: 0, errorCount: 0 });
    expect(await findingsOf(id)).toMatchObject({
      paid: { count: 1, cents: 8_000 },
      settles: { count: 1, cents: 500 },
    });
    await wantImport(customerId, id, false, actor);
    await work();
    expect(await read(id)).toMatchObject({ status: "applied", newCount: 0, settledCount: 1 });
    expect(await numbers("open")).toEqual(["RE-21"]);
  });

  test("is refused if a credit covers a part of an invoice that is not in the list", async () => {
    await importList(sides(booking("RE-22", "80,00;")), true);
    const id = await receive(sides(booking("RE-22", ";30,00")));
    expect(await read(id)).toMatchObject({ status: "refused", errorCount: 1 });
    expect((await findingsOf(id)).errors).toMatchObject([{ line: 2, code: "credit_unassigned", value: "RE-22" }]);
    expect(await numbers("open")).toEqual(["RE-22"]);
  });

  test("is inspected again if a credit no longer covers an invoice that it covered before", async () => {
    await importList(sides(booking("RE-23", "80,00;")), true);
    const id = await receive(sides(booking("RE-23", ";80,00")));
    await wantImport(customerId, id, false, actor);
    await db.invoice.updateMany({ where: { customerId, number: "RE-23" }, data: { openCents: 9_000 } });
    await work();
    expect(await read(id)).toMatchObject({ status: "refused", errorCount: 1 });
    expect(await numbers("open")).toEqual(["RE-23"]);
  });

  test("counts for decisions for a week; after that a newer list is needed", async () => {
    const id = await importList(listOf(item(10_048, "RE-8")), false);
    const invoice = await db.invoice.findFirstOrThrow({ where: { customerId, number: "RE-8" } });
    await seedMandate(customerId, invoice.contactId ?? "");
    const age = async (days: number) =>
      await db.connection.updateMany({
        where: { customerId, type: "DATEV" },
        data: { lastSyncedAt: new Date(Date.now() - days * 86_400_000) },
      });
    const decideNow = async () => await decideInvoice(customerId, invoice.id);
    await age(9);
    expect(await decideNow()).toMatchObject({ outcome: "wait", reason: "books_outdated" });
    await importList(listOf(item(10_048, "RE-8")), false);
    expect((await db.invoice.findFirstOrThrow({ where: { customerId, number: "RE-8" } })).needsDecision).toBe(true);
    expect(await decideNow()).toMatchObject({ outcome: "collect" });
    expect((await read(id)).status).toBe("applied");
  });
});

describe("debtors", () => {
  test("become contacts with an e-mail address, and a debtor that must not be debited is excluded", async () => {
    const file = await debtorFile([
      {
        1: "10042",
        2: "Bäckerei Sonnenschein KG",
        7: '"2"',
        18: "01099",
        19: "Dresden",
        33: "rechnung@baeckerei.example",
      },
      { 1: "10050", 2: "Insolvenz GmbH", 33: "x@y.example", 221: "1" },
    ]);
    const id = await receive(file, "debtors");
    expect(await read(id)).toMatchObject({ status: "inspected", rowCount: 2 });
    await wantImport(customerId, id, false, actor);
    await work();
    expect(await read(id)).toMatchObject({ status: "applied", newCount: 1 });
    const contact = (externalId: string) => db.contact.findFirstOrThrow({ where: { customerId, externalId } });
    expect(await contact("10042")).toMatchObject({
      companyName: "Bäckerei Sonnenschein KG",
      email: "rechnung@baeckerei.example",
      city: "Dresden",
      isExcluded: false,
    });
    expect((await contact("10050")).isExcluded).toBe(true);
    const invoice = await db.invoice.findFirstOrThrow({ where: { customerId, number: "RE-1" } });
    expect(invoice.contactName).toBe("Bäckerei Sonnenschein KG");
  });
});

describe("tenant scope and validation", () => {
  test("only a supplier with DATEV hands in files, and nobody can use another supplier's file", async () => {
    const stranger = await connectedSupplier();
    const body = bytes(listOf(item(10_001, "RE-1")));
    await expect(receiveFile(stranger, { kind: "open_items", name: "x.csv", body })).rejects.toMatchObject({
      code: "connection_missing",
    });
    await expect(saveSettings(stranger.customerId, NUMBERS, actor)).rejects.toMatchObject({ code: "books_in_use" });
    const id = await receive(listOf(item(10_001, "RE-1")));
    await expect(dropFile(stranger.customerId, id)).rejects.toMatchObject({ code: "file_not_ready" });
    await dropFile(customerId, id);
    expect(await db.datevImportChunk.count({ where: { customerId, importId: id } })).toBe(0);
  });

  test("invalid settings name their fields", async () => {
    const wrong = saveSettings(customerId, { ...NUMBERS, client: "0", fees: "1360" }, actor);
    await expect(wrong).rejects.toMatchObject({
      code: "invalid_input",
      fields: [
        { field: "client", message: "range" },
        { field: "fees", message: "account_twice" },
      ],
    });
  });
});

/** Builds a file of category 16. A row has its cells by column, counted from 1. */
async function debtorFile(rows: Record<number, string>[]): Promise<Buffer> {
  const cells = (row: Record<number, string>) => Array.from({ length: 254 }, (_, i) => row[i + 1] ?? "").join(";");
  const head = Array.from(
    { length: 31 },
    (_, i) => ({ 0: '"EXTF"', 1: "700", 2: "16", 4: "5", 13: "4" })[i] ?? "",
  ).join(";");
  const titles = ["Konto", ...Array.from({ length: 253 }, (_, i) => `Spalte ${i + 2}`)].join(";");
  return Buffer.from([head, titles, ...rows.map(cells), ""].join("\r\n"), "latin1");
}
