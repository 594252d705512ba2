import { test } from "@playwright/test";
import type { Tally } from "../../soak/tally";

/**
 * Hands the counts of a test to the report of `npm run soak`. Call it before the assertions, so that failures count
 * too.
 */
export function handOver(tally: Tally): void {
  test.info().annotations.push({ type: "tally", description: JSON.stringify(tally) });
}
