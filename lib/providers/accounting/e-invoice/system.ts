import type { FiledSystem } from "../port";

/** The supplier's own outgoing e-invoices, whatever program writes them. The name has the formats, as proper names. */
export const E_INVOICE = {
  name: "XRechnung/ZUGFeRD",
  capabilities: {
    readsBy: "file",
    isConfirmingBookings: false,
    marksBy: "document",
    keepsOpenAmount: false,
    page: "/app/e-invoices",
    outbox: "/app/datev#export",
    namesLanguage: false,
  },
} as const satisfies FiledSystem;
