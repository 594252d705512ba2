import type { InvoiceForDecision } from "@/lib/collections/decision/data";
import type { Decision, DecisionInput } from "@/lib/collections/types";
import type { Tx } from "@/lib/core/database/db";
import { raiseNotice } from "@/lib/notices/mutations";
import type { NoticeKind } from "@/lib/notices/types";

/**
 * Notifies the supplier that the bank has a payment that should not be taken as it is. The invoice was paid elsewhere,
 * its amount, payer or day has changed, or somebody wanted to stop it. The same notice covers a paid-out collection
 * whose invoice shows another open amount again. There is one notice per collection and difference: a dismissed one is
 * not raised again by the next decision.
 */
export async function notifyTooLate(
  tx: Tx,
  row: InvoiceForDecision,
  { live, invoice }: DecisionInput,
  { reason }: Decision,
): Promise<void> {
  const { customerId, id: invoiceId, number, openCents } = row;
  const standing = row.collections.find((collection) => collection.holdsInvoice);
  if (!live || !standing) return;
  const kind = invoice.isOfPreviousSystem ? "stopped_late" : kindOf(row, live, reason);
  const key = `${kind}:${invoiceId}`;
  const data = { invoiceId, number, amountCents: live.amountCents, openCents, collectionId: standing.id };
  const told = await tx.notice.findUnique({ where: { customerId_key: { customerId, key } } });
  const before = (told?.data ?? {}) as Partial<typeof data>;
  if (before.collectionId === data.collectionId && isSameDifference(before, row, live)) return;
  await raiseNotice(tx, customerId, { key, kind, data });
}

/**
 * True if this difference was already reported. It remains the same when the payment is paid out and its amount is
 * booked.
 */
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
  // The wrong account was debited: compared with that the amount does not matter.
  if (live.isOnOthersMandate && live.status !== "paid_out") return "payer_changed_late";
  return row.openCents === live.amountCents ? "stopped_late" : "amount_changed_late";
}
