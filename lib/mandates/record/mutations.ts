import { type CustomerId, trustedCustomerId } from "@/lib/auth/scope";
import { db, type Tx } from "@/lib/core/database/db";
import { StaleVersion } from "@/lib/core/database/stale-version";
import { newId } from "@/lib/core/formats/ids";
import type { Mandate } from "@/lib/core/prisma/client";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now, today } from "@/lib/core/time/clock";
import { toDate } from "@/lib/core/time/dates";
import { AppError } from "@/lib/core/web/errors";
import { markOpenOf } from "@/lib/decision-queue/mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { raiseNotice, resolveNotice } from "@/lib/notices/mutations";
import type { ProviderMandate, ProviderPayer } from "@/lib/providers/payments/port";
import { isUsable } from "@/lib/statuses/mandate-rules";
import { cancelCollections, keepCollections } from "./debit-mutations";

export interface MandateExtras {
  /** The contact, where it is certain: signed on our request, named by our metadata, or confirmed by a person. */
  contactId?: string;
  payer?: ProviderPayer;
  account?: { bankName: string; hint: string };
  isIgnored?: boolean;
}

/**
 * Stores a mandate as GoCardless has just described it. If it becomes usable or stops being so, the contact's invoices
 * are decided again.
 *
 * @throws `StaleVersion` if another status was stored after the mandate was read
 */
export async function storeMandate(
  customerId: CustomerId,
  mandate: ProviderMandate,
  extras: MandateExtras = {},
): Promise<Mandate> {
  return await db.$transaction((tx) => storeWithin(tx, customerId, mandate, extras));
}

async function storeWithin(
  tx: Tx,
  customerId: CustomerId,
  mandate: ProviderMandate,
  extras: MandateExtras,
): Promise<Mandate> {
  const where = { customerId_providerId: { customerId, providerId: mandate.id } };
  const seen = await tx.mandate.findUnique({ where });
  const payer = seen?.contactId ?? extras.contactId;
  // Lock the payer before the mandate, in the same order as every transaction that also locks the payer's invoices.
  if (payer && (seen?.status !== mandate.status || seen.contactId !== payer)) await lockPayer(tx, customerId, [payer]);
  const before = seen && (await lockMandate(tx, customerId, seen.id));
  if (before && isStaleVersion(before, mandate)) throw new StaleVersion(`mandate ${mandate.id} was stored meanwhile`);
  const facts = {
    status: mandate.status,
    reference: mandate.reference,
    scheme: mandate.scheme,
    providerCustomerId: mandate.customerId,
    nextPossibleChargeDate: mandate.nextPossibleChargeDate ? toDate(mandate.nextPossibleChargeDate) : null,
    chargeDateReadOn: toDate(today()),
    ...(extras.payer ? { payerName: extras.payer.name, payerEmail: extras.payer.email } : {}),
    ...(extras.account ? { bankName: extras.account.bankName, accountHint: extras.account.hint } : {}),
    ...(extras.isIgnored === undefined ? {} : { isIgnored: extras.isIgnored }),
  };
  const contactId = before?.contactId ?? extras.contactId ?? null;
  // The time of signing, not of our reading: a collection may have been returned in between.
  const signedAt = before?.signedAt ?? mandate.createdAt;
  const row = await tx.mandate.upsert({
    where,
    create: { customerId, id: newId("mandate"), providerId: mandate.id, ...facts, contactId, signedAt },
    update: { ...facts, contactId, ...(contactId ? { proposedContactId: null, proposalReason: null } : {}) },
  });
  await followMandate(tx, customerId, before, row);
  return row;
}

async function lockMandate(tx: Tx, customerId: CustomerId, id: string): Promise<Mandate | null> {
  await tx.$executeRaw`SELECT 1 FROM mandates WHERE customer_id = ${customerId} AND id = ${id} FOR NO KEY UPDATE`;
  return await tx.mandate.findUnique({ where: { customerId_id: { customerId, id } } });
}

function isStaleVersion(before: Mandate, { status, askedAt }: ProviderMandate): boolean {
  return askedAt !== undefined && before.status !== status && before.updatedAt > askedAt;
}

async function followMandate(tx: Tx, customerId: CustomerId, before: Mandate | null, row: Mandate): Promise<void> {
  if (!row.contactId) {
    // Another tool made it: the next decision checks whether it belongs to a contact here.
    if (before === null && isUsable(row.status)) await enqueue(tx, jobs.decideInvoices, { customerId });
    return;
  }
  const hasChanged = before === null || before.contactId !== row.contactId || before.status !== row.status;
  if (!hasChanged) return;
  const key = `mandate-lost:${row.contactId}`;
  if (isUsable(row.status)) await resolveNotice(tx, customerId, key);
  else if (before && isUsable(before.status)) {
    const data = {
      contactId: row.contactId,
      mandateId: row.id,
      reference: row.reference,
      payerName: row.payerName,
      status: row.status,
    };
    await raiseNotice(tx, customerId, { key, kind: "mandate_lost", data });
  }
  await invalidateContact(tx, customerId, row.contactId);
}

/**
 * Locks and returns the contacts that are one payer: those named, and those that use a mandate of theirs. The lowest id
 * is locked first, so that transactions about the same payer are serialised without deadlock.
 */
