import type { BulkAction } from "@/lib/core/prisma/enums";

/** Most invoices one bulk run takes; a list that is longer is taken in several. */
export const BULK_MOST = 5_000;

/** What the selection on the list of invoices may be used for. */
export const LIST_ACTIONS = [
  "exclude",
  "include",
  "hold",
  "release",
  "collect_now",
  "request_mandates",
] as const satisfies BulkAction[];
export type ListAction = (typeof LIST_ACTIONS)[number];

/** What stops or lets go on is free; what begins something needs a contract, as one invoice at a time does. */
export const STEADY_ACTIONS = ["exclude", "include", "hold", "release"] as const satisfies ListAction[];
export const BEGINNING_ACTIONS = ["collect_now", "request_mandates"] as const satisfies ListAction[];
