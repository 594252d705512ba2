import type { AskedSystem } from "../port";

export const SEVDESK = {
  name: "sevdesk",
  // No limit is published, and keys that fail too often are locked.
  pace: { intervalMs: 510, burst: 1 },
  capabilities: {
    readsBy: "call",
    isConfirmingBookings: true,
    connectsBy: "api_key",
    isCallingBack: false,
    settlesBy: "line",
    postsAllOrNone: false,
    marksBy: "method",
    namesCompany: false,
    largestPage: 500,
    // Named by no document: clocks apart, and writes that last.
    changesOverlapMs: 10 * 60_000,
  },
} as const satisfies AskedSystem;
