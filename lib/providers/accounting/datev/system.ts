import type { FiledSystem } from "../port";

export const DATEV = {
  name: "DATEV",
  capabilities: { readsBy: "file", isConfirmingBookings: false, marksBy: "list", page: "/app/datev" },
} as const satisfies FiledSystem;
