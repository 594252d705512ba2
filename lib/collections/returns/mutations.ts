import type { CustomerId } from "@/lib/auth/scope";
import { instructionsRevoked } from "@/lib/collections/attempts/instruction-rules";
import { returnKey } from "@/lib/collections/attempts/return-rules";
import { lockDocumentOf } from "@/lib/collections/related/document-mutations";
import { db, type Prisma, type Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { ReturnOutcome } from "@/lib/core/prisma/enums";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { resolveNotice } from "@/lib/notices/mutations";

/**
 * Opens a case in the returns queue for a returned collection, or opens the invoice's closed case again. A return that
 * is reported again, or is older than the case's, changes nothing: somebody may have dismissed that one.
 *
 * @returns whether anything has changed
 */
export async function openReturn(
  tx: Tx,
  customerId: string,
  returned: { invoiceId: string; collectionId: string; returnedAt: Date },
): Promise<boolean> {
  const { invoiceId, returnedAt } = returned;
  const open = { ...returned, isDone: false, outcome: null, doneAt: null };
  const made = await tx.returnCase.createMany({
    data: { customerId, id: newId("returnCase"), ...open },
    skipDuplicates: true,
  });
  if (made.count > 0) return true;
  const isOlder = { customerId, invoiceId, returnedAt: { lt: returnedAt } };
  return (await tx.returnCase.updateMany({ where: isOlder, data: open })).count > 0;
}

/**
 * Closes the invoice's open case. A case that is missing or closed stays as it is.
 *
 * @returns whether a case was open
 */
export async function closeReturn(
  tx: Tx,
  customerId: string,
  invoiceId: string,
  outcome: ReturnOutcome,
): Promise<boolean> {
  const where = { customerId, invoiceId, isDone: false };
  const { count } = await tx.returnCase.updateMany({ where, data: { isDone: true, outcome, doneAt: now() } });
  if (count > 0) await resolveNotice(tx, customerId, returnKey(invoiceId));
  return count > 0;
}

/**
 * Reopens a settled or dismissed case. Either the accounting system reports again that the invoice is owed, or somebody
 * included the invoice again outside the returns queue.
 *
 * @returns whether the case was reopened
 */
export async function reopenReturn(tx: Tx, customerId: string, invoiceId: string): Promise<boolean> {
  const outcome = { in: ["settled", "dismissed"] satisfies ReturnOutcome[] };
  const reopened = { isDone: false, outcome: null, doneAt: null };
  const where = { customerId, invoiceId, isDone: true, outcome };
  return (await tx.returnCase.updateMany({ where, data: reopened })).count > 0;
}

/**
 * Dismisses a return for a person, e.g. because it was paid another way. The invoice is excluded from then on: whatever
 * happens later, nobody is debited for a return that somebody has dismissed.
 *
 * @throws AppError `not_found`, also if the case was migrated to the same document in another accounting system
 */
export async function dismissReturn(customerId: CustomerId, invoiceId: string, actor: Actor): Promise<void> {
  await changeCase(customerId, invoiceId, { isExcluded: true, ...instructionsRevoked(now()) }, actor, async (tx) => {
    const isClosed = await closeReturn(tx, customerId, invoiceId, "dismissed");
    const isAway = { customerId, invoiceId, outcome: "migrated" as const };
    if (!isClosed && (await tx.returnCase.count({ where: isAway })) > 0) throw new AppError("not_found");
    return "return.laid-aside";
  });
}

/**
 * Reopens a dismissed return and includes its invoice again.
 *
 * @throws AppError `not_found`
 */
export async function reopenDismissed(customerId: CustomerId, invoiceId: string, actor: Actor): Promise<void> {
  await changeCase(customerId, invoiceId, { isExcluded: false }, actor, async (tx) => {
    const where = { customerId, invoiceId, outcome: "dismissed" as const };
    const reopened = { isDone: false, outcome: null, doneAt: null };
    if ((await tx.returnCase.updateMany({ where, data: reopened })).count === 0) throw new AppError("not_found");
    return "return.taken-up";
  });
}

async function changeCase(
  customerId: CustomerId,
  invoiceId: string,
  data: Prisma.InvoiceUpdateManyMutationInput,
  actor: Actor,
  change: (tx: Tx) => Promise<string>,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const found = await tx.returnCase.findUnique({ where: { customerId_invoiceId: { customerId, invoiceId } } });
    if (!found) throw new AppError("not_found");
    const id = { in: await lockDocumentOf(tx, customerId, invoiceId) };
    await tx.invoice.updateMany({ where: { customerId, id }, data: { ...data, needsDecision: true } });
    const action = await change(tx);
    await writeAudit(tx, customerId, actor, { action, subject: invoiceId });
    await enqueue(tx, jobs.decideInvoices, { customerId });
  });
}

/**
 * Stores a note about an invoice.
 *
 * @throws AppError `not_found`
 */
export async function writeNote(customerId: CustomerId, invoiceId: string, text: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const where = { customerId, id: invoiceId };
    // Changes the version by which open screens notice that there is something new.
    const { count } = await tx.invoice.updateMany({ where, data: { updatedAt: now() } });
    if (count === 0) throw new AppError("not_found");
    const note = { id: newId("note"), text, userId: actor.userId, authorName: actor.userName ?? "", createdAt: now() };
    await tx.invoiceNote.create({ data: { customerId, invoiceId, ...note } });
  });
}
