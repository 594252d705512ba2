import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { bootEnv } from "@/lib/core/env";
import { kept } from "@/lib/core/lazy";
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
const IDLE_MS = 30_000;

const pool = kept(
  () => new ReaderPool({ command: kept(readerCommand), limits: LIMITS, size: availableParallelism(), idleMs: IDLE_MS }),
);

/**
 * Reads an e-invoice: XML, or a PDF that contains XML. Runs in a process of its own with limits of time and memory, so
 * a hostile file ends that process only. It rejects if the process cannot be started.
 */
export async function readEInvoice(bytes: Uint8Array): Promise<ReadResult> {
  if (isTooLarge(bytes, READING_LIMITS)) return { outcome: "unreadable", reason: "too_large" };
  return pool().read(bytes);
}

/** `npm run build` has built the process; without that it is built now. */
async function readerCommand(): Promise<ReaderCommand> {
  const built = join(process.cwd(), "dist/e-invoice-reader.js");
  const path = bootEnv.isProduction && existsSync(built) ? built : await buildReader(process.cwd());
  return { path, execArgv: [`--max-old-space-size=${HEAP_MB}`] };
}
