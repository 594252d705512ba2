import { readFileSync } from "node:fs";

const PAGE_BYTES = 4096;
/** Linux counts processor time in hundredths of a second, on all architectures that Node.js runs on. */
const TICK_MS = 10;

export interface Usage {
  rssBytes: number;
  cpuMs: number;
}

/** Returns what a process uses and has used; undefined if it has ended, and on systems without `/proc`. */
export function usageOf(pid: number): Usage | undefined {
  try {
    const rssPages = Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]);
    // The name of the program, in brackets, may contain blanks.
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { rssBytes: rssPages * PAGE_BYTES, cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
  } catch {
    return undefined;
  }
}
