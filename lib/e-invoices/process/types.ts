import type { MailParts } from "../mailbox/rules";
import type { ReadResult } from "../reading/types";

/** A message to the reader's process: a file, or a whole mail. */
export interface ReaderTask {
  kind: "file" | "mail";
  bytes: Uint8Array;
}

/** A message from the reader's process: first that it is ready, then the result of each task. */
export type ReaderAnswer = { isReady: true } | { result: ReadResult | MailParts | null; rssBytes: number };
