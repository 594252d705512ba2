import type { CustomerId } from "@/lib/auth/scope";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import type { Prisma } from "@/lib/core/prisma/client";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import type { DirectDebit, ProviderPayment } from "@/lib/providers/payments/port";
import { intentMark } from "./intent-rules";
import { lockInvoice } from "./mutations";
import { CALL_MS } from "./status-rules";

/** What a collection has to be read with to call the provider for it. */
export const FOR_CALL = {
  invoice: { include: { contact: { select: { staleAt: true } } } },
  mandate: true,
} satisfies Prisma.CollectionInclude;
export type CollectionForCall = Prisma.CollectionGetPayload<{ include: typeof FOR_CALL }>;

const DAY_MS = 24 * 3_600_000;

/**
 * What an earlier call has made whose answer was lost. Asked before every repetition: GoCardless forgets a key after 30
 * days (reference gocardless.md, section 3), and would make another payment under it.
 */
export async function findMade(gc: DirectDebit, row: CollectionForCall): Promise<ProviderPayment | undefined> {
  const intent = intentMark({ ...row.invoice, attempt: row.attempt });
  const payments = await gc.payments.listOfMandate(row.mandate.providerId, new Date(row.createdAt.getTime() - DAY_MS));
  return payments.find(
    ({ metadata, amountCents }) =>
      metadata.collection === row.id || (metadata.intent === intent && amountCents === row.amountCents),
  );
}

/** Long enough ago for GoCardless to have done what it was asked for, if it ever does. */
export function isCallOver({ calledAt }: CollectionForCall): boolean {
  return calledAt !== null && now().getTime() - calledAt.getTime() > CALL_MS;
}

/** The call came to nothing: the debit stands where it stood before, and is decided anew by the facts of today. */
export async function forgetCall(customerId: CustomerId, row: CollectionForCall): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockInvoice(tx, customerId, row.invoiceId);
    await tx.collection.updateMany({
      where: { customerId, id: row.id, providerId: null, calledAt: row.calledAt },
      data: { calledAt: null },
    });
    await tx.invoice.updateMany({ where: { customerId, id: row.invoiceId }, data: { needsDecision: true } });
    await enqueue(tx, jobs.decideInvoices, { customerId });
  });
}

/**
 * Whether a payment is the one this collection asks for. It may bear the mark of a collection that is not here: the
 * database was restored to a moment before that one was planned.
 */
export async function isMeant(
  customerId: CustomerId,
  row: CollectionForCall,
  { metadata, amountCents }: ProviderPayment,
): Promise<boolean> {
  const { collection: id = "" } = metadata;
  if (amountCents !== row.amountCents || id === "") return false;
  return id === row.id || (await db.collection.count({ where: { customerId, id } })) === 0;
}
