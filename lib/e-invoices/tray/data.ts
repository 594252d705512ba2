import type { CustomerId } from "@/lib/auth/scope";
import { decryptBytes } from "@/lib/core/crypto";
import { db, type Prisma } from "@/lib/core/database/db";
import { findSortedPage } from "@/lib/core/database/page-reading";
import type { EInvoiceFile } from "@/lib/core/prisma/client";
import type { Page, PageRequest } from "@/lib/core/web/paging";
import type { TrayFilter } from "./types";

/** The place for which a file's bytes are encrypted. */
export function placeOf(customerId: CustomerId, fileId: string): string {
  return `e_invoice_contents/${customerId}/${fileId}`;
}

/** Returns the bytes of a file as received; undefined for an unknown file and for one whose bytes are deleted. */
export async function readContent(customerId: CustomerId, fileId: string): Promise<Buffer<ArrayBuffer> | undefined> {
  const row = await db.eInvoiceContent.findUnique({ where: { customerId_fileId: { customerId, fileId } } });
  return row ? decryptBytes(row.content, placeOf(customerId, fileId)) : undefined;
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

/** Returns a page of the in-tray, the newest file first. */
export async function findFiles(
  customerId: CustomerId,
  { filter, outcome, page }: { filter: TrayFilter; outcome?: string; page: PageRequest },
): Promise<Page<EInvoiceFile>> {
  const which = { ...filterWhere(filter), ...(outcome === undefined ? {} : { AND: [{ outcome }] }) };
  return await findSortedPage(customerId, page, {
    order: [{ id: "desc" as const }],
    row: (id) => db.eInvoiceFile.findUnique({ where: { customerId_id: { customerId, id } } }),
    rows: ({ where, ...args }) => db.eInvoiceFile.findMany({ ...args, where: { AND: [{ customerId }, which, where] } }),
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
