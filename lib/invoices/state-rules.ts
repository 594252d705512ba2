import { CAME_TO_NOTHING } from "@/lib/collections/status-rules";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import type { InvoiceRow } from "./types";

/**
 * The debit whose status is the word on where an invoice's money stands; undefined where the decision and its reason are.
 * A returned debit whose invoice was settled otherwise is history, not a state: whether it was, the reason says.
 */
export function statusShown({
  collectionStatus: status,
  bookStatus,
}: Pick<InvoiceRow, "collectionStatus" | "bookStatus">): CollectionStatus | undefined {
  const isOver = bookStatus === "paid" || bookStatus === "voided";
  return status && isOver && CAME_TO_NOTHING.includes(status) ? undefined : status;
}
