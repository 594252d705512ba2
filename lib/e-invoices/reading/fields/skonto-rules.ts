import type { Skonto } from "../types";
import { parseCents } from "./amount-rules";

const ENTRY = /^#SKONTO#TAGE=([0-9]+)#PROZENT=([0-9]+\.[0-9]{2})(?:#BASISBETRAG=(-?[0-9]+\.[0-9]{2}))?#$/;
const MAX_DAYS = 9999;

interface Discounts {
  skonto: Skonto[];
  isMalformed: boolean;
}

/**
 * Returns the discounts in the payment terms by XRechnung's grammar (BR-DE-18). Each line that begins with "#" is an
 * entry, and in each text a line break follows the last one. One wrong entry makes all of them invalid.
 *
 * @param terms BT-20 with its line breaks, not trimmed; some programs write several
 */
export function parseSkonto(terms: string[]): Discounts {
  const parts = terms.map(parseText);
  const isMalformed = parts.some((part) => part.isMalformed);
  return { skonto: isMalformed ? [] : parts.flatMap(({ skonto }) => skonto), isMalformed };
}

function parseText(terms: string): Discounts {
  const lines = terms
    .split(/\r?\n/)
    .map(normalised)
    .filter((line) => line.startsWith("#"));
  if (lines.length === 0) return { skonto: [], isMalformed: false };
  const rest = terms.split(/#.+#/).at(-1) ?? "";
  const skonto = lines.flatMap((line): Skonto[] => {
    const [, days, percent, base] = ENTRY.exec(line) ?? [];
    if (days === undefined || percent === undefined || Number(days) > MAX_DAYS) return [];
    const baseCents = base === undefined ? undefined : parseCents(base);
    return [{ days: Number(days), percent, ...(baseCents === undefined ? {} : { baseCents }) }];
  });
  const isMalformed = skonto.length < lines.length || !/^\s*\n/.test(rest);
  return { skonto, isMalformed };
}

/** The standard's `normalize-space`: trims a line and makes one blank of several. */
function normalised(line: string): string {
  return line.replace(/[ \t\r\n]+/g, " ").replace(/^ | $/g, "");
}
