import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueAll } from "@/lib/jobs/queue";
import { readUnfinished, type UnfinishedKind } from "./data";

const ENQUEUE: Record<UnfinishedKind, (customerId: CustomerId, ids: string[]) => Promise<void>> = {
  collection: (customerId, ids) =>
    enqueueAll(
      db,
      jobs.carryOutCollection,
      ids.map((collectionId) => ({ customerId, collectionId })),
    ),
  request: (customerId, ids) =>
    enqueueAll(
      db,
      jobs.inviteToSign,
      ids.map((requestId) => ({ customerId, requestId })),
    ),
  mandate: (customerId, ids) =>
    enqueueAll(
      db,
      jobs.cancelMandate,
      ids.map((mandateId) => ({ customerId, mandateId })),
    ),
  mail: (_customerId, ids) =>
    enqueueAll(
      db,
      jobs.sendMail,
      ids.map((mailId) => ({ mailId })),
    ),
  payouts: (customerId) => enqueueAll(db, jobs.bookPayouts, [{ customerId }]),
  bulk: (customerId) => enqueueAll(db, jobs.runBulk, [{ customerId }]),
  "e-invoices": (customerId) => enqueueAll(db, jobs.readEInvoices, [{ customerId }]),
  events: (customerId) => enqueueAll(db, jobs.drainInbox, [{ customerId }]),
  invoices: (customerId) => enqueueAll(db, jobs.decideInvoices, [{ customerId }]),
};

/** Enqueues the supplier's unfinished work again. Jobs of the same key are not added twice. */
export async function enqueueUnfinished(customerId: CustomerId): Promise<void> {
  const unfinished = await readUnfinished(customerId);
  for (const kind of new Set(unfinished.map((row) => row.kind))) {
    const ids = unfinished.flatMap((row) => (row.kind === kind ? [row.id] : []));
    await ENQUEUE[kind](customerId, ids);
  }
}
