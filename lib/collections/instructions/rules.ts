import type { BookStatus, CollectionStatus } from "@/lib/core/prisma/enums";
import { isNotWithBank } from "@/lib/statuses/collection-rules";

export interface BlockFacts {
  bookStatus: BookStatus;
  /** The status of the collection that holds the invoice, if there is one. */
  live: CollectionStatus | null;
}

/** Returns the reason, as in decisions, why releasing an invoice has no effect any more; undefined if it has one. */
export function releaseRefusal({ bookStatus, live }: BlockFacts): string | undefined {
  if (live === "paid_out") return "collected";
  return bookStatus === "paid" || bookStatus === "voided" || bookStatus === "deleted" ? bookStatus : undefined;
}

/** Returns the reason, as in decisions, why blocking an invoice has no effect any more; undefined if it has one. */
export function blockRefusal(facts: BlockFacts): string | undefined {
  const { live } = facts;
  const isStoppable = live === null || isNotWithBank(live);
  return releaseRefusal(facts) ?? (isStoppable ? undefined : "too_late_to_change");
}
