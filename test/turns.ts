import { db } from "@/lib/core/database/db";

/** Ends the booking lease of this supplier, as after a run that died: the next run may check and book. */
export async function letTurnRunOut(customerId: string): Promise<void> {
  await db.bookingTurn.updateMany({ where: { customerId }, data: { until: new Date(Date.now() - 1) } });
}
