import type { CustomerId } from "@/lib/auth/scope";
import { assertHoldable } from "@/lib/collections/instructions/mutations";
import { db, type Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { BulkAction } from "@/lib/core/prisma/enums";
import type { Actor } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { type Day, toDate } from "@/lib/core/time/dates";
import { AppError } from "@/lib/core/web/errors";
import { listWhere } from "@/lib/invoices/list/data";
import type { Selection } from "@/lib/invoices/types";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { BULK_MOST, type ListAction } from "./rules";

/**
 * Stores a bulk run for the selected invoices and enqueues its job. The invoices are fixed now: those that match later
 * are not included. Ids of another supplier are not found and do not count.
 *
 * @throws AppError `invalid_input` for a day until which nothing can be held; `not_found` if nothing is selected
 * @throws AppError `conflict` if more invoices match now than the person confirmed
 */
export async function startBulk(
  customerId: CustomerId,
  wish: { action: ListAction; until?: Day; selection: Selection },
  actor: Actor,
): Promise<{ runId: string; total: number }> {
  if (wish.action === "hold") assertHoldable(wish.until ?? "");
  const { selection } = wish;
  const where = "ids" in selection ? { customerId, id: { in: selection.ids } } : listWhere(customerId, selection);
  const rows = await db.invoice.findMany({
    where,
    select: { id: true, number: true },
    orderBy: [{ dueDate: "desc" }, { id: "asc" }],
    take: BULK_MOST,
  });
  if ("counted" in selection && rows.length > selection.counted) throw new AppError("conflict");
  const subjects = rows.map(({ id, number }) => ({ subject: id, number: number.slice(0, 200) }));
  return await storeRun(customerId, { action: wish.action, until: wish.until, subjects }, actor);
}

/**
 * Stores a bulk run that transfers documents chosen from the accounting system.
 *
 * @throws AppError `not_found` if nothing is selected
 */
export async function startTransfer(
  customerId: CustomerId,
  documents: { externalId: string; number: string }[],
  actor: Actor,
): Promise<{ runId: string; total: number }> {
  const unique = [...new Map(documents.map((one) => [one.externalId, one])).values()];
  const subjects = unique.map(({ externalId, number }) => ({ subject: externalId, number }));
  return await storeRun(customerId, { action: "transfer", subjects }, actor);
}

async function storeRun(
  customerId: CustomerId,
  wish: { action: BulkAction; until?: Day; subjects: { subject: string; number: string }[] },
  { userId, userName, ip }: Actor,
): Promise<{ runId: string; total: number }> {
  const { action, until, subjects } = wish;
  const total = subjects.length;
  if (total === 0) throw new AppError("not_found");
  const runId = newId("bulkRun");
  await db.$transaction(async (tx) => {
    await tx.bulkRun.create({
      data: {
        customerId,
        id: runId,
        action,
        until: until ? toDate(until) : null,
        total,
        userId,
        userName,
        ip,
        createdAt: now(),
      },
    });
    const items = subjects.map((one, position) => ({ customerId, runId, position, ...one }));
    await tx.bulkItem.createMany({ data: items });
    await enqueue(tx, jobs.runBulk, { customerId });
  });
  return { runId, total };
}

/**
 * Stores how an item ended and counts it, once.
 *
 * @param reason why it was refused, or null if it was done
 * @returns false if it had ended already
 */
export async function settleItem(
  tx: Tx,
  customerId: CustomerId,
  runId: string,
  position: number,
  reason: string | null,
): Promise<boolean> {
  const settled = await tx.bulkItem.updateMany({
    where: { customerId, runId, position, outcome: null },
    data: { outcome: reason === null ? "done" : "refused", reason },
  });
  if (settled.count === 0) return false;
  const counted = reason === null ? { doneCount: { increment: 1 } } : { refusedCount: { increment: 1 } };
  await tx.bulkRun.updateMany({ where: { customerId, id: runId }, data: counted });
  return true;
}
