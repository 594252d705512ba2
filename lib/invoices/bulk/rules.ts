import type { BulkAction } from "@/lib/core/prisma/enums";

/** Most invoices in one bulk run; a longer list takes several runs. */
export const BULK_MOST = 5_000;

/** The actions for invoices selected in the list. */
export const LIST_ACTIONS = [
  "exclude",
  "include",
  "hold",
  "release",
  "collect_now",
  "request_mandates",
] as const satisfies BulkAction[];
export type ListAction = (typeof LIST_ACTIONS)[number];

/** Actions that block or release are free. Those that start something need a contract, as for a single invoice. */
export const STEADY_ACTIONS = ["exclude", "include", "hold", "release"] as const satisfies ListAction[];
export const BEGINNING_ACTIONS = ["collect_now", "request_mandates"] as const satisfies ListAction[];
