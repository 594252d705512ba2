import type { ReadingLimits } from "./limits-rules";
import { looksLikeXml } from "./xml/prolog-rules";

/**
 * True if the file says that it is a PDF, near its beginning as the standard allows. XML is none, whatever its comments
 * name.
 */
export function isPdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024));
  return head.includes("%PDF-") && !looksLikeXml(bytes);
}

/** True if the file is larger than an invoice of its kind may be. */
export function isTooLarge(bytes: Uint8Array, limits: ReadingLimits): boolean {
  return bytes.length > (isPdf(bytes) ? limits.pdfBytes : limits.xmlBytes);
}
