import type { CustomerId } from "@/lib/auth/scope";
import { type CollectionStep, recordSteps } from "@/lib/collections/event-mutations";
import { db } from "@/lib/core/db";
import { decideNow, latestCollection, type SeededInvoice, seedCollection } from "./supplier-data";

let count = 0;

/** Something the provider tells of a debit, under an id of its own. */
export function step(action: string, changes: Partial<CollectionStep> = {}): CollectionStep {
  count += 1;
  const told = { origin: "bank", cause: null, code: null, text: null, willAttemptRetry: false };
  return { id: `EV${count}`, action, ...told, occurredAt: new Date(), ...changes };
}

/** The latest debit of the invoice goes out and comes back. */
export async function debitComesBack(
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

/** An invoice whose first debit came back. */
export async function returnedInvoice(
  customerId: CustomerId,
  changes: Partial<CollectionStep> = {},
  seed: Parameters<typeof seedCollection>[1] = {},
): Promise<SeededInvoice> {
  const { invoice } = await seedCollection(customerId, seed);
  await debitComesBack(customerId, invoice.id, changes);
  return invoice;
}

/** Decides as the job would, with the reading of the open amount that comes between. */
export async function decideAfterReading(
  customerId: CustomerId,
  invoiceId: string,
): Promise<Awaited<ReturnType<typeof decideNow>>> {
  const first = await decideNow(customerId, invoiceId);
  if (first) return first;
  await db.invoice.update({ where: { customerId_id: { customerId, id: invoiceId } }, data: { openStaleAt: null } });
  return await decideNow(customerId, invoiceId);
}
