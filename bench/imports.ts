import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { addDays, formatDay } from "@/lib/core/time/dates";
import { importDatevFiles } from "@/lib/datev/import/jobs";
import { receiveFile, wantImport } from "@/lib/datev/import/mutations";
import { saveSettings } from "@/lib/datev/settings/mutations";
import { blankForm } from "@/lib/datev/settings/rules";
import { type SeededSupplier, seedSupplier } from "../prisma/seed/suppliers";
import { withStack } from "./stack-of-its-own";

/**
 * Measures the memory used while a list of open items from DATEV is received and imported, above the use before.
 * Compares a hundred thousand items with ten thousand: memory that grows with the file would be ten times as much.
 */
const [SMALL, LARGE] = [10_000, 100_000];
const RATIO_BOUND = 2.5;
/** A short run samples few of its peaks. */
const FLOOR_BYTES = 10e6;
const SAMPLE_MS = 500;

export async function measureImports(): Promise<boolean> {
  return await withStack("imports", async (stack) => {
    // The worker would import the file before the bench does.
    await stack.children.worker.stop();
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const supplier = await seedSupplier();
    await saveSettings(supplier.customerId, { ...blankForm(), consultant: "29098", client: "55003" }, supplier.actor);
    const small = await mostMemory(supplier, SMALL, collectGarbage);
    const large = await mostMemory(supplier, LARGE, collectGarbage);
    await db.$disconnect();
    const ratio = large / Math.max(small, FLOOR_BYTES);
    console.log(`\n  ${SMALL} open items hold ${megabytes(small)}, ${LARGE} hold ${megabytes(large)}`);
    console.log(`  ratio ${ratio.toFixed(2)} (bound ${RATIO_BOUND})\n  ${ratio <= RATIO_BOUND ? "holds" : "BROKEN"}`);
    return ratio <= RATIO_BOUND;
  });
}

async function mostMemory(supplier: SeededSupplier, rows: number, collectGarbage: () => void): Promise<number> {
  const { customerId, actor } = supplier;
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
  await importDatevFiles.run({ customerId });
  clearInterval(timer);
  const imported = await db.invoice.count({ where: { customerId, bookStatus: "open" } });
  if (imported !== rows) throw new Error(`${imported} of ${rows} open items were imported`);
  return most - before;
}

/** Generates the list while it is read, so that the bench itself does not hold it in memory. */
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

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
