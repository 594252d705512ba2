import type { AskedSystem } from "../port";

export const SEVDESK = {
  name: "sevdesk",
  // No limit is published, and keys that fail too often are locked.
  pace: { intervalMs: 510, burst: 1 },
  keyPlace: {
    en: "In sevdesk under Settings, Users, your own user. It has 32 characters.",
    de: "In sevdesk unter Einstellungen, Benutzer, bei Ihrem eigenen Benutzer. Er hat 32 Zeichen.",
  },
  capabilities: {
    readsBy: "call",
    isConfirmingBookings: true,
    connectsBy: "api_key",
    isCallingBack: false,
    settlesBy: "line",
    postsAllOrNone: false,
    marksBy: "method",
    namesLanguage: false,
    namesCompany: false,
    largestPage: 500,
    // Named by no document: clocks apart, and writes that last.
    changesOverlapMs: 10 * 60_000,
  },
} as const satisfies AskedSystem;
