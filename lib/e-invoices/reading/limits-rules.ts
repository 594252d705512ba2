import type { Refusal } from "./types";

/** Stops reading: the file contains no invoice that can be read, for a reason that a person is told. */
export class Refused extends Error {
  constructor(
    readonly reason: Refusal,
    readonly detail?: string,
  ) {
    super(reason);
  }
}

export interface ReadingLimits {
  xmlBytes: number;
  pdfBytes: number;
  /** Opening and empty tags of an XML document. */
  elements: number;
  /** Characters of one text that is read; those of attachments inside the document are not. */
  textLength: number;
  attachments: number;
}

/** The largest invoice of the public test files has 3.3 MB, because it contains its attachments. */
export const READING_LIMITS: ReadingLimits = {
  xmlBytes: 10 * 1024 * 1024,
  pdfBytes: 20 * 1024 * 1024,
  elements: 300_000,
  textLength: 100_000,
  attachments: 50,
};
