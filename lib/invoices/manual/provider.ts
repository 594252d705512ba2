import type { CustomerId } from "@/lib/auth/scope";
import { decideAs } from "@/lib/collections/decision/choice/data";
import { transferRefusal } from "@/lib/collections/decision/choice/rules";
import { lockInvoice } from "@/lib/collections/decision/mutations";
import { withAccounting } from "@/lib/connections/provider/access";
import { readAccountingInUse } from "@/lib/connections/record/data";
import { db, type Tx } from "@/lib/core/database/db";
import { isIdText } from "@/lib/core/formats/ids";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { markDocument } from "@/lib/decision-queue/document-mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import type { AccountingDocument } from "@/lib/providers/accounting/port";

/**
 * Has one document collected, whatever its payment condition is. Only that check is skipped: everything that protects
 * money decides as usual (docs/decisions/017). The document and its open amount are read again before anything is
 * collected.
 *
 * @param externalId the accounting system's own id
 * @throws AppError `not_found`, `not_collectable` with the reason; any error of reading the accounting system
 */
export async function transferInvoice(customerId: CustomerId, externalId: string, actor: Actor): Promise<void> {
  const books = await readAccountingInUse(customerId);
  const where = { customerId_books_externalId: { customerId, books, externalId } };
  const known = await db.invoice.findUnique({ where, select: { readAt: true, staleAt: true, openStaleAt: true } });
  // A row that a webhook has just created, or that is only partly read, says nothing about its document yet.
  const isRead = known?.readAt && !known.staleAt && !known.openStaleAt;
  const document = isRead ? undefined : await findInBooks(customerId, externalId);
  await db.$transaction(async (tx) => {
    if (document) {
      const { externalType, kind } = document;
      await markDocument(tx, customerId, { books, externalId, externalType, kind }, "document", now());
    }
    const { id } = await tx.invoice.findUniqueOrThrow({ where, select: { id: true } });
    await chooseByHand(tx, customerId, id, document === undefined);
    await writeAudit(tx, customerId, actor, {
      action: "invoice.transferred",
      subject: id,
      detail: { externalId, number: document?.number ?? undefined },
    });
    await enqueue(tx, jobs.syncInvoices, { customerId });
  });
}

/** @throws AppError `not_found`; `not_collectable` for a document that is settled or still a draft */
async function findInBooks(customerId: CustomerId, externalId: string): Promise<AccountingDocument> {
  if (!isIdText(externalId)) throw new AppError("not_found");
  const document = await withAccounting(customerId, ({ books }) => books.findDocument(externalId));
  // With its id in another spelling, the document would get a second row here and be collected twice.
  if (document?.externalId !== externalId) throw new AppError("not_found");
  if (document.status !== "open")
    throw new AppError("not_collectable", undefined, [{ field: "reason", message: document.status }]);
  return document;
}

async function chooseByHand(tx: Tx, customerId: CustomerId, id: string, isKnown: boolean): Promise<void> {
  await lockInvoice(tx, customerId, id);
  if (isKnown) {
    const decision = await decideAs(tx, customerId, id, { isTransferred: true });
    const reason = decision && transferRefusal(decision);
    if (reason) throw new AppError("not_collectable", undefined, [{ field: "reason", message: reason }]);
  }
  await tx.invoice.updateMany({
    where: { customerId, id },
    data: { transferredAt: now(), openStaleAt: new Date(), needsDecision: true },
  });
}
