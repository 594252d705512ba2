import type { FiledSystem } from "../port";

export const DATEV = {
  name: "DATEV",
  capabilities: {
    readsBy: "file",
    isConfirmingBookings: false,
    marksBy: "list",
    keepsOpenAmount: true,
    page: "/app/datev",
    outbox: "/app/datev#export",
    namesLanguage: false,
  },
} as const satisfies FiledSystem;
