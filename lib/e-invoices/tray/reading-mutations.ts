import type { CustomerId } from "@/lib/auth/scope";
import { db, type Prisma, type Tx } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { applyEInvoice, type Intake, openIntake } from "@/lib/e-invoices/intake/mutations";
import type { AppliedFile } from "@/lib/e-invoices/intake/types";
import type { ReadResult } from "@/lib/e-invoices/reading/types";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { factsOf } from "./facts-rules";

/** A file that was read, and what it contains. */
export interface ReadWaiting {
  id: string;
  result: ReadResult;
}

/** Each file takes a few milliseconds, and a transaction has 15 seconds. */
export const FILES_PER_TRANSACTION = 20;

/**
 * Applies what was read from waiting files, in this order, and stores their outcomes, in one transaction. So an
 * interrupted run leaves them waiting, and no file is applied twice. Of a file that is no invoice only the refusal stays.
 */
export async function settleFiles(customerId: CustomerId, reads: ReadWaiting[]): Promise<void> {
  await db.$transaction(async (tx) => {
    const intake = await openIntake(tx, customerId);
    const files = await tx.$queryRaw<AppliedFile[]>`
      SELECT id, string_to_array(COALESCE(answer, ''), ' ') AS answers, received_at AS "receivedAt" FROM e_invoice_files
      WHERE customer_id = ${customerId} AND id = ANY(${reads.map(({ id }) => id)}) AND status = 'waiting'
      ORDER BY id FOR UPDATE`;
    let hasChanged = false;
    for (const { id, result } of reads) {
      const file = files.find((one) => one.id === id);
      if (!file) continue;
      if ("invoice" in result) hasChanged = (await settle(tx, customerId, intake, file, result)) || hasChanged;
      else await refuse(tx, customerId, id, result);
    }
    if (hasChanged) await enqueue(tx, jobs.decideInvoices, { customerId });
  });
}

/**
 * True for files that can be applied together with others: they only add invoices. What changes earlier ones locks
 * them, in an order that only holds for one file at a time.
 */
export function onlyAdds({ result }: ReadWaiting): boolean {
  if (!("invoice" in result)) return true;
  return !["credit", "negative"].includes(result.outcome) && result.invoice.precedingNumbers.length === 0;
}

/** @returns true if invoices are to be decided */
async function settle(
  tx: Tx,
  customerId: CustomerId,
  intake: Intake,
  file: AppliedFile,
  read: Extract<ReadResult, { invoice: object }>,
): Promise<boolean> {
  const applied = await applyEInvoice(tx, customerId, intake, file, read);
  await tx.eInvoiceFile.updateMany({
    where: { customerId, id: file.id },
    data: {
      ...{ status: applied.status, outcome: applied.outcome, reason: applied.reason ?? null },
      ...{ detail: applied.detail ?? read.detail ?? null, invoiceId: applied.invoiceId ?? null },
      ...{ xmlSha1: read.xmlSha1, facts: factsOf(read.invoice) as unknown as Prisma.InputJsonObject, readAt: now() },
    },
  });
  return applied.status === "done";
}

async function refuse(
  tx: Tx,
  customerId: CustomerId,
  id: string,
  read: Exclude<ReadResult, { invoice: object }>,
): Promise<void> {
  const { outcome, reason, detail = null, xmlSha1 = null } = read;
  await tx.eInvoiceFile.update({
    where: { customerId_id: { customerId, id } },
    data: { status: "refused", outcome, reason, detail, xmlSha1, readAt: now() },
  });
  // The process may have ended for reasons of the machine: then the file can be read again.
  if (reason !== "reader_stopped") await tx.eInvoiceContent.deleteMany({ where: { customerId, fileId: id } });
}

/** After this many failures of ours a file no longer waits. The supplier can have it read again. */
const MAX_TRIES = 5;

/** Counts a failure that is not the file's. */
export async function countFailure(customerId: CustomerId, id: string): Promise<void> {
  await db.$executeRaw`
    UPDATE e_invoice_files SET tries = tries + 1, updated_at = now(),
      status = CASE WHEN tries + 1 >= ${MAX_TRIES} THEN 'refused'::e_invoice_file_status ELSE status END,
      outcome = CASE WHEN tries + 1 >= ${MAX_TRIES} THEN 'unreadable' ELSE outcome END,
      reason = CASE WHEN tries + 1 >= ${MAX_TRIES} THEN 'failed' ELSE reason END
    WHERE customer_id = ${customerId} AND id = ${id} AND status = 'waiting'`;
}
