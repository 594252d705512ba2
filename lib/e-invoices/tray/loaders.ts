import { cache } from "react";
import { pageSession } from "@/lib/auth/sessions/page-session";
import type { Page, PageRequest } from "@/lib/core/web/paging";
import { readMailAddress } from "@/lib/e-invoices/mailbox/data";
import type { InvoiceLine } from "@/lib/e-invoices/reading/types";
import { countFiles, findFile, findFiles, findFilesOfInvoice, readProgress } from "./data";
import type { StoredFacts } from "./facts-rules";
import type { ListedFacts } from "./rules";
import type { ListedFile, TrayFilter, TrayProgress, TrayRow } from "./types";

export interface TrayView {
  page: Page<TrayRow>;
  counts: Record<TrayFilter, number>;
  progress?: TrayProgress;
  /** Undefined if the installation receives no mails, null if the supplier has no address yet. */
  mailAddress: string | null | undefined;
}

export async function loadTray(list: { filter: TrayFilter; page: PageRequest }): Promise<TrayView> {
  const { customerId } = await pageSession();
  const [page, counts, progress, mailAddress] = await Promise.all([
    findFiles(customerId, list),
    countFiles(customerId),
    readProgress(customerId),
    readMailAddress(customerId),
  ]);
  return { page: { ...page, items: page.items.map(rowOf) }, counts, progress, mailAddress };
}

function rowOf(row: ListedFile): TrayRow {
  const { id, name, status, outcome, reason, detail, receivedVia, invoiceId, receivedAt } = row;
  const { number = "", buyerName = "", payableCents = null, currency = "EUR" } = (row.facts ?? {}) as ListedFacts;
  return {
    ...{ id, name, status, outcome, reason, detail, receivedVia, invoiceId, number, buyerName, payableCents, currency },
    receivedAt: receivedAt.toISOString(),
  };
}

/** Returns the files that belong to an invoice; none for one of another accounting system. */
export async function loadFilesOfInvoice(invoice: { id: string; books: string } | undefined): Promise<TrayRow[]> {
  if (invoice?.books !== "EINVOICE") return [];
  const { customerId } = await pageSession();
  return (await findFilesOfInvoice(customerId, invoice.id)).map(rowOf);
}

export interface TrayFileView extends TrayRow {
  byteCount: number;
  sender: string | null;
  userName: string | null;
  /** True while the bytes are stored. */
  hasOriginal: boolean;
  facts: Partial<StoredFacts>;
  lines: InvoiceLine[];
}

/** Returns a file of the in-tray; undefined for an unknown id and for a file of another supplier. */
export const loadTrayFile = cache(async (id: string): Promise<TrayFileView | undefined> => {
  const { customerId } = await pageSession();
  const row = await findFile(customerId, id);
  if (!row) return undefined;
  const { byteCount, sender, userName, hasContent } = row;
  const facts = (row.facts ?? {}) as Partial<StoredFacts>;
  const lines = (row.lines ?? []) as unknown as InvoiceLine[];
  return { ...rowOf(row), byteCount, sender, userName, hasOriginal: hasContent, facts, lines };
});
