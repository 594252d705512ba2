import type { FiledSystem } from "../port";

export const DATEV = {
  name: "DATEV",
  capabilities: { readsBy: "file", isConfirmingBookings: false },
} as const satisfies FiledSystem;
