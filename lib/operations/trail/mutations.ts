import { db } from "@/lib/core/database/db";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import type { Match } from "@/lib/operations/types";

/** Writes into the supplier's audit log that an operator has looked at one of its invoices. */
export async function noteLook({ customerId, invoiceId }: Match, actor: Actor): Promise<void> {
  await writeAudit(db, customerId, actor, { action: "operator.looked", subject: invoiceId });
}
