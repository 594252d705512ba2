import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { decideInvoice } from "@/lib/collections/decision/mutations";
import { disconnect } from "@/lib/connections/record/provider";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays, formatDay } from "@/lib/core/time/dates";
import { saveSettings } from "@/lib/datev/settings/mutations";
import { blankForm } from "@/lib/datev/settings/rules";
import { connectedSupplier, seedMandate } from "@/test/supplier-data";
import { storeFile } from "./file-data";
import { importDatevFiles } from "./jobs";
import { chooseColumns, receiveFile, wantImport } from "./mutations";

const supplier = await connectedSupplier();
const { customerId, actor } = supplier;
await disconnect(customerId, "LEXOFFICE", actor);
await saveSettings(customerId, { ...blankForm(), consultant: "29098", client: "55003" }, actor);

const day = (days: number) => formatDay(addDays(today(), days), "de");
const booking = (debtor: number, number: string, amounts: string) =>
  `${debtor};${number};${day(-10)};${day(14)};${amounts}`;

async function importList(rows: string[], isComplete: boolean): Promise<void> {
  // Lists are distinguished by the time of their upload, so two must not share a millisecond.
  await wait(2);
  const content = Buffer.from(["Konto;Rechnungsnummer;Datum;Fälligkeit;Soll;Haben", ...rows, ""].join("\r\n"));
  const body = (async function* () {
    yield content;
  })();
  const id = await receiveFile(supplier, { kind: "open_items", name: "OPOS.csv", body });
  await wantImport(customerId, id, isComplete, actor);
  await importDatevFiles.run({ customerId });
  const where = { customerId_id: { customerId, id } };
  expect(await db.datevImport.findUniqueOrThrow({ where })).toMatchObject({ status: "applied" });
}

const unknown = async () =>
  (await db.invoice.findMany({ where: { customerId, isOpenUnknown: true } })).map(({ number }) => number);

test.each([
  ["without a number", 10_061, [";50,00"], ""],
  ["of another number", 10_062, [";50,00"], "GU-1"],
  ["beyond its own invoice", 10_063, ["20,00;", ";70,00"], "RE-X"],
])(
  "a credit %s in a partial list makes the debtor's other open amounts unknown",
  async (_what, debtor, amounts, number) => {
    const credits = amounts.map((amount) => booking(debtor, number, amount));
    const [owed, other] = [booking(debtor, `RE-${debtor}`, "80,00;"), booking(10_064, "RE-1", "5,00;")];
    await importList([owed, other], true);
    const invoice = await db.invoice.findFirstOrThrow({ where: { customerId, number: `RE-${debtor}` } });
    await seedMandate(customerId, invoice.contactId ?? "");
    const decide = async () => await decideInvoice(customerId, invoice.id);
    expect(await decide()).toMatchObject({ outcome: "collect" });

    await importList([...credits, booking(10_065, "RE-2", "7,00;")], false);
    expect(await unknown()).toEqual([`RE-${debtor}`]);
    expect(await decide()).toMatchObject({ reason: "open_unknown" });
    // The next list that contains the document says what is open.
    await importList([owed, other], false);
    expect(await unknown()).toEqual([]);
    expect((await decide())?.reason).not.toBe("open_unknown");
    // A complete list without the document means that it is paid.
    await importList([...credits, other], true);
    expect(await unknown()).toEqual([]);
    expect(await decide()).toMatchObject({ reason: "paid" });
  },
);

test("the stored beginning of a file that was never completed cannot be inspected", async () => {
  const id = "dim_of_a_dead_process";
  const row = { customerId, id, kind: "open_items" as const, status: "refused" as const, fileName: "x", byteCount: 0 };
  await db.datevImport.create({ data: { ...row, ...actor } });
  const body = [Buffer.from(`Konto;Rechnungsnummer;Datum;Saldo\r\n10042;RE-9;${day(-1)};5,00\r\n`)];
  await storeFile(customerId, id, Readable.from(body));
  const choosing = chooseColumns(customerId, id, { debtor: 0, number: 1, date: 2, balance: 3 });
  await expect(choosing).rejects.toMatchObject({ code: "file_not_ready" });
});

test("a payment of exactly a known amount leaves the debtor's other open amounts known", async () => {
  await importList([booking(10_070, "RE-3", "80,00;"), booking(10_070, "RE-4", "9,00;")], true);
  await importList([booking(10_070, "RE-3", ";80,00")], false);
  expect(await unknown()).toEqual([]);
  expect(await db.invoice.findFirst({ where: { customerId, number: "RE-3" } })).toMatchObject({ bookStatus: "paid" });
  expect(await db.invoice.findFirst({ where: { customerId, number: "RE-4" } })).toMatchObject({ bookStatus: "open" });
});
