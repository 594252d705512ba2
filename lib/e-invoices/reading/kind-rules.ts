import type { ReadingLimits } from "./limits-rules";

/** True if the file says that it is a PDF, near its beginning as the standard allows. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes("%PDF-");
}

/** True if the file is larger than an invoice of its kind may be. */
export function isTooLarge(bytes: Uint8Array, limits: ReadingLimits): boolean {
  return bytes.length > (isPdf(bytes) ? limits.pdfBytes : limits.xmlBytes);
}
