import type { Receipt, Refused } from "@/lib/e-invoices/tray/types";

/** The answer to an upload. */
export interface ReceiptSum {
  /** Number of files that are stored for the first time, or are read again. */
  added: number;
  /** Number of files whose bytes were in the in-tray already. */
  known: number;
  refused: { name: string; reason: Refused }[];
  /** Number of all refused files; the list names the first ones. */
  refusedCount: number;
  /** The first stored files, new and known. */
  files: { id: string; name: string; isNew: boolean }[];
}

const MAX_LISTED = 200;

export async function sumReceipts(receipts: AsyncIterable<Receipt>): Promise<ReceiptSum> {
  const sum: ReceiptSum = { added: 0, known: 0, refused: [], refusedCount: 0, files: [] };
  for await (const receipt of receipts) {
    if (receipt.status === "refused") {
      sum.refusedCount += 1;
      if (sum.refused.length < MAX_LISTED) sum.refused.push({ name: receipt.name, reason: receipt.reason });
      continue;
    }
    const { id, name, status } = receipt;
    sum[status === "new" ? "added" : "known"] += 1;
    if (sum.files.length < MAX_LISTED) sum.files.push({ id, name, isNew: status === "new" });
  }
  return sum;
}
