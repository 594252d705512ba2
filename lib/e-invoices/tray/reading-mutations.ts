import type { CustomerId } from "@/lib/auth/scope";
import { db, type Prisma, type Tx } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { applyEInvoice } from "@/lib/e-invoices/intake/mutations";
import type { ReadResult } from "@/lib/e-invoices/reading/types";
import { factsOf } from "./facts-rules";

/**
 * Applies what was read from a waiting file, and stores its outcome, in one transaction. So an interrupted run leaves the
 * file waiting, and no file is applied twice. Of a file that is no invoice only the refusal stays.
 */
export async function settleFile(customerId: CustomerId, id: string, read: ReadResult): Promise<void> {
  await db.$transaction(async (tx) => {
    const [file] = await tx.$queryRaw<{ answers: string[]; receivedAt: Date }[]>`
      SELECT string_to_array(COALESCE(answer, ''), ' ') AS answers, received_at AS "receivedAt" FROM e_invoice_files
      WHERE customer_id = ${customerId} AND id = ${id} AND status = 'waiting' FOR UPDATE`;
    if (!file) return;
    if (!("invoice" in read)) return await refuse(tx, customerId, id, read);
    const applied = await applyEInvoice(tx, customerId, { id, ...file }, read);
    await tx.eInvoiceFile.update({
      where: { customerId_id: { customerId, id } },
      data: {
        ...{ status: applied.status, outcome: applied.outcome, reason: applied.reason ?? null },
        ...{ detail: applied.detail ?? read.detail ?? null, invoiceId: applied.invoiceId ?? null },
        ...{ xmlSha1: read.xmlSha1, facts: factsOf(read.invoice) as unknown as Prisma.InputJsonObject, readAt: now() },
      },
    });
  });
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
