import type { CustomerId } from "@/lib/auth/scope";
import { returnKey } from "@/lib/collections/attempts/return-rules";
import { factsOf, isSame } from "@/lib/collections/lifecycle/event-rules";
import { isPartOfProject } from "@/lib/collections/related/data";
import { lockDocuments } from "@/lib/collections/related/document-mutations";
import { db, type Prisma, type Tx } from "@/lib/core/database/db";
import { gathered } from "@/lib/core/database/groups/gather";
import { now } from "@/lib/core/time/clock";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { resolveNotices } from "@/lib/notices/mutations";
import type { ProviderPayment } from "@/lib/providers/payments/port";
import { derivedStateOf } from "@/lib/statuses/collection-rules";
import { isOpenAmountOurs } from "@/lib/vendors/rules";
import { type CollectionStep, ownStep, recordSteps } from "./mutations";

interface Creation {
  collectionId: string;
  invoiceId: string;
  payment: ProviderPayment;
}

/** Returns our own event that a payment was created. It has one id, however often it is stored. */
function creationStep({ id }: ProviderPayment): CollectionStep {
  return { ...ownStep("created", null), id: `created:${id}` };
}

/**
 * Stores the payment of a collection with the event that it was created. Payments of one supplier that are created at
 * about the same time share a transaction. If the process dies before, each is looked up by its reference.
 */
export async function recordCreation(customerId: CustomerId, creation: Creation): Promise<void> {
  const isStored = await recordTogether(customerId, creation);
  const { collectionId, payment } = creation;
  if (!isStored) await recordSteps(customerId, collectionId, [creationStep(payment)], payment);
}

const recordTogether = gathered((customerId: string, creations: Creation[]) =>
  db.$transaction((tx) => recordPlain(tx, customerId as CustomerId, creations)),
);

/**
 * Stores creations that have no other effect than the state of the collection and a new decision. Runs under the locks
 * of the invoices, like `recordSteps`.
 *
 * @returns for each whether it is stored; the others need `recordSteps`
 */
async function recordPlain(tx: Tx, customerId: CustomerId, creations: Creation[]): Promise<boolean[]> {
  const invoiceIds = creations.map(({ invoiceId }) => invoiceId);
  const isElsewhere = await lockDocuments(tx, customerId, invoiceIds);
  const found = await tx.collection.findMany({
    where: { customerId, id: { in: creations.map(({ collectionId }) => collectionId) } },
    include: { invoice: true, events: true },
  });
  const byId = new Map(found.map((row) => [row.id, row]));
  const plain = creations.filter((creation) => {
    const row = byId.get(creation.collectionId);
    return row?.invoiceId === creation.invoiceId && !isElsewhere && isPlain(row, creationStep(creation.payment));
  });
  if (plain.length > 0) await storeCreated(tx, customerId, plain);
  return creations.map((creation) => plain.includes(creation));
}

type Row = Prisma.CollectionGetPayload<{ include: { invoice: true; events: true } }>;

/** True for the first payment of a collection that nobody wants to cancel, of an invoice that concerns no other document. */
function isPlain(row: Row, step: CollectionStep): boolean {
  if (row.status !== "pending" || !row.holdsInvoice || row.isDuplicate) return false;
  if (row.providerId || row.cancelRequestedAt || row.retriedBy) return false;
  if (isPartOfProject(row.invoice) || isOpenAmountOurs(row.invoice.books)) return false;
  const { customerId, id: collectionId } = row;
  const event = { customerId, collectionId, ...step, status: "created" as const, receivedAt: now() };
  const { status, failure, history } = derivedStateOf([...row.events, event]);
  const isAsStored = history.every((one) => one.event.status === one.statusAfter);
  return status === "created" && !failure && isAsStored && isSame(row, factsOf(status, failure, history));
}

async function storeCreated(tx: Tx, customerId: CustomerId, creations: Creation[]): Promise<void> {
  const events = creations.map(({ collectionId, payment }) => ({
    customerId,
    collectionId,
    ...creationStep(payment),
    status: "created" as const,
  }));
  await tx.collectionEvent.createMany({ data: events, skipDuplicates: true });
  const rows = creations.map(({ collectionId: id, payment }) => ({
    id,
    provider_id: payment.id,
    charge_date: payment.chargeDate,
  }));
  await tx.$executeRaw`
    UPDATE collections AS own SET status = 'created', provider_id = told.provider_id,
      charge_date = COALESCE(told.charge_date, own.charge_date), updated_at = ${new Date()}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS told (id text, provider_id text, charge_date date)
    WHERE own.customer_id = ${customerId} AND own.id = told.id`;
  const ids = creations.map(({ invoiceId }) => invoiceId);
  await resolveNotices(tx, customerId, ids.map(returnKey));
  await tx.invoice.updateMany({ where: { customerId, id: { in: ids } }, data: { needsDecision: true } });
  await enqueue(tx, jobs.decideInvoices, { customerId });
}
