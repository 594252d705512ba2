import { createReadStream, existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { bootEnv } from "@/lib/core/env";
import { kept } from "@/lib/core/lazy";
import type { MailParts } from "../mailbox/rules";
import { isTooLarge } from "../reading/kind-rules";
import { READING_LIMITS } from "../reading/limits-rules";
import type { ReadResult } from "../reading/types";
import { buildReader } from "./build-access";
import { ReaderPool } from "./pool-access";
import type { ReaderCommand, ReaderLimits } from "./reader-access";

const MB = 1024 * 1024;
const LIMITS: ReaderLimits = {
  cpuMs: 800,
  wallMs: 10_000,
  rssBytes: 270 * MB,
  retireRssBytes: 200 * MB,
  startMs: 20_000,
};
const HEAP_MB = 128;
/** The largest mail needs a second and 300 MB. */
const MAIL_LIMITS: ReaderLimits = {
  cpuMs: 5_000,
  wallMs: 300_000,
  rssBytes: 700 * MB,
  retireRssBytes: 400 * MB,
  startMs: 20_000,
};
const MAIL_HEAP_MB = 400;
/** Mails that are parsed at the same time. */
const MAILS_AT_ONCE = 2;
const IDLE_MS = 30_000;

const pool = kept(
  () => new ReaderPool({ command: commandOf(HEAP_MB), limits: LIMITS, size: availableParallelism(), idleMs: IDLE_MS }),
);
const mailPool = kept(
  () => new ReaderPool({ command: commandOf(MAIL_HEAP_MB), limits: MAIL_LIMITS, size: MAILS_AT_ONCE, idleMs: IDLE_MS }),
);
const readerPath = kept(findReader);
const commandOf = (heapMb: number) => async (): Promise<ReaderCommand> => ({
  path: await readerPath(),
  execArgv: [`--max-old-space-size=${heapMb}`],
});

/**
 * Reads an e-invoice: XML, or a PDF that contains XML. Runs in a process of its own with limits of time and memory, so
 * a hostile file ends that process only. It rejects if the process cannot be started.
 */
export async function readEInvoice(bytes: Uint8Array): Promise<ReadResult> {
  if (isTooLarge(bytes, READING_LIMITS)) return { outcome: "unreadable", reason: "too_large" };
  return pool().read(bytes);
}

/** Reads the e-invoice at a path. Of a file that is too large only as much is loaded as shows it. */
export async function readEInvoiceAt(path: string): Promise<ReadResult> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of createReadStream(path, { end: READING_LIMITS.pdfBytes })) chunks.push(chunk);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    return { outcome: "unreadable", reason: "cannot_open", detail: code };
  }
  return readEInvoice(Buffer.concat(chunks));
}

/**
 * Reads a mail in such a process; undefined if it is no mail, or exceeds a limit. It rejects if the process cannot be
 * started.
 */
export async function readMail(bytes: Uint8Array): Promise<MailParts | undefined> {
  return mailPool().readMail(bytes);
}

/** `npm run build` has built the process; without that it is built now. */
async function findReader(): Promise<string> {
  const built = join(process.cwd(), "dist/e-invoice-reader.js");
  return bootEnv.isProduction && existsSync(built) ? built : await buildReader(process.cwd());
}
