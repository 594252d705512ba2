import type { z } from "zod";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { decimalFromCents } from "@/lib/core/money/money";
import type { payoutView } from "@/lib/payouts/schema";

/** Limit of the list: about as many payouts as GoCardless makes in two years. */
const MOST = 500;

export async function readPayouts(customerId: CustomerId): Promise<z.input<typeof payoutView>[]> {
  const rows = await db.payout.findMany({
    where: { customerId },
    orderBy: [{ paidAt: "desc" }, { id: "desc" }],
    take: MOST,
  });
  return rows.map((row) => ({
    ...row,
    createdAt: (row.paidAt ?? row.createdAt).toISOString(),
    amount: decimalFromCents(row.amountCents),
  }));
}
