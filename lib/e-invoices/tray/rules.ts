import type { EInvoiceFile } from "@/lib/core/prisma/client";
import { sanitiseLine } from "@/lib/core/text/sanitise";

type FileKind = "xml" | "pdf" | "zip";

/** How far into a file the header of a PDF may be. Some programs write a line before it. */
const PDF_HEAD = 1_024;

/** Returns the kind of a file by its first bytes, never by its name; undefined if it can be no invoice. */
export function kindOf(head: Uint8Array): FileKind | undefined {
  const start = Buffer.from(head.subarray(0, PDF_HEAD));
  if (start.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]))) return "zip";
  // The second signature is that of an empty archive.
  if (start.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 5, 6]))) return "zip";
  if (start.includes("%PDF-")) return "pdf";
  // Zero bytes are those of UTF-16. The reader decides what the text is.
  const text = start
    .toString("latin1")
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "")
    .replaceAll("\0", "");
  return text.trimStart().startsWith("<") ? "xml" : undefined;
}

/** Returns a file's name for screens: its last part, on one line, of at most 120 characters. */
export function shownName(name: string): string {
  return sanitiseLine(name.split(/[\\/]/).at(-1) ?? "", 120) || "?";
}

/** The facts that lists show. */
export interface ListedFacts {
  number?: string;
  buyerName?: string;
  payableCents?: number;
  currency?: string;
}

export function toFileView(row: EInvoiceFile) {
  const { id, name, byteCount, digest, receivedVia, status, outcome, reason, invoiceId, xmlSha1, receivedAt } = row;
  const { number = null, buyerName = null, payableCents = null, currency = null } = (row.facts ?? {}) as ListedFacts;
  return {
    ...{ id, name, byteCount, sha256: digest, receivedVia, status, outcome, reason, invoiceId, xmlSha1 },
    ...{ number, buyerName, payableCents, currency, receivedAt: receivedAt.toISOString() },
  };
}
