import type { AskedSystem } from "../port";

export const LEXWARE = {
  name: "Lexware Office",
  // Lexware allows two calls a second over all endpoints. We call slightly slower, because clocks and networks jitter.
  pace: { intervalMs: 510, burst: 1 },
  capabilities: {
    readsBy: "call",
    isConfirmingBookings: true,
    connectsBy: "oauth",
    isCallingBack: true,
    settlesBy: "hint",
    postsAllOrNone: true,
    marksBy: "condition",
    namesLanguage: true,
    namesCompany: true,
    largestPage: 250,
    // The filter for changes accepts days in German time, not moments.
    changesOverlapMs: 24 * 3_600_000,
  },
} as const satisfies AskedSystem;
