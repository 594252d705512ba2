import { intentReference } from "@/lib/collections/attempts/intent-rules";
import type { DirectDebit, ProviderPayment } from "@/lib/providers/payments/port";
import type { CollectionForCall } from "./earlier-call-mutations";

const DAY_MS = 24 * 3_600_000;

/**
 * Returns the payment that an earlier call made although its answer was lost. Looked up before every repetition:
 * GoCardless forgets a key after 30 days (reference gocardless.md, section 3), and would make another payment under it.
 */
export async function findMade(gc: DirectDebit, row: CollectionForCall): Promise<ProviderPayment | undefined> {
  const intent = intentReference({ ...row.invoice, attempt: row.attempt });
  const payments = await gc.payments.listOfMandate(row.mandate.providerId, new Date(row.createdAt.getTime() - DAY_MS));
  return payments.find(
    ({ metadata, amountCents }) =>
      metadata.collection === row.id || (metadata.intent === intent && amountCents === row.amountCents),
  );
}
