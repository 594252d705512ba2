import type { CustomerId } from "@/lib/auth/scope";
import { withDirectDebit } from "@/lib/connections/access";
import { isOfConnection } from "@/lib/connections/rules";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import { ProviderError } from "@/lib/core/provider-error";
import { adoptMandate } from "@/lib/mandates/adopt-mutations";
import { decideCollectNow } from "./choice-rules";
import { readInvoiceForDecision, readSupplierFacts, toDecisionInput } from "./data";
import { readEarliestRetry } from "./retry-mutations";
import type { DecisionInput, NamedDay } from "./types";

/**
 * Asks GoCardless for the earliest charge date of the mandate that an invoice would be debited on now, and stores the
 * answer. The date moves with every banking day and at an hour of the day, so whoever names a day to a person asks first.
 *
 * @returns whether the stored date is GoCardless' date of this moment; false if it could not be asked
 * @throws AppError `not_found`
 */
export async function askChargeDate(customerId: CustomerId, invoiceId: string): Promise<boolean> {
  const { mandate } = await readInput(customerId, invoiceId);
  if (mandate.state !== "usable") return false;
  const where = { customerId_id: { customerId, id: mandate.mandateId } };
  const { providerId } = await db.mandate.findUniqueOrThrow({ where, select: { providerId: true } });
  try {
    await withDirectDebit(customerId, async (gc) => adoptMandate(customerId, gc, await gc.mandates.read(providerId)));
    return true;
  } catch (error) {
    if (!isOfConnection(error) && !(error instanceof ProviderError)) throw error;
    log.warn({ invoiceId, err: error }, "the earliest charge date could not be asked for");
    return false;
  }
}

/** The earliest day on which a returned debit can be tried again. @throws AppError as `approveRetry` does */
export async function askEarliestRetry(customerId: CustomerId, invoiceId: string): Promise<NamedDay> {
  const isKnown = await askChargeDate(customerId, invoiceId);
  return { day: await readEarliestRetry(customerId, invoiceId), isKnown };
}

/** The day of the debit if the supplier said "collect now"; null where a mandate is still missing. @throws AppError `not_found` */
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
