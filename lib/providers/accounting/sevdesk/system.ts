import type { AskedSystem } from "../port";

export const SEVDESK = {
  name: "sevdesk",
  // No limit is published, but keys with too many failed calls are locked.
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
    // Undocumented: allows for differing clocks and for writes that take long.
    changesOverlapMs: 10 * 60_000,
  },
} as const satisfies AskedSystem;
