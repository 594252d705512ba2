import type { CollectionStatus } from "@/lib/core/prisma/enums";
import type { InvoiceRow } from "@/lib/invoices/types";
import { WITHOUT_MONEY } from "@/lib/statuses/collection-rules";

/**
 * Returns the collection status to show for an invoice; undefined if the decision's reason is to be shown instead. If
 * the invoice was settled in another way, a returned collection is only history. The reason says whether it was.
 */
export function statusShown({
  collectionStatus: status,
  bookStatus,
}: Pick<InvoiceRow, "collectionStatus" | "bookStatus">): CollectionStatus | undefined {
  const isOver = bookStatus === "paid" || bookStatus === "voided";
  return status && isOver && WITHOUT_MONEY.includes(status) ? undefined : status;
}
