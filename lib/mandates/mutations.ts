import { type CustomerId, trustedCustomerId } from "@/lib/auth/scope";
import { markOpenOf } from "@/lib/collections/again-mutations";
import { type Actor, writeAudit } from "@/lib/core/audit";
import { now, today } from "@/lib/core/clock";
import { toDate } from "@/lib/core/dates";
import { db, type Tx } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { Overtaken } from "@/lib/core/overtaken";
import type { Mandate } from "@/lib/core/prisma/client";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { raiseNotice, resolveNotice } from "@/lib/notices/mutations";
import type { ProviderMandate, ProviderPayer } from "@/lib/providers/payments/port";
import { callOffDebits, letDebitsStand } from "./debit-mutations";
import { isUsable } from "./rules";

export interface MandateExtras {
  /** Whose mandate it is, where that is certain: signed by our invitation, marked by our metadata, or confirmed. */
  contactId?: string;
  payer?: ProviderPayer;
  account?: { bankName: string; hint: string };
  isIgnored?: boolean;
}

/**
 * Stores a mandate as the provider has just described it. A mandate that becomes usable, or no longer is, makes the
 * contact's invoices be decided again.
 *
 * @throws Overtaken if another state of it was stored since it was asked for
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
  // The payer before the mandate, as everything does that goes on to the payer's invoices.
  if (payer && (seen?.status !== mandate.status || seen.contactId !== payer)) await lockPayer(tx, customerId, [payer]);
  const before = seen && (await lockMandate(tx, customerId, seen.id));
  if (before && isOvertaken(before, mandate)) throw new Overtaken(`mandate ${mandate.id} was stored meanwhile`);
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
  // Not when we hear of it: a debit may have come back in between.
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

function isOvertaken(before: Mandate, { status, askedAt }: ProviderMandate): boolean {
  return askedAt !== undefined && before.status !== status && before.updatedAt > askedAt;
}

async function followMandate(tx: Tx, customerId: CustomerId, before: Mandate | null, row: Mandate): Promise<void> {
  if (!row.contactId) {
    // Made by another tool: the next decision looks whether it belongs to somebody here.
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
  await decideContactAgain(tx, customerId, row.contactId);
}

/**
 * The contacts that are one payer: those named, and whoever uses a mandate of theirs. They are locked, lowest id first, so
 * that two who are about to touch all invoices of a payer take turns.
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

/** Something about the payer has changed: their open invoices are decided again, and those of whoever is the same payer. */
export async function decideContactAgain(tx: Tx, customerId: CustomerId, contactId: string): Promise<void> {
  const contacts = await lockPayer(tx, customerId, [contactId]);
  await markOpenOf(tx, customerId, contacts);
  await enqueue(tx, jobs.decideInvoices, { customerId });
}

/** The payer's account has moved to another bank; the mandate lives on. The supplier is told, once for each move. */
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
 * The scheme has given a mandate a new number, perhaps several times: what was said about the old one holds for the new
 * one. All are stored in one transaction, or a decision in between would find no usable mandate and ask the payer again.
 *
 * @param line the one that ended, and those that took its place, one after the other
 * @returns the first
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
  // Whatever led to the old one leads to this one, so that nobody has to go along the line.
  const earlier = { customerId, OR: [{ id: old.id }, { replacedById: old.id }] };
  await tx.mandate.updateMany({ where: earlier, data: { replacedById: row.id } });
  const ofPayer = { OR: [{ id: old.contactId ?? "" }, { defaultMandateId: row.id }] };
  await tx.invoice.updateMany({
    where: { customerId, retryMandateId: old.id, contact: ofPayer },
    data: { retryMandateId: row.id },
  });
  // Stored before that was known, it counted as given when it was made. Nobody has signed anything since the old one.
  return await tx.mandate.update({
    where: { customerId_id: { customerId, id: row.id } },
    data: { signedAt: old.signedAt },
  });
}

/**
 * The supplier says which of a contact's mandates is to be used.
 *
 * @throws AppError `not_found` if there is none, it belongs to no contact, or it can no longer be used
 */
export async function chooseMandate(customerId: CustomerId, mandateId: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const where = { customerId_id: { customerId, id: mandateId } };
    const contactId = (await tx.mandate.findUnique({ where }))?.contactId;
    if (!contactId) throw new AppError("not_found");
    await decideContactAgain(tx, customerId, contactId);
    // Somebody may have ended it, or said whose it is, until the lock was ours.
    const row = await tx.mandate.findUniqueOrThrow({ where });
    if (row.contactId !== contactId || !isUsable(row.status) || row.cancelRequestedAt) throw new AppError("not_found");
    await tx.contact.updateMany({
      where: { customerId, id: contactId },
      data: { defaultMandateId: mandateId, defaultChosenAt: now() },
    });
    // What waits on another one of the payer's is begun anew on this one.
    const onOthers = { mandateId: { not: mandateId }, invoice: { contactId } };
    await callOffDebits(tx, customerId, onOthers, "mandate_chosen");
    await letDebitsStand(tx, customerId, { contactId, mandateId });
    await writeAudit(tx, customerId, actor, {
      action: "mandate.chosen",
      subject: mandateId,
      detail: { contactId },
    });
  });
}
