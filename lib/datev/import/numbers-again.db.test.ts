import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { disconnect } from "@/lib/connections/record/provider";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays, formatDay, toDate } from "@/lib/core/time/dates";
import { saveSettings } from "@/lib/datev/settings/mutations";
import { blankForm } from "@/lib/datev/settings/rules";
import { connectedSupplier, decideNow, latestCollection, seedMandate } from "@/test/supplier-data";
import { importDatevFiles } from "./jobs";
import { receiveFile, wantImport } from "./mutations";

const supplier = await connectedSupplier();
const { customerId, actor } = supplier;
await disconnect(customerId, "LEXOFFICE", actor);
await saveSettings(customerId, { ...blankForm(), consultant: "29098", client: "55003" }, actor);

interface Item {
  number: string;
  /** In days from today. */
  written: number;
}

async function hand(...items: Item[]): Promise<void> {
  // Lists are distinguished by the time of their upload, so two must not share a millisecond.
  await wait(2);
  const day = (days: number) => formatDay(addDays(today(), days), "de");
  const rows = items.map(({ number, written }) => `10042;${number};${day(written)};${day(written + 14)};119,00`);
  const list = ["Konto;Rechnungsnummer;Datum;Fälligkeit;Saldo", ...rows, "10099;RE-0;01.01.2026;31.12.2029;1,00", ""];
  async function* body() {
    yield Buffer.from(list.join("\r\n"), "latin1");
  }
  const id = await receiveFile(supplier, { kind: "open_items", name: "OPOS.csv", body: body() });
  await wantImport(customerId, id, true, actor);
  await importDatevFiles.run({ customerId });
  expect(await db.datevImport.findFirst({ where: { customerId, id } })).toMatchObject({ status: "applied" });
}

const documents = (number: string) =>
  db.invoice.findMany({
    where: { customerId, number },
    orderBy: { voucherDate: "asc" },
    include: { collections: true },
  });

/** Imports a document and collects it. The collection is paid out, and a newer list no longer has the document. */
async function collected(number: string) {
  await hand({ number, written: -30 });
  const [row] = await documents(number);
  if (!row?.contactId) throw new Error("not imported");
  if ((await db.mandate.count({ where: { customerId } })) === 0) await seedMandate(customerId, row.contactId);
  await decideNow(customerId, row.id);
  const { id } = await latestCollection(customerId, row.id);
  const chargeDate = toDate(addDays(today(), -10));
  await db.collection.updateMany({ where: { customerId, id }, data: { status: "paid_out", chargeDate } });
  await hand();
  return { id: row.id, collectionId: id };
}

let count = 0;
let number = "";
beforeEach(() => {
  count += 1;
  number = `RE-${count}`;
});

test("a number used again after the first document's collection is another document, and collected", async () => {
  const { id } = await collected(number);
  await hand({ number, written: -3 });
  const [first, second, ...more] = await documents(number);
  expect(more).toEqual([]);
  expect(first).toMatchObject({ id, bookStatus: "paid", collections: [{ status: "paid_out" }] });
  expect(second).toMatchObject({ bookStatus: "open", openCents: 11_900, collections: [] });
  expect(await decideNow(customerId, second?.id ?? "")).toMatchObject({ outcome: "collect", amountCents: 11_900 });
});

test("an invoice with a number used again stays a separate document in later lists, even after the first one's return", async () => {
  const { collectionId } = await collected(number);
  await hand({ number, written: -3 });
  await db.collection.updateMany({
    where: { customerId, id: collectionId },
    data: { status: "charged_back", holdsInvoice: false },
  });
  await hand({ number, written: -3 });
  expect(await documents(number)).toMatchObject([{ bookStatus: "paid" }, { bookStatus: "open" }]);
});

test("a document of which only the day was corrected is the same document, and is not collected again", async () => {
  const { id } = await collected(number);
  await hand({ number, written: -29 });
  expect(await documents(number)).toMatchObject([{ id, bookStatus: "open" }]);
  expect(await decideNow(customerId, id)).toMatchObject({ outcome: "keep", reason: "collected" });
});

test("a document that was settled without a collection is reopened when its number is listed again", async () => {
  await hand({ number, written: -30 });
  await hand();
  await hand({ number, written: -3 });
  expect(await documents(number)).toMatchObject([{ bookStatus: "open", voucherDate: toDate(addDays(today(), -3)) }]);
});
