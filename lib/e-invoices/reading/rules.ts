import { readXml, refusal } from "./document-rules";
import { isPdf, isTooLarge } from "./kind-rules";
import { READING_LIMITS, type ReadingLimits, Refused } from "./limits-rules";

import { readPdf } from "./pdf/hybrid-rules";
import type { ReadResult } from "./types";
import { looksLikeXml } from "./xml/prolog-rules";

/**
 * Reads a file: XML or a PDF that contains XML. What cannot be read is a result with a reason. Runs in the reader's
 * own process, because a file can make the parsers slow or large (process/access.ts).
 */
export async function readFile(bytes: Uint8Array, limits: ReadingLimits = READING_LIMITS): Promise<ReadResult> {
  try {
    if (bytes.length === 0) throw new Refused("empty");
    if (isTooLarge(bytes, limits)) throw new Refused("too_large");
    if (isPdf(bytes)) return await readPdf(bytes, limits);
    if (!looksLikeXml(bytes)) throw new Refused("not_xml_or_pdf");
    return readXml(bytes, limits);
  } catch (error) {
    if (error instanceof Refused) return refusal(error, looksLikeXml(bytes) ? bytes : undefined);
    throw error;
  }
}
