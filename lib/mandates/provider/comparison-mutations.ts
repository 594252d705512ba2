import type { CustomerId } from "@/lib/auth/scope";
import { noteDifference, settleDifference } from "@/lib/comparisons/mutations";
import type { Finding } from "@/lib/comparisons/types";
import { db } from "@/lib/core/database/db";
import type { Mandate } from "@/lib/core/prisma/client";
import { isNotThere } from "@/lib/core/web/provider-error";
import type { DirectDebit, ProviderMandate } from "@/lib/providers/payments/port";
import { USABLE } from "@/lib/statuses/mandate-rules";
import { adoptMandate } from "./import-mutations";

/**
 * Returns how a mandate at GoCardless differs from our row, as that row was before the vendor's state was stored.
 * Undefined if the two agree.
 */
export function mandateFinding(known: Mandate | null, mandate: ProviderMandate): Finding | undefined {
  const about = { subject: mandate.id, theirs: mandate.status };
  if (!known) return { ...about, kind: "mandate_unknown", ours: "-" };
  return known.status === mandate.status ? undefined : { ...about, kind: "mandate_status", ours: known.status };
}

/** Stores a difference as repaired, because storing the vendor's state was the repair. */
export async function noteRepairedMandate(customerId: CustomerId, finding: Finding): Promise<void> {
  await noteDifference(customerId, finding);
  await settleDifference(customerId, finding, finding.kind === "mandate_unknown" ? "adopted" : "read_again");
}

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
    await adoptMandate(customerId, gc, await gc.mandates.read(row.providerId));
  } catch (error) {
    if (!isNotThere(error)) throw error;
    const finding = { kind: "mandate_missing", subject: row.providerId, ours: row.status, theirs: "-" } as const;
    await noteDifference(customerId, finding);
  }
}
