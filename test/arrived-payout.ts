import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { toDate } from "@/lib/core/time/dates";

/**
 * Creates a payout that arrived and was proven: one payment, of the given invoice if any, less a fee of one euro.
 * Returns its id.
 */
export async function seedArrivedPayout(
  customerId: string,
  { day, cents, invoiceId }: { day: string; cents: number; invoiceId?: string },
): Promise<string> {
  const id = newId("payout");
  const facts = {
    providerId: `PO${id.slice(-8)}`,
    reference: `GC-${day}`,
    status: "paid" as const,
    amountCents: cents - 100,
  };
  const when = { arrivalDate: toDate(day), archivedAt: new Date(), isProven: true };
  await db.payout.create({ data: { customerId, id, ...facts, ...when } });
  const items = [
    { type: "payment_paid_out", tenths: cents * 10, invoiceId },
    { type: "gocardless_fee", tenths: -1_000 },
  ];
  await db.payoutItem.createMany({
    data: items.map((item, position) => ({
      customerId,
      payoutId: id,
      position,
      providerPaymentId: `PM${id}`,
      ...item,
    })),
  });
  return id;
}
