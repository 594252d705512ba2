import type { Refusal } from "@/components/action/use-action";
import { isErrorCode } from "@/lib/core/web/errors";
import type { ReceiptSum } from "@/lib/e-invoices/receipt/rules";
import { MAX_ARCHIVE_BYTES, MAX_FILE_BYTES } from "@/lib/e-invoices/tray/types";

/** Most files that are sent at the same time. */
const AT_ONCE = 3;
const MAX_SHOWN = 50;

export interface SentSum {
  done: number;
  total: number;
  added: number;
  known: number;
  refused: { name: string; reason: string }[];
  refusedCount: number;
  /** Why the server did not take a file, for a reason that is not the file's. The rest is not sent. */
  refusal?: Refusal;
}

/** Sends files a few at a time and reports the sum after each. */
export async function sendFiles(files: File[], report: (sum: SentSum) => void): Promise<void> {
  const sum: SentSum = { done: 0, total: files.length, added: 0, known: 0, refused: [], refusedCount: 0 };
  const left = [...files];
  report({ ...sum });
  const sendNext = async (): Promise<void> => {
    for (let file = left.shift(); file; file = left.shift()) {
      add(sum, await sendOne(file));
      sum.done += 1;
      // Without a connection or a right to upload, no other file would arrive either.
      if (sum.refusal) {
        sum.total -= left.length;
        left.length = 0;
      }
      report({ ...sum });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
}

type Sent = Pick<ReceiptSum, "added" | "known" | "refusedCount"> & { refused: { name: string; reason: string }[] };

function add(sum: SentSum, sent: Sent | Refusal): void {
  if ("code" in sent) {
    sum.refusal = sent;
    return;
  }
  sum.added += sent.added;
  sum.known += sent.known;
  sum.refusedCount += sent.refusedCount;
  sum.refused = [...sum.refused, ...sent.refused].slice(0, MAX_SHOWN);
}

async function sendOne(file: File): Promise<Sent | Refusal> {
  const most = file.name.toLowerCase().endsWith(".zip") ? MAX_ARCHIVE_BYTES : MAX_FILE_BYTES;
  if (file.size > most) return refusedFile(file, "too_large");
  const query = new URLSearchParams({ name: file.name.slice(0, 300), size: String(file.size) });
  const response = await fetch(`/app/e-invoices/upload?${query}`, { method: "PUT", body: file }).catch(() => undefined);
  const body = (await response?.json().catch(() => undefined)) as Record<string, unknown> | undefined;
  if (response?.ok && body) return body as unknown as ReceiptSum;
  const code = isErrorCode(body?.errorCode) ? body.errorCode : "unavailable";
  if (code === "request_too_large") return refusedFile(file, "too_large");
  return { code, requestId: typeof body?.requestId === "string" ? body.requestId : "", fields: [] };
}

function refusedFile({ name }: File, reason: string): Sent {
  return { added: 0, known: 0, refusedCount: 1, refused: [{ name, reason }] };
}
