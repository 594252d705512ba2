import type { CustomerId } from "@/lib/auth/scope";
import { decideCollectNow } from "@/lib/collections/decision/choice/rules";
import { readInvoiceForDecision, readSupplierFacts, toDecisionInput } from "@/lib/collections/decision/data";
import { readEarliestRetry } from "@/lib/collections/returns/retry-mutations";
import type { DecisionInput, NamedDay } from "@/lib/collections/types";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import { log } from "@/lib/core/telemetry/log";
import { AppError } from "@/lib/core/web/errors";
import { ProviderError } from "@/lib/core/web/provider-error";
import { importMandate } from "@/lib/mandates/provider/import-provider";
import { isOfConnection } from "@/lib/vendors/rules";

/**
 * Asks GoCardless for the earliest charge date of the mandate that the invoice would be debited on now, and stores it.
 * The date moves every banking day and at the daily cut-off, so callers that show a day to a person ask first.
 *
 * @returns true if the stored date is GoCardless' current one; false if it could not be asked, or no mandate is usable
 * @throws AppError `not_found`
 */
export async function askChargeDate(customerId: CustomerId, invoiceId: string): Promise<boolean> {
  const { mandate } = await readInput(customerId, invoiceId);
  if (mandate.state !== "usable") return false;
  const where = { customerId_id: { customerId, id: mandate.mandateId } };
  const { providerId } = await db.mandate.findUniqueOrThrow({ where, select: { providerId: true } });
  try {
    await withDirectDebit(customerId, async (gc) => importMandate(customerId, gc, await gc.mandates.read(providerId)));
    return true;
  } catch (error) {
    if (!isOfConnection(error) && !(error instanceof ProviderError)) throw error;
    log.warn({ invoiceId, err: error }, "earliest charge date could not be read from GoCardless");
    return false;
  }
}

/**
 * Returns the earliest day on which a returned collection can be retried.
 *
 * @throws AppError as `approveRetry` does
 */
export async function askEarliestRetry(customerId: CustomerId, invoiceId: string): Promise<NamedDay> {
  const isKnown = await askChargeDate(customerId, invoiceId);
  return { day: await readEarliestRetry(customerId, invoiceId), isKnown };
}

/**
 * Returns the charge date if the supplier gave the instruction to collect now. Null if nothing would be collected yet,
 * because a mandate is missing, for example.
 *
 * @throws AppError `not_found`
 */
export async function askCollectNowDay(customerId: CustomerId, invoiceId: string): Promise<NamedDay | null> {
  const isKnown = await askChargeDate(customerId, invoiceId);
  const { outcome, chargeDate } = decideCollectNow(await readInput(customerId, invoiceId)).decision;
  return chargeDate && (outcome === "collect" || outcome === "replace") ? { day: chargeDate, isKnown } : null;
}

async function readInput(customerId: CustomerId, invoiceId: string): Promise<DecisionInput> {
  const row = await readInvoiceForDecision(db, customerId, invoiceId);
  if (!row) throw new AppError("not_found");
  return await toDecisionInput(db, row, await readSupplierFacts(db, customerId));
}
