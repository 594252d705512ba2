import type { CustomerId } from "@/lib/auth/scope";
import { db, Prisma, type Tx } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { applyEInvoice, openIntake } from "@/lib/e-invoices/intake/mutations";
import { applyPlain, type ReadFile } from "@/lib/e-invoices/intake/plain/mutations";
import type { Applied, AppliedFile, ReadInvoice } from "@/lib/e-invoices/intake/types";
import type { InvoiceLine, ReadResult } from "@/lib/e-invoices/reading/types";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { factsOf, type StoredFacts } from "./facts-rules";

/** A file that was read, and what it contains. */
export interface ReadWaiting {
  id: string;
  result: ReadResult;
}

/** A file that is applied alone needs a few milliseconds, and a transaction has 15 seconds. */
export const FILES_PER_TRANSACTION = 50;

/**
 * Applies what was read from waiting files, in this order, and stores their outcomes, in one transaction. So an
 * interrupted run leaves them waiting, and no file is applied twice. Of a file that is no invoice only the refusal stays.
 */
export async function settleFiles(customerId: CustomerId, reads: ReadWaiting[]): Promise<void> {
  await db.$transaction(async (tx) => {
    const files = await tx.$queryRaw<AppliedFile[]>`
      SELECT id, string_to_array(COALESCE(answer, ''), ' ') AS answers, received_at AS "receivedAt" FROM e_invoice_files
      WHERE customer_id = ${customerId} AND id = ANY(${reads.map(({ id }) => id)}) AND status = 'waiting'
      ORDER BY id FOR UPDATE`;
    const waiting = reads.flatMap(({ id, result }) => {
      const file = files.find((one) => one.id === id);
      return file ? [{ file, read: result }] : [];
    });
    const invoices = waiting.filter((one): one is ReadFile => "invoice" in one.read);
    await store(
      tx,
      customerId,
      waiting.flatMap(({ file, read }) => ("invoice" in read ? [] : [refusalOf(file.id, read)])),
    );
    if (await applyAll(tx, customerId, invoices)) await enqueue(tx, jobs.decideInvoices, { customerId });
  });
}

/** @returns true if invoices are to be decided */
async function applyAll(tx: Tx, customerId: CustomerId, invoices: ReadFile[]): Promise<boolean> {
  const intake = await openIntake(tx, customerId);
  let isToDecide = false;
  const end = async (files: ReadFile[], applied: Applied[]) => {
    isToDecide ||= applied.some(({ status }) => status === "done");
    await store(
      tx,
      customerId,
      files.flatMap((file, at) => (applied[at] ? [endOf(file, applied[at])] : [])),
    );
  };
  for (let left = invoices; left.length > 0; ) {
    // For a single file this saves nothing.
    const plain = left.length > 1 ? await applyPlain(tx, customerId, intake, left) : [];
    // Stored at once: the next file may repeat one of these.
    await end(left, plain);
    const next = left[plain.length];
    if (next) await end([next], [await applyEInvoice(tx, customerId, intake, next.file, next.read)]);
    left = left.slice(plain.length + 1);
  }
  return isToDecide;
}

/**
 * True for files that can be applied together with others: they only add invoices. What changes earlier ones locks
 * them, in an order that only holds for one file at a time.
 */
export function onlyAdds({ result }: ReadWaiting): boolean {
  if (!("invoice" in result)) return true;
  return !["credit", "negative"].includes(result.outcome) && result.invoice.precedingNumbers.length === 0;
}

/** How a file ends. */
interface End {
  id: string;
  status: Applied["status"];
  outcome: string;
  reason: string | null;
  detail: string | null;
  xmlSha1: string | null;
  /** Null if there is no invoice in the file; then what an earlier reading found stays. */
  facts: StoredFacts | null;
  lines: InvoiceLine[] | null;
  invoiceId: string | null;
  /** The bytes are not kept. */
  isDropped: boolean;
}

function endOf({ file, read }: { file: AppliedFile; read: ReadInvoice }, applied: Applied): End {
  return {
    ...{ id: file.id, status: applied.status, outcome: applied.outcome, reason: applied.reason ?? null },
    ...{ detail: applied.detail ?? read.detail ?? null, invoiceId: applied.invoiceId ?? null, xmlSha1: read.xmlSha1 },
    ...factsOf(read.invoice),
    isDropped: false,
  };
}

function refusalOf(id: string, read: Exclude<ReadResult, { invoice: object }>): End {
  const { outcome, reason, detail = null, xmlSha1 = null } = read;
  // The process may have ended for reasons of the machine: then the file can be read again.
  const isDropped = reason !== "reader_stopped";
  return {
    id,
    status: "refused",
    outcome,
    reason,
    detail,
    xmlSha1,
    facts: null,
    lines: null,
    invoiceId: null,
    isDropped,
  };
}

async function store(tx: Tx, customerId: CustomerId, ends: End[]): Promise<void> {
  if (ends.length === 0) return;
  await tx.$executeRaw(storing(customerId, ends));
  const dropped = ends.filter(({ isDropped }) => isDropped).map(({ id }) => id);
  if (dropped.length > 0) await tx.eInvoiceContent.deleteMany({ where: { customerId, fileId: { in: dropped } } });
}

/**
 * The statement that stores how files end. The ids are stated apart, because PostgreSQL expects a hundred rows of the JSON,
 * and then reads all files of the supplier to store one.
 */
export function storing(customerId: CustomerId, ends: End[]): Prisma.Sql {
  return Prisma.sql`
    UPDATE e_invoice_files f
    SET status = e.status::e_invoice_file_status, outcome = e.outcome, reason = e.reason, detail = e.detail,
      xml_sha1 = e."xmlSha1", facts = COALESCE(e.facts, f.facts), lines = COALESCE(e.lines, f.lines),
      invoice_id = CASE WHEN e.facts IS NULL THEN f.invoice_id ELSE e."invoiceId" END,
      read_at = ${now()}, updated_at = now()
    FROM jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) AS e(
      id text, status text, outcome text, reason text, detail text, "xmlSha1" text, facts jsonb, lines jsonb,
      "invoiceId" text)
    WHERE f.customer_id = ${customerId} AND f.id = e.id AND f.id = ANY (${ends.map(({ id }) => id)})`;
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
