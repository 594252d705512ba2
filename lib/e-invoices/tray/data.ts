import type { CustomerId } from "@/lib/auth/scope";
import { decryptBytes } from "@/lib/core/crypto";
import { db, type Prisma } from "@/lib/core/database/db";
import { findSortedPage } from "@/lib/core/database/page-reading";
import type { EInvoiceFile } from "@/lib/core/prisma/client";
import { log } from "@/lib/core/telemetry/log";
import { now } from "@/lib/core/time/clock";
import type { Page, PageRequest } from "@/lib/core/web/paging";
import { progressOf } from "./rules";
import { type ListedFile, TRAY_FILTERS, type TrayFilter, type TrayProgress } from "./types";

/** An invoice that was sent more often is shown with its first files. */
const MAX_OF_INVOICE = 20;

/** The place for which a file's bytes are encrypted. */
export function placeOf(customerId: CustomerId, fileId: string): string {
  return `e_invoice_contents/${customerId}/${fileId}`;
}

/** Returns the bytes of a file as received; undefined for an unknown file and for one whose bytes are deleted. */
export async function readContent(customerId: CustomerId, fileId: string): Promise<Buffer<ArrayBuffer> | undefined> {
  const row = await db.eInvoiceContent.findUnique({ where: { customerId_fileId: { customerId, fileId } } });
  return row ? decryptBytes(row.content, placeOf(customerId, fileId)) : undefined;
}

/**
 * Returns the bytes of several files.
 *
 * @returns by id; null for those that cannot be decrypted. Those whose bytes are deleted are missing
 */
export async function readContents(customerId: CustomerId, ids: string[]): Promise<Map<string, Buffer | null>> {
  const rows = await db.eInvoiceContent.findMany({ where: { customerId, fileId: { in: ids } } });
  return new Map(
    rows.map(({ fileId, content }) => {
      try {
        return [fileId, decryptBytes(content, placeOf(customerId, fileId))];
      } catch (error) {
        log.error({ err: error, file: fileId }, "e-invoice cannot be decrypted");
        return [fileId, null];
      }
    }),
  );
}

function filterWhere(filter: TrayFilter): Prisma.EInvoiceFileWhereInput {
  switch (filter) {
    case "all":
      return {};
    case "debit":
      return { status: "done", outcome: "direct_debit" };
    case "done":
      return { status: "done", outcome: { not: "direct_debit" } };
    default:
      return { status: filter };
  }
}

const WITHOUT_LINES = { lines: true } as const;

/** Returns a page of the in-tray, the newest file first. */
export async function findFiles(
  customerId: CustomerId,
  { filter, outcome, page }: { filter: TrayFilter; outcome?: string; page: PageRequest },
): Promise<Page<ListedFile>> {
  const which = { ...filterWhere(filter), ...(outcome === undefined ? {} : { AND: [{ outcome }] }) };
  return await findSortedPage(customerId, page, {
    order: [{ id: "desc" as const }],
    row: (id) => db.eInvoiceFile.findUnique({ where: { customerId_id: { customerId, id } }, omit: WITHOUT_LINES }),
    rows: ({ where, ...args }) =>
      db.eInvoiceFile.findMany({ ...args, omit: WITHOUT_LINES, where: { AND: [{ customerId }, which, where] } }),
  });
}

/** Returns a file; null for an unknown id and for a file of another supplier. */
export async function findFile(
  customerId: CustomerId,
  id: string,
): Promise<(EInvoiceFile & { hasContent: boolean }) | null> {
  const row = await db.eInvoiceFile.findUnique({
    where: { customerId_id: { customerId, id } },
    include: { content: { select: { fileId: true } } },
  });
  if (!row) return null;
  const { content, ...file } = row;
  return { ...file, hasContent: content !== null };
}

/** Returns the files that belong to an invoice, oldest first: its own, its credits and corrections. */
export async function findFilesOfInvoice(customerId: CustomerId, invoiceId: string): Promise<ListedFile[]> {
  return await db.eInvoiceFile.findMany({
    omit: WITHOUT_LINES,
    where: { customerId, invoiceId },
    orderBy: { id: "asc" },
    take: MAX_OF_INVOICE,
  });
}

/** Returns how many files each filter shows. */
export async function countFiles(customerId: CustomerId): Promise<Record<TrayFilter, number>> {
  const groups = await db.$queryRaw<{ status: string; isDebit: boolean; count: number }[]>`
    SELECT status::text AS status, coalesce(outcome = 'direct_debit', false) AS "isDebit", count(*)::int AS count
    FROM e_invoice_files WHERE customer_id = ${customerId} GROUP BY 1, 2`;
  const counts = Object.fromEntries(TRAY_FILTERS.map((filter) => [filter, 0])) as Record<TrayFilter, number>;
  for (const { status, isDebit, count } of groups) {
    counts.all += count;
    counts[status === "done" && isDebit ? "debit" : (status as TrayFilter)] += count;
  }
  return counts;
}

/** The pace of the reading counts the files that were read within this time. */
const PACE_MS = 10 * 60_000;

/** Returns how far the reading is; undefined if no file waits. */
export async function readProgress(customerId: CustomerId): Promise<TrayProgress | undefined> {
  const at = now();
  const [row] = await db.$queryRaw<[{ waiting: number; done: number; firstAt: Date | null }]>`
    SELECT (SELECT count(*)::int FROM e_invoice_files WHERE customer_id = ${customerId} AND status = 'waiting') AS waiting,
      count(*)::int AS done, min(read_at) AS "firstAt"
    FROM e_invoice_files WHERE customer_id = ${customerId} AND read_at > ${new Date(at.getTime() - PACE_MS)}`;
  return progressOf(row, at);
}

/** Returns the next files to read, in the order of receipt. */
export async function findWaiting(
  customerId: CustomerId,
  after: string,
  take: number,
): Promise<Pick<EInvoiceFile, "id" | "byteCount">[]> {
  return await db.eInvoiceFile.findMany({
    where: { customerId, status: "waiting", id: { gt: after } },
    select: { id: true, byteCount: true },
    orderBy: { id: "asc" },
    take,
  });
}
