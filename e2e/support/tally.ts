import { test } from "@playwright/test";
import type { Tally } from "../../soak/tally";

/** Hands what this journey has counted to the table of `npm run soak`. Before what it expects: a failure counts, too. */
export function handOver(tally: Tally): void {
  test.info().annotations.push({ type: "tally", description: JSON.stringify(tally) });
}
