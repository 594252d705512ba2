import type { CustomerId } from "@/lib/auth/scope";
import { withDirectDebit } from "@/lib/connections/access";
import { db } from "@/lib/core/db";
import { ProviderError } from "@/lib/core/provider-error";
import type { DirectDebit, PaymentState } from "@/lib/providers/payments/port";
import type { CollectionForCall } from "./earlier-call-mutations";
import { recordSteps } from "./event-mutations";
import { followPayment } from "./lost-mutations";
import { agrees } from "./status-rules";
import { ownStep } from "./step-rules";

/**
 * Takes a debit back at the provider. What the bank has already takes its course, and with that the wish for its end goes (`recordSteps`).
 *
 * @throws ProviderError, also where it is refused although the debit has not gone out: it may be repeated
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

/** Too late, or cancelled already by an earlier call whose answer was lost: the payment itself tells which. */
async function afterLateCancel(
  customerId: CustomerId,
  gc: DirectDebit,
  row: CollectionForCall,
  refusal: ProviderError,
): Promise<void> {
  const payment = await gc.payments.read(row.providerId ?? "");
  if (payment.status === "cancelled") {
    // Its events tell when, and so by whom; they may come late.
    await followPayment(customerId, gc, row.id, payment);
    return await noteCancelled(customerId, row);
  }
  // Refused for another reason than that the bank has it: the wish stands, and is tried again.
  if (NOT_SENT.includes(payment.status)) throw refusal;
  const step = { ...ownStep("submitted", null), id: `submitted:${payment.id}` };
  const status = await recordSteps(customerId, row.id, [step]);
  if (!agrees(status, payment.status)) await followPayment(customerId, gc, row.id, payment);
  await db.invoice.updateMany({ where: { customerId, id: row.invoiceId }, data: { needsDecision: true } });
}
