import type { Connection } from "@/lib/core/prisma/client";
import { onlineSystemOf } from "@/lib/vendors/rules";
import type { FirstRequestState } from "./types";

/** Returns how the first mandate requests of a supplier are sent. */
export function firstRequestState(customer: {
  firstRequestsAt: Date | null;
  byHandBefore: Date | null;
}): FirstRequestState {
  if (!customer.firstRequestsAt) return "open";
  return customer.byHandBefore ? "by_hand" : "automatic";
}

/** True until the accounting system's documents were read for the first time: the list of requests is not complete. */
export function isReadingFirst(connections: Connection[]): boolean {
  const books = onlineSystemOf(connections);
  return books?.status === "connected" && books.lastSyncedAt === null;
}
