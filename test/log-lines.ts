import pino from "pino";
import { log } from "@/lib/core/telemetry/log";

/** Returns what the product logs while something runs: each line as it leaves the process, parsed. */
export async function logLines(run: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const { [pino.symbols.streamSym]: output } = log as unknown as {
    [pino.symbols.streamSym]: { write: (text: string) => unknown };
  };
  const { level } = log;
  const write = output.write;
  let written = "";
  output.write = (text) => {
    written += text;
  };
  log.level = "info";
  try {
    await run();
  } finally {
    log.level = level;
    output.write = write;
  }
  return written
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
