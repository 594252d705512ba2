import { type CustomerId, trustedCustomerId } from "@/lib/auth/scope";
import {
  attemptsOf,
  lastReturnOf,
  openReturnOf,
  returnKey,
  returnNotice,
} from "@/lib/collections/attempts/return-rules";
import type { InvoiceForDecision, StoredForDecision } from "@/lib/collections/decision/data";
import { closeReturn, openReturn, reopenReturn } from "@/lib/collections/returns/mutations";
import type { Tx } from "@/lib/core/database/db";
import type { Collection } from "@/lib/core/prisma/client";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { raiseNotice } from "@/lib/notices/mutations";

type Instructions = Pick<StoredForDecision, "isExcluded" | "heldUntil" | "retryStoppedAt" | "instructionsRevokedAt">;

/**
 * Copies blocking instructions from the same document in other accounting systems to this invoice. A row that was read
 * after an instruction was given does not have it yet. Approvals are not copied: they have to be given again.
 *
 * @returns the blocking instructions that apply from now on
 */
export async function applyPreviousInstructions(tx: Tx, row: InvoiceForDecision): Promise<Instructions> {
  const { customerId, id, isExcluded, heldUntil, retryStoppedAt, instructionsRevokedAt, former } = row;
  const own: Instructions = { isExcluded, heldUntil, retryStoppedAt, instructionsRevokedAt };
  const instructions = former.reduce<Instructions>(
    (all, one) => ({
      isExcluded: all.isExcluded || one.isExcluded,
      heldUntil: laterOf(all.heldUntil, one.heldUntil),
      retryStoppedAt: laterOf(all.retryStoppedAt, one.retryStoppedAt),
      instructionsRevokedAt: laterOf(all.instructionsRevokedAt, one.instructionsRevokedAt),
    }),
    own,
  );
  const isSame = (Object.keys(own) as (keyof Instructions)[]).every(
    (name) => Number(own[name]) === Number(instructions[name]),
  );
  if (!isSame) await tx.invoice.update({ where: { customerId_id: { customerId, id } }, data: instructions });
  return instructions;
}

function laterOf(a: Date | null, b: Date | null): Date | null {
  return a && b ? (a > b ? a : b) : (a ?? b);
}

/**
 * Migrates open returns of other accounting systems to the document of the connected one, where they can be retried.
 * While a collection is under way, its return stays where it is.
 */
export async function takeReturnsOver(tx: Tx, row: InvoiceForDecision): Promise<void> {
  const customerId = trustedCustomerId.parse(row.customerId);
  const attempts = attemptsOf(row);
  const failure = openReturnOf(attempts);
  if (row.former.length === 0 || !failure) return;
  const invoiceId = { in: row.former.map(({ id }) => id) };
  for (const one of await tx.returnCase.findMany({ where: { customerId, invoiceId, isDone: false } })) {
    const { collectionId, returnedAt } = one;
    const key = returnKey(one.invoiceId);
    const told = await tx.notice.findUnique({ where: { customerId_key: { customerId, key } } });
    const attempt = attempts.find(({ id }) => id === collectionId);
    if (!attempt || !(await closeReturn(tx, customerId, one.invoiceId, "migrated"))) continue;
    // A case that was migrated away from this invoice before is replaced: its return is here again.
    await tx.returnCase.deleteMany({ where: { customerId, invoiceId: row.id, outcome: "migrated" } });
    await openReturn(tx, customerId, { invoiceId: row.id, collectionId, returnedAt });
    await raiseNotice(tx, customerId, returnNotice({ ...attempt, invoiceId: row.id }, row.number));
    // It is the same return: a person already alerted by mail is not alerted again.
    const alertedAt = told?.alertedAt;
    const own = { customerId, key: returnKey(row.id) };
    if (alertedAt) await tx.notice.updateMany({ where: own, data: { alertedAt } });
    await decideAgainIfFree(tx, customerId, one.invoiceId);
  }
  if (!row.isExcluded) await takeBack(tx, customerId, row, failure);
}

/**
 * Makes sure that a return that waits for a person has an open case and a notice. A closed case of this invoice is
 * reopened. A case in another accounting system stays as it is.
 */
export async function queueReturn(tx: Tx, row: InvoiceForDecision): Promise<void> {
  const { customerId, id: invoiceId, number, former } = row;
  const returned = lastReturnOf(attemptsOf(row));
  if (!returned) return;
  const { id: collectionId, failedAt: returnedAt } = returned;
  // The last return may be in another accounting system and missing in this invoice's case.
  const isNew =
    former.length > 0 && returnedAt && (await openReturn(tx, customerId, { invoiceId, collectionId, returnedAt }));
  if (isNew || (await reopenReturn(tx, customerId, invoiceId)) || (await isUntold(tx, customerId, invoiceId)))
    await raiseNotice(tx, customerId, returnNotice({ ...returned, invoiceId }, number));
}

/** True if the case is open, but its notice was resolved by a collection that was cancelled since. */
async function isUntold(tx: Tx, customerId: string, invoiceId: string): Promise<boolean> {
  if ((await tx.returnCase.count({ where: { customerId, invoiceId, isDone: false } })) === 0) return false;
  return (await tx.notice.count({ where: { customerId, key: returnKey(invoiceId), resolvedAt: null } })) === 0;
}

/**
 * Reopens a case that was migrated to another accounting system and closed there, if the invoice is owed here again.
 */
async function takeBack(
  tx: Tx,
  customerId: CustomerId,
  { id: invoiceId, number }: InvoiceForDecision,
  failure: Collection,
): Promise<void> {
  const where = { customerId, invoiceId, outcome: "migrated" as const };
  const open = { isDone: false, outcome: null, doneAt: null, collectionId: failure.id };
  if ((await tx.returnCase.updateMany({ where, data: open })).count > 0)
    await raiseNotice(tx, customerId, returnNotice({ ...failure, invoiceId }, number));
}

/**
 * Flags the other system's row for a new decision, because its return was migrated. A locked row is skipped: that
 * transaction may be waiting for this one, and will set the flag itself.
 */
async function decideAgainIfFree(tx: Tx, customerId: CustomerId, invoiceId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE invoices SET needs_decision = true WHERE customer_id = ${customerId} AND id IN (
      SELECT id FROM invoices WHERE customer_id = ${customerId} AND id = ${invoiceId} FOR NO KEY UPDATE SKIP LOCKED
    )`;
  await enqueue(tx, jobs.decideInvoices, { customerId });
}
