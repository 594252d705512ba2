import { type CustomerId, trustedCustomerId } from "@/lib/auth/scope";
import { instructionsRevoked, isGivenThere } from "@/lib/collections/attempts/instruction-rules";
import { attemptsOf, lastReturnOf, returnKey } from "@/lib/collections/attempts/return-rules";
import { decide } from "@/lib/collections/decision/table/rules";
import { notifyTooLate } from "@/lib/collections/events/late-mutations";
import { lockDocument } from "@/lib/collections/related/document-mutations";
import { applyPreviousInstructions, queueReturn, takeReturnsOver } from "@/lib/collections/related/previous-mutations";
import { closeReturn } from "@/lib/collections/returns/mutations";
import type { Decision, DecisionInput } from "@/lib/collections/types";
import { contactName } from "@/lib/contacts/rules";
import { db, type Prisma, type Tx } from "@/lib/core/database/db";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { ensureMandateRequest } from "@/lib/mandates/requests/mutations";
import { raiseNotice, resolveNotice } from "@/lib/notices/mutations";
import { isAtPreviousAccount, isNotWithBank } from "@/lib/statuses/collection-rules";
import { isOnlineSystem } from "@/lib/vendors/rules";
import {
  type InvoiceForDecision,
  readInvoiceForDecision,
  readSupplierFacts,
  type SupplierFacts,
  toDecisionInput,
} from "./data";
import {
  isBeingRead,
  isOpenAgain,
  isToCall,
  isTooLate,
  needsAction,
  settlesReturn,
  storedOf,
  withoutMailKey,
} from "./effect-rules";
import { insertCollections, plannedCollection } from "./start-mutations";

/**
 * Decides one invoice and applies the decision, in one transaction under a lock on the invoice. Two concurrent runs
 * cannot start two collections, and every effect is stored before it is executed. An invoice that is still to be read
 * again is not decided now.
 *
 * @param seen the supplier's facts, and the version of the row that was read before them. A change of a fact flags the
 * invoice again, which gives the row another version. Then the facts are read again: a decision without the change
 * would clear the flag. `isCompared` says for which contacts mandates made elsewhere were matched (`proposeMatches`).
 * For others no mandate is requested yet; the run that read those contacts has enqueued the next decision.
 */
export async function decideInvoice(
  customerId: CustomerId,
  invoiceId: string,
  seen?: { version: string; facts: SupplierFacts; isCompared?: (contactId: string) => boolean },
): Promise<Decision | undefined> {
  return await db.$transaction(async (tx) => {
    const version = await lockInvoice(tx, customerId, invoiceId);
    const known = seen?.version === version ? seen?.facts : undefined;
    const stored = await readInvoiceForDecision(tx, customerId, invoiceId);
    if (!stored || isBeingRead(stored)) return undefined;
    const row = { ...stored, ...(await applyPreviousInstructions(tx, stored)) };
    const facts = known ?? (await readSupplierFacts(tx, customerId));
    const input = await toDecisionInput(tx, row, facts);
    const result = decide(input);
    if (result.retriedBy && isOnlineSystem(row.books) && (await asksAccountingFirst(tx, row, result))) return undefined;
    if (result.outcome === "request_mandate" && row.contactId && seen?.isCompared?.(row.contactId) === false)
      return undefined;
    await applyDecision(tx, row, { input, facts }, result);
    await tx.invoice.update({
      where: { customerId_id: { customerId, id: invoiceId } },
      data: {
        needsDecision: false,
        ...storedOf(result),
        decision: { input, result } as unknown as Prisma.InputJsonObject,
        decidedAt: now(),
      },
    });
    return result;
  });
}

/**
 * Requests the open amount again before a retry, once per return; true if it did. Somebody may have paid meanwhile
 * without a report from the accounting system. After the read the invoice is decided again.
 */
async function asksAccountingFirst(tx: Tx, row: InvoiceForDecision, { outcome }: Decision): Promise<boolean> {
  const returned = lastReturnOf(attemptsOf(row));
  // One collection can be returned more than once.
  const retryReadFor = returned && `${returned.id}:${returned.failedAt?.toISOString()}`;
  if (outcome !== "collect" || !retryReadFor || row.retryReadFor === retryReadFor) return false;
  const { customerId, id } = row;
  await tx.invoice.update({
    where: { customerId_id: { customerId, id } },
    data: { openStaleAt: new Date(), retryReadFor },
  });
  await enqueue(tx, jobs.syncInvoices, { customerId: trustedCustomerId.parse(customerId) });
  return true;
}

/**
 * Locks an invoice. Everything that starts, ends or reopens a collection of an invoice takes this lock first.
 *
 * @returns the version of the locked row, which changes with every update of it
 */
export async function lockInvoice(tx: Tx, customerId: CustomerId, invoiceId: string): Promise<string | undefined> {
  const [row] = await tx.$queryRaw<{ version: string }[]>`
    SELECT xmin::text AS version FROM invoices WHERE customer_id = ${customerId} AND id = ${invoiceId} FOR UPDATE`;
  return row?.version;
}

