import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { disconnect } from "@/lib/connections/mutations";
import { today } from "@/lib/core/clock";
import { addDays, formatDay } from "@/lib/core/dates";
import { db } from "@/lib/core/db";
import { connectedSupplier } from "@/test/supplier-data";
import { receiveFile, wantImport } from "./import-mutations";
import { importDatevFiles } from "./jobs";
import { saveSettings } from "./settings-mutations";
import { blankForm } from "./settings-rules";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const supplier = await connectedSupplier();
const { customerId, actor } = supplier;
await disconnect(customerId, "LEXOFFICE", actor);
await saveSettings(customerId, { ...blankForm(), consultant: "29098", client: "55003" }, actor);

const [SMALL, LARGE] = [10_000, 100_000];
const SAMPLE_MS = 500;

/** The list, made while it is read: nothing of it is held by the test itself. */
async function* list(rows: number): AsyncGenerator<Uint8Array> {
  const [written, due] = [formatDay(addDays(today(), -10), "de"), formatDay(addDays(today(), 14), "de")];
  yield Buffer.from("Konto;Name;Rechnungsnummer;Datum;Fälligkeit;Saldo\r\n", "latin1");
  for (let from = 0; from < rows; from += 1_000) {
    const lines = Array.from({ length: 1_000 }, (_, i) => {
      const number = from + i;
      return `${10_000 + (number % 50_000)};Bäckerei Sonnenschein ${number};RE-${number};${written};${due};1.119,00\r\n`;
    });
    yield Buffer.from(lines.join(""), "latin1");
  }
}

/** Most memory that is held while a list is taken in and imported, above what was held before. */
async function mostMemory(rows: number): Promise<number> {
  const held = (): number => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = held();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, held());
  }, SAMPLE_MS);
  const id = await receiveFile(supplier, { kind: "open_items", name: "OPOS.csv", body: list(rows) });
  await wantImport(customerId, id, true, actor);
  await importDatevFiles.run({ customerId } as never);
  clearInterval(timer);
  expect(await db.invoice.count({ where: { customerId, bookStatus: "open" } })).toBe(rows);
  return most - before;
}

test("a hundred thousand open items need no more memory than ten thousand", { timeout: 400_000 }, async () => {
  const small = await mostMemory(SMALL);
  const large = await mostMemory(LARGE);
  // What grows with the file would be ten times as much. A floor, because a short run meets few of its peaks.
  expect(large / Math.max(small, 10e6)).toBeLessThan(2.5);
});
