import type { AskedSystem } from "../port";

export const LEXWARE = {
  name: "Lexware Office",
  // Two a second over all endpoints; a little slower, because clocks and networks jitter.
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
    // Its filter knows days of its own calendar.
    changesOverlapMs: 24 * 3_600_000,
  },
} as const satisfies AskedSystem;
