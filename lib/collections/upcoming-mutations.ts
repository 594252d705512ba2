import type { CustomerId } from "@/lib/auth/scope";
import type { Actor } from "@/lib/core/audit";
import type { Day } from "@/lib/core/dates";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { holdInvoice, setExcluded } from "@/lib/invoices/mutations";

/**
 * Holds the invoices of several debits back until a day; debits that can still be stopped are stopped by the decisions
 * that follow.
 *
 * @throws AppError `not_found` if one of them is not the supplier's, `invalid_input` for a day that is not ahead: then none is held
 */
export async function holdDebits(
  customerId: CustomerId,
  invoiceIds: string[],
  until: Day,
  actor: Actor,
): Promise<{ count: number }> {
  const ids = await ownInvoices(customerId, invoiceIds);
  for (const id of ids) await holdInvoice(customerId, id, until, actor);
  return { count: ids.length };
}

/** Leaves the invoices of several debits out until the supplier takes them in again. @throws AppError `not_found` */
export async function excludeDebits(
  customerId: CustomerId,
  invoiceIds: string[],
  actor: Actor,
): Promise<{ count: number }> {
  const ids = await ownInvoices(customerId, invoiceIds);
  for (const id of ids) await setExcluded(customerId, id, true, actor);
  return { count: ids.length };
}

async function ownInvoices(customerId: CustomerId, invoiceIds: string[]): Promise<string[]> {
  const ids = [...new Set(invoiceIds)];
  if ((await db.invoice.count({ where: { customerId, id: { in: ids } } })) < ids.length)
    throw new AppError("not_found");
  return ids;
}
