import { type CustomerId, trustedCustomerId } from "@/lib/auth/scope";
import { intentKey } from "@/lib/collections/attempts/intent-rules";
import type { Decision, DecisionInput } from "@/lib/collections/types";
import { contactName } from "@/lib/contacts/rules";
import type { Prisma, Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { now } from "@/lib/core/time/clock";
import { toDate } from "@/lib/core/time/dates";
import { bankText } from "@/lib/customers/reference/rules";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueAll } from "@/lib/jobs/queue";
import type { StoredForDecision, SupplierFacts } from "./data";

export type PlannedCollection = Prisma.CollectionCreateManyInput & { id: string };

/** Returns the collection that a decision starts, with its idempotency key; undefined if the decision starts none. */
export function plannedCollection(
  row: StoredForDecision,
  input: DecisionInput,
  { amountCents, wantedDate, chargeDate, retriedBy }: Decision,
  { companyName, paymentDescription }: SupplierFacts["texts"],
): PlannedCollection | undefined {
  if (input.mandate.state !== "usable" || !amountCents || !wantedDate || !chargeDate) return undefined;
  const { customerId, id: invoiceId } = row;
  const attempt = (row.collections[0]?.attempt ?? 0) + 1;
  return {
    customerId,
    id: newId("collection"),
    invoiceId,
    attempt,
    amountCents,
    mandateId: input.mandate.mandateId,
    retriedBy: retriedBy ?? null,
    reference: bankText(paymentDescription, {
      invoiceNo: row.number || row.externalId.slice(0, 8),
      companyName,
      customerName: row.contact ? contactName(row.contact) : row.contactName,
    }),
    dueDate: row.dueDate,
    wantedDate: toDate(wantedDate),
    requestedDate: toDate(chargeDate),
    idempotencyKey: intentKey(customerId, { ...row, attempt, amountCents }),
    createdAt: now(),
  };
}

/** Stores planned collections with the first event of each, and enqueues their calls to the provider. */
export async function insertCollections(tx: Tx, customerId: string, planned: PlannedCollection[]): Promise<void> {
  if (planned.length === 0) return;
  await tx.collection.createMany({ data: planned });
  const first = { customerId, action: "planned", status: "pending" as const, occurredAt: now() };
  const events = planned.map(({ id: collectionId }) => ({ ...first, id: newId("event"), collectionId }));
  await tx.collectionEvent.createMany({ data: events });
  const supplier: CustomerId = trustedCustomerId.parse(customerId);
  const payloads = planned.map(({ id: collectionId }) => ({ customerId: supplier, collectionId }));
  await enqueueAll(tx, jobs.carryOutCollection, payloads);
}
