import type { CustomerId } from "@/lib/auth/scope";
import { noteDifference } from "@/lib/comparisons/mutations";
import { db } from "@/lib/core/database/db";
import type { Mandate } from "@/lib/core/prisma/client";
import { isNotThere } from "@/lib/core/web/provider-error";
import type { DirectDebit } from "@/lib/providers/payments/port";
import { USABLE } from "@/lib/statuses/mandate-rules";
import { importMandate } from "./import-provider";

const PER_ROUND = 100;

/**
 * Reads every mandate that is usable here but was not in the vendor's list, one by one. Stores a `mandate_missing`
 * difference where GoCardless does not have it.
 *
 * @param readFrom when the reading of the list began; every usable mandate in the list has been written since
 */
export async function lookForMissingMandates(customerId: CustomerId, gc: DirectDebit, readFrom: Date): Promise<void> {
  let after = "";
  for (;;) {
    const rows = await db.mandate.findMany({
      where: { customerId, status: { in: USABLE }, updatedAt: { lt: readFrom }, id: { gt: after } },
      orderBy: { id: "asc" },
      take: PER_ROUND,
    });
    for (const row of rows) await askFor(customerId, gc, row);
    const last = rows.at(-1);
    if (!last || rows.length < PER_ROUND) return;
    after = last.id;
  }
}

async function askFor(customerId: CustomerId, gc: DirectDebit, row: Mandate): Promise<void> {
  try {
    await importMandate(customerId, gc, await gc.mandates.read(row.providerId));
  } catch (error) {
    if (!isNotThere(error)) throw error;
    const finding = { kind: "mandate_missing", subject: row.providerId, ours: row.status, theirs: "-" } as const;
    await noteDifference(customerId, finding);
  }
}
