import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import type { Collection } from "@/lib/core/prisma/client";
import { fromDate } from "@/lib/core/time/dates";
import { raiseNotice } from "@/lib/notices/mutations";
import type { ProviderPayment } from "@/lib/providers/payments/port";
import { takesMoney } from "@/lib/statuses/collection-rules";

/**
 * True if a payment carries the reference of a collection that already has another payment. Two payments never share a
 * history.
 */
export function isSecond({ providerId }: Collection, paymentId: string): boolean {
  return providerId !== null && providerId !== paymentId;
}

/**
 * Notifies the supplier that a collection has a second payment at the provider. Unless that payment has ended, money
 * may be taken twice, and only the supplier can give it back.
 *
 * @param row the collection, with the first payment
 */
export async function notifyDuplicate(
  customerId: CustomerId,
  row: Collection,
  { status }: Pick<ProviderPayment, "status">,
): Promise<void> {
  if (!takesMoney(status)) return;
  const { invoiceId, id: collectionId, amountCents } = row;
  const { number } = await db.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id: invoiceId } } });
  const chargeDate = fromDate(row.chargeDate ?? row.requestedDate);
  const data = { invoiceId, collectionId, number, amountCents, chargeDate };
  await db.$transaction((tx) =>
    raiseNotice(tx, customerId, { key: `duplicate:${invoiceId}`, kind: "duplicate_payment", data }),
  );
}
