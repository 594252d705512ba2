import type { CustomerId } from "@/lib/auth/scope";
import { ownStep, recordSteps } from "@/lib/collections/events/mutations";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import { ProviderError } from "@/lib/core/web/provider-error";
import type { DirectDebit, PaymentState } from "@/lib/providers/payments/port";
import { agrees } from "@/lib/statuses/collection-rules";
import type { CollectionForCall } from "./earlier-call-mutations";
import { followPayment } from "./orphan-provider";

/**
 * Cancels a payment at the provider. A payment that the bank already has continues, and its cancel request is dropped
 * (`recordSteps`).
 *
 * @throws ProviderError, also if the provider refuses a payment that it has not submitted; it may be repeated
 */
export async function cancelThere(customerId: CustomerId, row: CollectionForCall): Promise<void> {
  const { providerId } = row;
  if (!providerId) return;
  await withDirectDebit(customerId, async (gc) => {
    try {
      await gc.payments.cancel(providerId);
      await noteCancelled(customerId, row);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
      await afterLateCancel(customerId, gc, row, error);
    }
  });
}

async function noteCancelled(
  customerId: CustomerId,
  { id, providerId, cancelReason }: CollectionForCall,
): Promise<void> {
  await recordSteps(customerId, id, [{ ...ownStep("cancelled", cancelReason), id: `cancelled:${providerId}` }]);
}

const NOT_SENT: PaymentState[] = ["pending_customer_approval", "pending_submission"];

/**
 * Finds out from the payment why its cancellation was refused. It was too late, or an earlier call whose answer was
 * lost has already cancelled it.
 */
async function afterLateCancel(
  customerId: CustomerId,
  gc: DirectDebit,
  row: CollectionForCall,
  refusal: ProviderError,
): Promise<void> {
  const payment = await gc.payments.read(row.providerId ?? "");
  if (payment.status === "cancelled") {
    // Its events say when it was cancelled, and so by whom; their webhooks may arrive late.
    await followPayment(customerId, gc, row.id, payment);
    return await noteCancelled(customerId, row);
  }
  // Refused although the bank does not have it: the cancel request stays, and the job tries again.
  if (NOT_SENT.includes(payment.status)) throw refusal;
  const step = { ...ownStep("submitted", null), id: `submitted:${payment.id}` };
  const status = await recordSteps(customerId, row.id, [step]);
  if (!agrees(status, payment.status)) await followPayment(customerId, gc, row.id, payment);
  await db.invoice.updateMany({ where: { customerId, id: row.invoiceId }, data: { needsDecision: true } });
}
