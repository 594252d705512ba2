import type { EInvoiceFileStatus } from "@/lib/core/prisma/enums";
import { sanitiseLine } from "@/lib/core/text/sanitise";
import { minutesLeft } from "@/lib/core/time/rest-time";
import { answersOf as answersToReason } from "@/lib/e-invoices/intake/rules";
import { type Answer, type ListedFile, TRAY_FILTERS, type TrayFilter, type TrayProgress } from "./types";

type FileKind = "xml" | "pdf" | "zip";

/** The header of a PDF is within this many bytes. Some programs write a line before it. */
const PDF_HEAD = 1_024;

/** Returns the kind of a file by its first bytes, never by its name; undefined if it can be no invoice. */
export function kindOf(head: Uint8Array): FileKind | undefined {
  const start = Buffer.from(head.subarray(0, PDF_HEAD));
  if (start.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]))) return "zip";
  // The second signature is that of an empty archive.
  if (start.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 5, 6]))) return "zip";
  // Zero bytes are those of UTF-16. The reader decides what the text is.
  const text = start
    .toString("latin1")
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "")
    .replaceAll("\0", "");
  if (text.trimStart().startsWith("<")) return "xml";
  return start.includes("%PDF-") ? "pdf" : undefined;
}

/** Returns a file's name for screens: its last part, on one line, of at most 120 characters. */
export function shownName(name: string): string {
  return sanitiseLine(name.split(/[\\/]/).at(-1) ?? "", 120) || "?";
}

export function trayFilterOf(text: string | undefined): TrayFilter {
  return TRAY_FILTERS.find((filter) => filter === text) ?? "all";
}

/**
 * Returns how far the reading of the in-tray is; undefined if nothing waits.
 *
 * @param firstAt when the first of the files that were read lately was read
 */
export function progressOf(
  { waiting, done, firstAt }: { waiting: number; done: number; firstAt: Date | null },
  now: Date,
): TrayProgress | undefined {
  if (waiting === 0) return undefined;
  const elapsedMs = firstAt ? now.getTime() - firstAt.getTime() : 0;
  const total = done + waiting;
  const perSecond = elapsedMs > 1_000 ? done / (elapsedMs / 1_000) : undefined;
  return { done, total, perSecond, minutesLeft: minutesLeft({ done, total, elapsedMs }) };
}

/** The facts that lists show. */
export interface ListedFacts {
  number?: string;
  buyerName?: string;
  payableCents?: number;
  currency?: string;
}

export function toFileView(row: ListedFile) {
  const { id, name, byteCount, digest, receivedVia, status, outcome, reason, invoiceId, xmlSha1, receivedAt } = row;
  const { number = null, buyerName = null, payableCents = null, currency = null } = (row.facts ?? {}) as ListedFacts;
  return {
    ...{ id, name, byteCount, sha256: digest, receivedVia, status, outcome, reason, invoiceId, xmlSha1 },
    ...{ number, buyerName, payableCents, currency, receivedAt: receivedAt.toISOString() },
  };
}

/** Returns the name of a download: as it was received, with the ending of what the file is. */
export function originalName(name: string, content: Uint8Array): string {
  const ending = kindOf(content) ?? "bin";
  return name.toLowerCase().endsWith(`.${ending}`) ? name : `${name}.${ending}`;
}

/** Returns what a person can do about a file, the most likely first. */
export function answersOf(file: { status: EInvoiceFileStatus; reason: string | null; hasOriginal: boolean }): Answer[] {
  const { status, reason, hasOriginal } = file;
  if (!hasOriginal) return [];
  if (status === "refused") return ["again"];
  if (status !== "held") return [];
  const answers = answersToReason(reason);
  return answers.length > 0 ? [...answers, "ignore"] : ["again", "ignore"];
}
