import { isNotWithBank } from "@/lib/collections/status-rules";
import type { BookStatus, CollectionStatus } from "@/lib/core/prisma/enums";

export interface KeepBackFacts {
  bookStatus: BookStatus;
  /** Of the debit that stands for the invoice, if there is one. */
  live: CollectionStatus | null;
}

/** Why letting an invoice go on changes nothing any more, in the words of decisions; undefined if it does. */
export function letGoRefusal({ bookStatus, live }: KeepBackFacts): string | undefined {
  if (live === "paid_out") return "collected";
  return bookStatus === "paid" || bookStatus === "voided" || bookStatus === "deleted" ? bookStatus : undefined;
}

/** Why keeping an invoice back changes nothing any more, in the words of decisions; undefined if it does. */
export function keepBackRefusal(facts: KeepBackFacts): string | undefined {
  const { live } = facts;
  const isStoppable = live === null || isNotWithBank(live);
  return letGoRefusal(facts) ?? (isStoppable ? undefined : "too_late_to_change");
}
