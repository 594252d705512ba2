import type { CustomerId } from "@/lib/auth/scope";
import { holdInvoice, setExcluded } from "@/lib/collections/instructions/mutations";
import { db } from "@/lib/core/database/db";
import type { Actor } from "@/lib/core/telemetry/audit";
import type { Day } from "@/lib/core/time/dates";
import { AppError, type ErrorCode } from "@/lib/core/web/errors";
import type { StopResult } from "./rules";

/**
 * Holds the invoices of several collections until a day. The decisions that follow cancel the collections that still
 * can be cancelled.
 *
 * @throws AppError `not_found` if one of the invoices is not the supplier's, or `invalid_input` for a day that is not
 * ahead: then none is held. `too_late_to_cancel` or `not_collectable` if it is too late for all
 */
export async function holdDebits(
  customerId: CustomerId,
  invoiceIds: string[],
  until: Day,
  actor: Actor,
): Promise<StopResult> {
  return await stopEach(customerId, invoiceIds, (id) => holdInvoice(customerId, id, until, actor));
}

/**
 * Excludes the invoices of several collections until the supplier includes them again.
 *
 * @throws AppError `not_found`; `too_late_to_cancel` or `not_collectable` if it is too late for all
 */
export async function excludeDebits(customerId: CustomerId, invoiceIds: string[], actor: Actor): Promise<StopResult> {
  return await stopEach(customerId, invoiceIds, (id) => setExcluded(customerId, id, true, actor));
}

const TOO_LATE: ErrorCode[] = ["too_late_to_cancel", "not_collectable"];

async function stopEach(
  customerId: CustomerId,
  invoiceIds: string[],
  stop: (id: string) => Promise<void>,
): Promise<StopResult> {
  const ids = await ownInvoices(customerId, invoiceIds);
  const late: AppError[] = [];
  for (const id of ids)
    try {
      await stop(id);
    } catch (error) {
      if (!(error instanceof AppError) || !TOO_LATE.includes(error.code)) throw error;
      late.push(error);
    }
  if (late[0] && late.length === ids.length) throw late[0];
  return { count: ids.length - late.length, lateCount: late.length };
}

async function ownInvoices(customerId: CustomerId, invoiceIds: string[]): Promise<string[]> {
  const ids = [...new Set(invoiceIds)];
  if ((await db.invoice.count({ where: { customerId, id: { in: ids } } })) < ids.length)
    throw new AppError("not_found");
  return ids;
}
