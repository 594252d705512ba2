import type { CustomerId } from "@/lib/auth/scope";
import { noteDifference, settleDifference } from "@/lib/comparisons/mutations";
import type { Finding } from "@/lib/comparisons/types";
import type { Mandate } from "@/lib/core/prisma/client";
import type { ProviderMandate } from "@/lib/providers/payments/port";

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
  await settleDifference(customerId, finding, finding.kind === "mandate_unknown" ? "imported" : "read_again");
}
