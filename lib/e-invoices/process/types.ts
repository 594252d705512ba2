import type { ReadResult } from "../reading/types";

/** A message to the reader's process. */
export interface ReaderTask {
  bytes: Uint8Array;
}

/** A message from the reader's process: first that it is ready, then the result of each task. */
export type ReaderAnswer = { isReady: true } | { result: ReadResult; rssBytes: number };