export async function lockPayer(tx: Tx, customerId: CustomerId, contactIds: string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM contacts
    WHERE customer_id = ${customerId} AND id IN (
      SELECT unnest(${contactIds}::text[])
      UNION SELECT c.id FROM contacts c JOIN mandates m ON m.customer_id = c.customer_id AND m.id = c.default_mandate_id
      WHERE c.customer_id = ${customerId} AND m.contact_id = ANY(${contactIds}))
    ORDER BY id FOR NO KEY UPDATE`;
  return rows.map(({ id }) => id);
}

/** Has the open invoices of a payer decided again, also those of contacts that are the same payer. */
export async function invalidateContact(tx: Tx, customerId: CustomerId, contactId: string): Promise<void> {
  const contacts = await lockPayer(tx, customerId, [contactId]);
  await markOpenOf(tx, customerId, contacts);
  await enqueue(tx, jobs.decideInvoices, { customerId });
}

/**
 * Stores that the payer's account moved to another bank, and raises one notice for each move. The mandate stays valid.
 */
export async function noteTransfer(customerId: CustomerId, mandate: Mandate, eventId: string, at: Date): Promise<void> {
  const { id: mandateId, contactId, payerName, reference } = mandate;
  await db.$transaction(async (tx) => {
    const noted = await tx.mandate.updateMany({
      where: { customerId, id: mandateId, OR: [{ transferredAt: null }, { transferredAt: { lt: at } }] },
      data: { transferredAt: at },
    });
    if (noted.count === 1 && contactId)
      await raiseNotice(tx, customerId, {
        key: `mandate-transferred:${mandateId}`,
        kind: "mandate_transferred",
        data: { contactId, mandateId, reference, payerName },
      });
    const live = await tx.collection.findMany({
      where: { customerId, mandateId, holdsInvoice: true },
      select: { id: true },
    });
    await tx.collectionEvent.createMany({
      data: live.map((row) => ({
        customerId,
        id: `${eventId}:${row.id}`,
        collectionId: row.id,
        action: "transferred",
        status: "mandate_transferred" as const,
        occurredAt: at,
      })),
      skipDuplicates: true,
    });
  });
}

/**
 * Stores that a mandate was replaced, perhaps several times. Contact, default choice and retry approvals pass to the
 * last successor. All rows are stored in one transaction: a decision in between would find no usable mandate and
 * request one.
 *
 * @param line the ended mandate, followed by its successors in order
 * @returns the ended mandate
 */
export async function replaceMandate(
  customerId: CustomerId,
  line: [ProviderMandate, ProviderMandate, ...ProviderMandate[]],
  extras: MandateExtras = {},
): Promise<Mandate> {
  return await db.$transaction(async (tx) => {
    const [first, ...successors] = line;
    const where = { customerId_providerId: { customerId, providerId: first.id } };
    const contactId = (await tx.mandate.findUnique({ where }))?.contactId ?? extras.contactId;
    if (contactId) await lockPayer(tx, customerId, [contactId]);
    const ended = await storeWithin(tx, customerId, first, extras);
    let old = ended;
    for (const successor of successors) old = await succeed(tx, old, successor);
    return await tx.mandate.findUniqueOrThrow({ where: { customerId_id: { customerId, id: ended.id } } });
  });
}

/** @returns the row of the successor */
async function succeed(tx: Tx, old: Mandate, successor: ProviderMandate): Promise<Mandate> {
  const customerId = trustedCustomerId.parse(old.customerId);
  const row = await storeWithin(tx, customerId, successor, {
    contactId: old.contactId ?? undefined,
    payer: { id: old.providerCustomerId ?? "", name: old.payerName, email: old.payerEmail },
    account: { bankName: old.bankName, hint: old.accountHint },
    isIgnored: old.isIgnored,
  });
  await tx.contact.updateMany({
    where: { customerId, defaultMandateId: old.id },
    data: { defaultMandateId: row.id },
  });
  if (old.contactId && isUsable(row.status)) await resolveNotice(tx, customerId, `mandate-lost:${old.contactId}`);
  // References to the old mandate, also from earlier ones, now lead to this one, so that no code has to follow a chain.
  const earlier = { customerId, OR: [{ id: old.id }, { replacedById: old.id }] };
  await tx.mandate.updateMany({ where: earlier, data: { replacedById: row.id } });
  const ofPayer = { OR: [{ id: old.contactId ?? "" }, { defaultMandateId: row.id }] };
  await tx.invoice.updateMany({
    where: { customerId, retryMandateId: old.id, contact: ofPayer },
    data: { retryMandateId: row.id },
  });
  // If the successor was stored before the replacement was known, its creation counted as a signing. The payer has
  // signed nothing since the old mandate.
  return await tx.mandate.update({
    where: { customerId_id: { customerId, id: row.id } },
    data: { signedAt: old.signedAt },
  });
}

/**
 * Stores which of a contact's mandates the supplier chose.
 *
 * @throws AppError `not_found` if the mandate does not exist, has no contact, or can no longer be used
 */
export async function chooseMandate(customerId: CustomerId, mandateId: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const where = { customerId_id: { customerId, id: mandateId } };
    const contactId = (await tx.mandate.findUnique({ where }))?.contactId;
    if (!contactId) throw new AppError("not_found");
    await invalidateContact(tx, customerId, contactId);
    // Before the lock was taken, somebody may have cancelled the mandate or changed its contact.
    const row = await tx.mandate.findUniqueOrThrow({ where });
    if (row.contactId !== contactId || !isUsable(row.status) || row.cancelRequestedAt) throw new AppError("not_found");
    await tx.contact.updateMany({
      where: { customerId, id: contactId },
      data: { defaultMandateId: mandateId, defaultChosenAt: now() },
    });
    // Collections that are still pending on another mandate start again on this one.
    const onOthers = { mandateId: { not: mandateId }, invoice: { contactId } };
    await cancelCollections(tx, customerId, onOthers, "mandate_chosen");
    await keepCollections(tx, customerId, { contactId, mandateId });
    await writeAudit(tx, customerId, actor, {
      action: "mandate.chosen",
      subject: mandateId,
      detail: { contactId },
    });
  });
}
