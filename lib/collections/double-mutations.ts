import type { CustomerId } from "@/lib/auth/scope";
import { fromDate } from "@/lib/core/dates";
import { db } from "@/lib/core/db";
import type { Collection } from "@/lib/core/prisma/client";
import { raiseNotice } from "@/lib/notices/mutations";
import type { ProviderPayment } from "@/lib/providers/payments/port";
import { takesMoney } from "./status-rules";

/** A payment that bears the mark of a debit which has another one: two payments never share a history. */
export function isSecond({ providerId }: Collection, paymentId: string): boolean {
  return providerId !== null && providerId !== paymentId;
}

/**
 * A debit has a second payment at the provider: unless it has ended, money may be taken twice. The one who can give it
 * back is told at once.
 *
 * @param row the debit, which stands for the first payment
 */
export async function tellSecond(
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
