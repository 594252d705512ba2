import type { CustomerId } from "@/lib/auth/scope";
import { log } from "@/lib/core/telemetry/log";
import { usesEInvoices } from "@/lib/e-invoices/access";
import { readEInvoice } from "@/lib/e-invoices/process/access";
import type { ReadResult } from "@/lib/e-invoices/reading/types";
import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { findWaiting, readContent } from "./data";
import { countFailure, FILES_PER_TRANSACTION, onlyAdds, type ReadWaiting, settleFiles } from "./reading-mutations";

const BATCH_SIZE = 200;
/** Files that are read at the same time, and the bytes of all these files together. */
const MAX_IN_FLIGHT = 8;
const MAX_IN_FLIGHT_BYTES = 40_000_000;

/**
 * Reads the waiting files of a supplier, several at a time, and applies them in the order of receipt. An interrupted run
 * leaves the rest waiting.
 *
 * @throws Error if files failed for reasons that are not theirs; the next run reads them again
 */
export const readEInvoices = work(jobs.readEInvoices, async ({ customerId }) => {
  // Files wait while another accounting system is in use.
  if (!(await usesEInvoices(customerId))) return;
  let failed = 0;
  for (let after = ""; ; ) {
    const files = await findWaiting(customerId, after, BATCH_SIZE);
    for await (const group of groupsOf(readAhead(customerId, files))) failed += await settled(customerId, group);
    const last = files.at(-1);
    if (!last) break;
    after = last.id;
  }
  if (failed > 0) throw new Error(`${failed} e-invoices could not be applied`);
});

const NO_BYTES = new Uint8Array();

type Reading = { result: ReadResult } | { error: unknown };

/** Yields what is applied in one transaction: several files that only add invoices, or one that changes some. */
async function* groupsOf(reads: AsyncIterable<{ id: string; read?: Reading }>): AsyncGenerator<ReadWaiting[]> {
  let group: ReadWaiting[] = [];
  for await (const { id, read } of reads) {
    if (!read) continue;
    // The reader itself failed, not the file: a hostile file has a result, too. What was read before is applied.
    if ("error" in read) {
      if (group.length > 0) yield group;
      throw read.error;
    }
    const file = { id, result: read.result };
    const isAlone = !onlyAdds(file);
    if (isAlone && group.length > 0) {
      yield group;
      group = [];
    }
    group.push(file);
    if (!isAlone && group.length < FILES_PER_TRANSACTION) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** @returns how many of the files failed. If files fail together, each is tried alone, so that one stops no other. */
async function settled(customerId: CustomerId, group: ReadWaiting[]): Promise<number> {
  try {
    await settleFiles(customerId, group);
    return 0;
  } catch (error) {
    const [first, ...others] = group;
    if (first === undefined) return 0;
    if (others.length > 0) {
      let failed = 0;
      for (const file of group) failed += await settled(customerId, [file]);
      return failed;
    }
    log.error({ err: error, file: first.id }, "e-invoice could not be applied");
    await countFailure(customerId, first.id);
    return 1;
  }
}

async function* readAhead(
  customerId: CustomerId,
  files: { id: string; byteCount: number }[],
): AsyncGenerator<{ id: string; read?: Reading }> {
  const reading: { id: string; byteCount: number; read: Promise<Reading | undefined> }[] = [];
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

/** @returns undefined for a file whose bytes are missing or cannot be decrypted: it must not stop those behind it */
async function readOne(customerId: CustomerId, id: string): Promise<Reading | undefined> {
  try {
    const content = await readContent(customerId, id).catch((error: unknown) => {
      log.error({ err: error, file: id }, "e-invoice cannot be decrypted");
      return undefined;
    });
    if (!content) {
      await countFailure(customerId, id);
      return undefined;
    }
    const result = await readEInvoice(content);
    // Several results are in memory at a time, and nobody needs the XML any more.
    return { result: "xml" in result ? { ...result, xml: NO_BYTES } : result };
  } catch (error) {
    return { error };
  }
}
