import { parseMail } from "@/lib/e-invoices/mailbox/rules";
import type { ReaderAnswer, ReaderTask } from "@/lib/e-invoices/process/types";
import { readFile } from "@/lib/e-invoices/reading/rules";

/**
 * The reader's own process: reads one file after the other and answers over the channel to its parent
 * (lib/e-invoices/process/access.ts). It has no database, no settings and no secrets.
 */
process.on("message", (task: ReaderTask) => void answer(task));
process.on("disconnect", () => process.exit(0));
// A signal to the whole group, such as Ctrl+C or the stop of a service, is for the parent. It finishes what it reads, and
// ends this process. Otherwise the file that is being read would look like one that ends its reader.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
// The parsers compile themselves at their first document, which no file should pay for with its time.
await readFile(Buffer.from("<warm-up/>"));
await readFile(
  Buffer.from(
    "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF",
  ),
);
process.send?.({ isReady: true } satisfies ReaderAnswer);

async function answer({ kind, bytes }: ReaderTask): Promise<void> {
  const result = await (kind === "mail" ? parseMail(bytes) : readFile(bytes));
  process.send?.({ result, rssBytes: process.memoryUsage.rss() } satisfies ReaderAnswer);
}
