import type { CustomerId } from "@/lib/auth/scope";
import { type Actor, writeAudit } from "@/lib/core/audit";
import { now } from "@/lib/core/clock";
import { db, type Prisma, type Tx } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { ReturnOutcome } from "@/lib/core/prisma/enums";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { resolveNotice } from "@/lib/notices/mutations";
import { lockDocumentOf } from "./document-mutations";
import { returnKey } from "./return-rules";
import { wordsTakenBack } from "./word-rules";

/**
 * A debit came back: its invoice lies on the desk, again if it lay there before. A return that is told again, or one
 * older than the one that lies there, changes nothing: somebody may have laid that aside.
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

/** Nothing more is to be done. What is not on the desk, or done already, stays as it is. @returns whether it lay there */
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
 * What was done with is not: the books say again that it is owed, or its invoice was taken in again elsewhere than on the desk.
 *
 * @returns whether it lies on the desk again
 */
export async function reopenReturn(tx: Tx, customerId: string, invoiceId: string): Promise<boolean> {
  const outcome = { in: ["settled", "laid_aside"] satisfies ReturnOutcome[] };
  const reopened = { isDone: false, outcome: null, doneAt: null };
  const where = { customerId, invoiceId, isDone: true, outcome };
  return (await tx.returnCase.updateMany({ where, data: reopened })).count > 0;
}

/**
 * A person is done with a return, e.g. because it was paid another way. The invoice is left out from then on: whatever
 * happens later, nobody is debited for what somebody has called done.
 *
 * @throws AppError `not_found`, also where it lies with the same document in other books by now
 */
export async function layAside(customerId: CustomerId, invoiceId: string, actor: Actor): Promise<void> {
  await changeCase(customerId, invoiceId, { isExcluded: true, ...wordsTakenBack(now()) }, actor, async (tx) => {
    const isClosed = await closeReturn(tx, customerId, invoiceId, "laid_aside");
    const isAway = { customerId, invoiceId, outcome: "carried_over" as const };
    if (!isClosed && (await tx.returnCase.count({ where: isAway })) > 0) throw new AppError("not_found");
    return "return.laid-aside";
  });
}

/** What was laid aside is taken up again, and its invoice with it. @throws AppError `not_found` */
export async function takeUpAgain(customerId: CustomerId, invoiceId: string, actor: Actor): Promise<void> {
  await changeCase(customerId, invoiceId, { isExcluded: false }, actor, async (tx) => {
    const where = { customerId, invoiceId, outcome: "laid_aside" as const };
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

/** @throws AppError `not_found` */
export async function writeNote(customerId: CustomerId, invoiceId: string, text: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const where = { customerId, id: invoiceId };
    // Moves the stamp by which open screens see that there is something new.
    const { count } = await tx.invoice.updateMany({ where, data: { updatedAt: now() } });
    if (count === 0) throw new AppError("not_found");
    const note = { id: newId("note"), text, userId: actor.userId, authorName: actor.userName ?? "", createdAt: now() };
    await tx.invoiceNote.create({ data: { customerId, invoiceId, ...note } });
  });
}