async function applyDecision(
  tx: Tx,
  row: InvoiceForDecision,
  { input, facts }: { input: DecisionInput; facts: SupplierFacts },
  result: Decision,
): Promise<void> {
  const customerId = trustedCustomerId.parse(row.customerId);
  const { number, id: invoiceId } = row;
  if (!input.invoice.isOfPreviousSystem) await takeReturnsOver(tx, row);
  const planned = result.outcome === "collect" && plannedCollection(row, input, result, facts.texts);
  if (planned) {
    await insertCollections(tx, customerId, [planned]);
    await resolveNotice(tx, customerId, returnKey(invoiceId));
  }
  if (result.outcome === "replace") await keepWord(tx, row);
  if (result.outcome === "cancel" || result.outcome === "replace") await requestCancel(tx, row, result.reason);
  const toCall = result.outcome === "keep" && row.collections.find(isToCall);
  if (toCall) await enqueue(tx, jobs.carryOutCollection, { customerId, collectionId: toCall.id });
  if (result.outcome === "request_mandate" && row.contactId)
    await ensureMandateRequest(tx, customerId, { contactId: row.contactId, invoiceId, byMail: true });
  if (isTooLate(result) || isOpenAgain(row, result)) await notifyTooLate(tx, row, input, result);
  if (settlesReturn(row, result)) await closeReturn(tx, customerId, invoiceId, "settled");
  if (needsAction(result)) await queueReturn(tx, row);
  const withoutMail = withoutMailKey(row);
  if (result.reason === "contact_without_email" && row.contact) {
    const data = { contactId: row.contact.id, invoiceId, number, contactName: contactName(row.contact) };
    await raiseNotice(tx, customerId, { key: withoutMail, kind: "contact_without_email", data });
  } else if (input.contact?.hasEmail) await resolveNotice(tx, customerId, withoutMail);
}

/**
 * Stores the approval behind a resubmission at the provider, before we cancel that payment to replace it. It counts as
 * if it had been given here at that time, for no earlier day than the one given there. A retry by the provider itself
 * is nobody's approval.
 */
async function keepWord(tx: Tx, row: InvoiceForDecision): Promise<void> {
  const { customerId, id } = row;
  const live = row.collections.find(({ holdsInvoice }) => holdsInvoice);
  // Once the cancellation is requested, the instructions about the invoice count.
  if (!live?.resubmittedAt || live.cancelRequestedAt || !isGivenThere(row, attemptsOf(row), live)) return;
  await tx.invoice.update({
    where: { customerId_id: { customerId, id } },
    data: { retryApprovedAt: live.resubmittedAt, retryMandateId: null, retryOn: live.chargeDate ?? live.requestedDate },
  });
}

/**
 * Stores the cancel request; the job executes it at the provider. A collection the provider does not know ends there
 * too.
 */
async function requestCancel(tx: Tx, row: InvoiceForDecision, reason: string): Promise<void> {
  const { customerId } = row;
  const live = row.collections.find((collection) => collection.holdsInvoice);
  if (!live) return;
  await tx.collection.updateMany({
    where: { customerId, id: live.id, cancelRequestedAt: null },
    data: { cancelRequestedAt: now(), cancelReason: reason },
  });
  await enqueue(tx, jobs.carryOutCollection, {
    customerId: trustedCustomerId.parse(customerId),
    collectionId: live.id,
  });
}

/**
 * Stops a collection for the supplier. The invoice is excluded from then on, in every accounting system that has it.
 * Otherwise it would be collected again at once.
 *
 * @throws AppError `not_found`; `too_late_to_cancel` once the bank has it, or if its account is not connected
 */
export async function stopCollection(customerId: CustomerId, collectionId: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const where = { customerId_id: { customerId, id: collectionId } };
    const include = { mandate: { select: { status: true } }, invoice: true } satisfies Prisma.CollectionInclude;
    const found = await tx.collection.findUnique({ where, include });
    const ids = found ? await lockDocument(tx, found.invoice) : [];
    const row = found && (await tx.collection.findUnique({ where, include }));
    if (!row) throw new AppError("not_found");
    if (isAtPreviousAccount(row) || !isNotWithBank(row.status)) throw new AppError("too_late_to_cancel");
    await tx.invoice.updateMany({
      where: { customerId, id: { in: ids } },
      data: { isExcluded: true, ...instructionsRevoked(now()), needsDecision: true },
    });
    await tx.collection.updateMany({
      where: { customerId, id: collectionId, cancelRequestedAt: null },
      data: { cancelRequestedAt: now(), cancelReason: "by_supplier" },
    });
    await writeAudit(tx, customerId, actor, {
      action: "collection.stopped",
      subject: collectionId,
      detail: { amountCents: row.amountCents },
    });
    await enqueue(tx, jobs.carryOutCollection, { customerId, collectionId });
  });
}
