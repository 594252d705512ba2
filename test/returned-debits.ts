import type { CustomerId } from "@/lib/auth/scope";
import { type CollectionStep, recordSteps } from "@/lib/collections/events/mutations";
import { db } from "@/lib/core/database/db";
import { decideNow, latestCollection, type SeededInvoice, seedCollection } from "./supplier-data";

let count = 0;

/** Returns an event of the provider about a payment, with an id of its own. */
export function step(action: string, changes: Partial<CollectionStep> = {}): CollectionStep {
  count += 1;
  const told = { origin: "bank", cause: null, code: null, text: null, willAttemptRetry: false };
  return { id: `EV${count}`, action, ...told, occurredAt: new Date(), ...changes };
}

/** Records that the invoice's latest payment was submitted and then failed. */
export async function failLatestPayment(
  customerId: CustomerId,
  invoiceId: string,
  changes: Partial<CollectionStep> = {},
): Promise<void> {
  const { id } = await latestCollection(customerId, invoiceId);
  await recordSteps(customerId, id, [
    step("created"),
    step("submitted"),
    step("failed", { code: "AM04", cause: "insufficient_funds", ...changes }),
  ]);
}

/** Creates an invoice whose first payment was returned. */
export async function returnedInvoice(
  customerId: CustomerId,
  changes: Partial<CollectionStep> = {},
  seed: Parameters<typeof seedCollection>[1] = {},
): Promise<SeededInvoice> {
  const { invoice } = await seedCollection(customerId, seed);
  await failLatestPayment(customerId, invoice.id, changes);
  return invoice;
}

/** Decides. Without a decision, treats the open amount as read, and decides again. */
export async function decideAfterReading(
  customerId: CustomerId,
  invoiceId: string,
): Promise<Awaited<ReturnType<typeof decideNow>>> {
  const first = await decideNow(customerId, invoiceId);
  if (first) return first;
  await db.invoice.update({ where: { customerId_id: { customerId, id: invoiceId } }, data: { openStaleAt: null } });
  return await decideNow(customerId, invoiceId);
}
