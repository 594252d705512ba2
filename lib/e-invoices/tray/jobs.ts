import type { CustomerId } from "@/lib/auth/scope";
import { log } from "@/lib/core/telemetry/log";
import { usesEInvoices } from "@/lib/e-invoices/access";
import { readEInvoice } from "@/lib/e-invoices/process/access";
import type { ReadResult } from "@/lib/e-invoices/reading/types";
import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { findWaiting, readContents } from "./data";
import { countFailure, FILES_PER_TRANSACTION, onlyAdds, type ReadWaiting, settleFiles } from "./reading-mutations";

const BATCH_SIZE = 500;
/** About how many bytes of files are in memory at a time. While some are applied, as many more are read. */
const BYTES_AT_ONCE = 8_000_000;

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
  for await (const reads of readAhead(customerId))
    for (const group of groupsOf(reads)) failed += await settled(customerId, group);
  if (failed > 0) throw new Error(`${failed} e-invoices could not be applied`);
});

const NO_BYTES = new Uint8Array();

/** Returns what is applied in one transaction: several files that only add invoices, or one that changes some. */
function groupsOf(reads: ReadWaiting[]): ReadWaiting[][] {
  const groups: ReadWaiting[][] = [];
  let isOpen = false;
  for (const read of reads) {
    const isAdding = onlyAdds(read);
    if (isOpen && isAdding) groups.at(-1)?.push(read);
    else groups.push([read]);
    isOpen = isAdding;
  }
  return groups;
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

/**
 * Yields what waiting files contain, as many at a time as are applied together. The next ones are read meanwhile.
 *
 * @throws Error if the reader itself fails, after what was read before
 */
async function* readAhead(customerId: CustomerId): AsyncGenerator<ReadWaiting[]> {
  let next: Promise<Reading> | undefined;
  for await (const ids of portionsOf(customerId)) {
    const before = await next;
    next = readAll(customerId, ids);
    if (before) yield readsOf(before);
  }
  if (next) yield readsOf(await next);
}

/** Yields the ids of waiting files in the order of receipt, in portions that are applied together. */
async function* portionsOf(customerId: CustomerId): AsyncGenerator<string[]> {
  for (let after = ""; ; ) {
    const files = await findWaiting(customerId, after, BATCH_SIZE);
    let [batch, bytes]: [string[], number] = [[], 0];
    for (const { id, byteCount } of files) {
      if (batch.length > 0 && (batch.length >= FILES_PER_TRANSACTION || bytes + byteCount > BYTES_AT_ONCE)) {
        yield batch;
        [batch, bytes] = [[], 0];
      }
      batch.push(id);
      bytes += byteCount;
    }
    if (batch.length > 0) yield batch;
    const last = files.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** The files that were read, or the error that stopped the reader. Such an error is no fault of a file. */
type Reading = { reads: ReadWaiting[] } | { error: unknown };

function readsOf(reading: Reading): ReadWaiting[] {
  if ("error" in reading) throw reading.error;
  return reading.reads;
}

async function readAll(customerId: CustomerId, ids: string[]): Promise<Reading> {
  try {
    const contents = await readContents(customerId, ids);
    const reads = await Promise.all(ids.map((id) => readOne(customerId, id, contents.get(id))));
    return { reads: reads.filter((read) => read !== undefined) };
  } catch (error) {
    return { error };
  }
}

/** @returns undefined for a file whose bytes are missing or cannot be decrypted: it must not stop those behind it */
async function readOne(
  customerId: CustomerId,
  id: string,
  content: Uint8Array | null | undefined,
): Promise<ReadWaiting | undefined> {
  if (!content) {
    await countFailure(customerId, id);
    return undefined;
  }
  const result: ReadResult = await readEInvoice(content);
  // Several results are in memory at a time, and nobody needs the XML any more.
  return { id, result: "xml" in result ? { ...result, xml: NO_BYTES } : result };
}
