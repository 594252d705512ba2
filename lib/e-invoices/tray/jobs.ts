import type { CustomerId } from "@/lib/auth/scope";
import { log } from "@/lib/core/telemetry/log";
import { usesEInvoices } from "@/lib/e-invoices/access";
import { readEInvoice } from "@/lib/e-invoices/process/access";
import type { ReadResult } from "@/lib/e-invoices/reading/types";
import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { findWaiting, readContent } from "./data";
import { countFailure, settleFile } from "./reading-mutations";

const BATCH_SIZE = 200;
/** Files that are read at the same time, and the bytes of all these files together. */
const MAX_IN_FLIGHT = 8;
const MAX_IN_FLIGHT_BYTES = 40_000_000;

/**
 * Reads the waiting files of a supplier, several at a time, and applies them one by one in the order of receipt. An
 * interrupted run leaves the rest waiting.
 *
 * @throws Error if files failed for reasons that are not theirs; the next run reads them again
 */
export const readEInvoices = work(jobs.readEInvoices, async ({ customerId }) => {
  // Files wait while another accounting system is in use.
  if (!(await usesEInvoices(customerId))) return;
  let failed = 0;
  for (let after = ""; ; ) {
    const files = await findWaiting(customerId, after, BATCH_SIZE);
    for await (const { id, read } of readAhead(customerId, files)) {
      if (!(await settled(customerId, id, read))) failed += 1;
    }
    const last = files.at(-1);
    if (!last) break;
    after = last.id;
  }
  if (failed > 0) throw new Error(`${failed} e-invoices could not be applied`);
});

type Reading = { result: ReadResult } | { error: unknown };

async function settled(customerId: CustomerId, id: string, read: Reading): Promise<boolean> {
  // The reader itself failed, not the file: a hostile file has a result, too.
  if ("error" in read) throw read.error;
  try {
    await settleFile(customerId, id, read.result);
    return true;
  } catch (error) {
    log.error({ err: error, file: id }, "e-invoice could not be applied");
    await countFailure(customerId, id);
    return false;
  }
}

async function* readAhead(
  customerId: CustomerId,
  files: { id: string; byteCount: number }[],
): AsyncGenerator<{ id: string; read: Reading }> {
  const reading: { id: string; byteCount: number; read: Promise<Reading> }[] = [];
  const left = [...files];
  let bytes = 0;
  const hasRoom = (byteCount: number) =>
    reading.length === 0 || (reading.length < MAX_IN_FLIGHT && bytes + byteCount <= MAX_IN_FLIGHT_BYTES);
  for (;;) {
    for (let next = left[0]; next && hasRoom(next.byteCount); next = left[0]) {
      left.shift();
      bytes += next.byteCount;
      reading.push({ ...next, read: readOne(customerId, next.id) });
    }
    const first = reading.shift();
    if (!first) return;
    yield { id: first.id, read: await first.read };
    bytes -= first.byteCount;
  }
}

async function readOne(customerId: CustomerId, id: string): Promise<Reading> {
  try {
    const content = await readContent(customerId, id);
    if (!content) throw new Error("the bytes of a waiting file are missing");
    return { result: await readEInvoice(content) };
  } catch (error) {
    return { error };
  }
}
