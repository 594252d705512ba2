import type { CustomerId } from "@/lib/auth/scope";
import type { Tx } from "@/lib/core/database/db";
import type { Mandate } from "@/lib/core/prisma/client";
import { writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import type { EInvoice } from "@/lib/e-invoices/reading/types";
import { USABLE } from "@/lib/statuses/mandate-rules";

/** Returns the usable mandate whose reference an invoice states exactly; undefined for none, and for several. */
export async function findNamedMandate(
  tx: Tx,
  customerId: CustomerId,
  { mandateReference }: Pick<EInvoice, "mandateReference">,
): Promise<Mandate | undefined> {
  const reference = mandateReference?.trim();
  if (!reference) return undefined;
  const found = await tx.mandate.findMany({
    where: { customerId, reference, status: { in: USABLE }, cancelRequestedAt: null, isIgnored: false },
    take: 2,
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Assigns a mandate without a contact to the buyer of the supplier's own invoice that names it. */
export async function assignMandate(
  tx: Tx,
  customerId: CustomerId,
  mandate: Mandate,
  contactId: string,
): Promise<void> {
  const matched = await tx.mandate.updateMany({
    where: { customerId, id: mandate.id, contactId: null },
    data: { contactId, matchedAt: now(), proposedContactId: null, proposalReason: null },
  });
  if (matched.count === 0) return;
  await writeAudit(tx, customerId, null, {
    action: "mandate.matched",
    subject: mandate.id,
    detail: { contactId, reason: "named_by_invoice" },
  });
}

/** True if the account that an invoice prints ends differently from the mandate's. It is only a remark. */
export function isOtherAccount({ accountHint }: Pick<Mandate, "accountHint">, debtorIban: string | undefined): boolean {
  const printed = debtorIban?.replaceAll(/\s/g, "") ?? "";
  const ending = /(\d{2})\D*$/.exec(accountHint)?.[1];
  return printed !== "" && ending !== undefined && !printed.endsWith(ending);
}
