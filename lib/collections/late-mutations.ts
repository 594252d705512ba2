import type { Tx } from "@/lib/core/db";
import { raiseNotice } from "@/lib/notices/mutations";
import type { NoticeKind } from "@/lib/notices/types";
import type { InvoiceForDecision } from "./data";
import type { Decision, DecisionInput } from "./types";

/**
 * The bank has a debit that should not be taken as it is: paid elsewhere, of another amount, from another payer, for a later
 * day, or one that somebody wanted to stop; or it was paid out, and the books claim something else again. The supplier is told once for each
 * debit and what it differs by: what was laid aside does not come back because its invoice is looked at again.
 */
export async function tellTooLate(
  tx: Tx,
  row: InvoiceForDecision,
  { live, invoice }: DecisionInput,
  { reason }: Decision,
): Promise<void> {
  const { customerId, id: invoiceId, number, openCents } = row;
  const standing = row.collections.find((collection) => collection.holdsInvoice);
  if (!live || !standing) return;
  const kind = invoice.isOfFormerBooks ? "stopped_late" : kindOf(row, live, reason);
  const key = `${kind}:${invoiceId}`;
  const data = { invoiceId, number, amountCents: live.amountCents, openCents, collectionId: standing.id };
  const told = await tx.notice.findUnique({ where: { customerId_key: { customerId, key } } });
  const before = (told?.data ?? {}) as Partial<typeof data>;
  if (before.collectionId === data.collectionId && isSameDifference(before, row, live)) return;
  await raiseNotice(tx, customerId, { key, kind, data });
}

/** What was told of a debit stays true when it is paid out and its own amount is booked. */
function isSameDifference(
  { openCents: before = 0, amountCents = 0 }: { openCents?: number; amountCents?: number },
  { openCents }: Pick<InvoiceForDecision, "openCents">,
  { status }: NonNullable<DecisionInput["live"]>,
): boolean {
  return openCents === before || (status === "paid_out" && openCents === before - amountCents);
}

function kindOf(
  row: InvoiceForDecision,
  live: NonNullable<DecisionInput["live"]>,
  reason: Decision["reason"],
): NoticeKind {
  if (reason === "date_changed_late") return reason;
  if (row.openCents <= 0 || row.bookStatus !== "open") return "paid_elsewhere";
  // The wrong account altogether: beside that the amount does not matter.
  if (live.isOnOthersMandate && live.status !== "paid_out") return "payer_changed_late";
  return row.openCents === live.amountCents ? "stopped_late" : "amount_changed_late";
}
