import type { ReadResult } from "../reading/types";

/** What the reader's process receives. */
export interface ReaderTask {
  bytes: Uint8Array;
}

/** What the reader's process answers: once that it is ready, then the result of each task. */
export type ReaderAnswer = { isReady: true } | { result: ReadResult; rssBytes: number };
