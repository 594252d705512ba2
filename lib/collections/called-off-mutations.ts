import { trustedCustomerId } from "@/lib/auth/scope";
import type { Tx } from "@/lib/core/db";
import type { Collection, CollectionEvent } from "@/lib/core/prisma/client";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { raiseNotice } from "@/lib/notices/mutations";
import { isCalledOff, returnKey } from "./return-rules";
import { notAgain } from "./word-rules";

/** What a debit has come to by its events. */
export interface End {
  status: CollectionStatus;
  /** It had come back at some time. */
  hasFailed: boolean;
  /** When somebody called it off at the provider, and it was not we. */
  calledOffAt: Date | null;
}

/** The provider's clock may be behind ours by so much; then what we called off ourselves seems to have been called off before. */
const CLOCKS_MS = 5_000;

/** When somebody called a debit off at the provider before we wished so, or without our wishing it; else null. */
export function calledOffThere(
  { cancelRequestedAt }: Pick<Collection, "cancelRequestedAt">,
  status: CollectionStatus,
  history: { event: CollectionEvent }[],
): Date | null {
  // Our own note of a calling off has another cause.
  const told = history.findLast(({ event }) => event.action === "cancelled" && event.cause === "payment_cancelled");
  if (!told || !isCalledOff(status)) return null;
  const { occurredAt } = told.event;
  const isOurs = cancelRequestedAt !== null && occurredAt.getTime() >= cancelRequestedAt.getTime() - CLOCKS_MS;
  return isOurs ? null : occurredAt;
}

/** A try, or what had come back and was taken up again: what it was to mend is open again once it has been called off. */
function isTry({ retriedBy }: Collection, { status, hasFailed }: End): boolean {
  return isCalledOff(status) && (hasFailed || (retriedBy !== null && status === "cancelled"));
}

/** Other debits of the document that can still bring money, or have brought it. */
function othersAlive({ customerId, id }: Collection, same: string[]) {
  return { customerId, invoiceId: { in: same }, holdsInvoice: true, id: { not: id } };
}

/**
 * A try was called off: the line of the desk is an alert again, unless another debit of the document has been revived.
 *
 * @param same the ids of the document's rows
 * @param data of the notice
 */
export async function tellCalledOff(tx: Tx, row: Collection, same: string[], end: End, data: object): Promise<void> {
  const { customerId } = row;
  if (!isTry(row, end) || (await tx.collection.count({ where: othersAlive(row, same) })) > 0) return;
  const line = await tx.returnCase.findFirst({ where: { customerId, invoiceId: { in: same }, isDone: false } });
  if (line)
    await raiseNotice(tx, customerId, {
      key: returnKey(line.invoiceId),
      kind: "collection_failed",
      data: { ...data, invoiceId: line.invoiceId },
    });
  await heedCallingOff(tx, row, same, end);
}

/**
 * Whoever called a try off at the provider does not want another one by itself, as if they had said so here; what was said
 * after it stands, and beside an earlier debit that goes on it was called off because of that one.
 */
export async function heedCallingOff(tx: Tx, row: Collection, same: string[], end: End): Promise<void> {
  const { calledOffAt: at } = end;
  const customerId = trustedCustomerId.parse(row.customerId);
  if (!at || !isTry(row, end)) return;
  const earlier = { ...othersAlive(row, same), createdAt: { lte: row.createdAt } };
  if ((await tx.collection.count({ where: earlier })) > 0) return;
  const isOlder = [
    { OR: [{ retryApprovedAt: null }, { retryApprovedAt: { lte: at } }] },
    { OR: [{ retryStoppedAt: null }, { retryStoppedAt: { lt: at } }] },
  ];
  const { count } = await tx.invoice.updateMany({
    where: { customerId, id: { in: same }, AND: isOlder },
    data: { ...notAgain(at), needsDecision: true },
  });
  if (count > 0) await enqueue(tx, jobs.decideInvoices, { customerId });
}
