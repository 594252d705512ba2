import { db } from "@/lib/core/db";

/** A run of this supplier that fell silent, or got no answer, has had its time: the next one may look and book. */
export async function letTurnRunOut(customerId: string): Promise<void> {
  await db.bookingTurn.updateMany({ where: { customerId }, data: { until: new Date(Date.now() - 1) } });
}
