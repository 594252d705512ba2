import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { untilNewest } from "@/lib/core/database/stale-version";
import type { Mandate } from "@/lib/core/prisma/client";
import { isNotThere } from "@/lib/core/web/provider-error";
import { replaceMandate, storeMandate } from "@/lib/mandates/record/mutations";
import { readPayerReference } from "@/lib/mandates/rules";
import type { DirectDebit, ProviderMandate } from "@/lib/providers/payments/port";
import { USABLE } from "@/lib/statuses/mandate-rules";

/**
 * Stores a mandate that has just been read. For one that is new to us, it also reads who signed it. A replaced mandate
 * is stored together with its successors. If another status was stored since the read, the mandate is read once more.
 */
export async function importMandate(customerId: CustomerId, gc: DirectDebit, told: ProviderMandate): Promise<Mandate> {
  let reading: ProviderMandate | undefined = told;
  return await untilNewest(async () => {
    const mandate = reading ?? (await gc.mandates.read(told.id));
    reading = undefined;
    return await adopt(customerId, gc, mandate);
  });
}

async function adopt(customerId: CustomerId, gc: DirectDebit, mandate: ProviderMandate): Promise<Mandate> {
  const where = { customerId_providerId: { customerId, providerId: mandate.id } };
  let known = await db.mandate.findUnique({ where });
  if (!known) {
    await followReplaced(customerId, gc, mandate);
    known = await db.mandate.findUnique({ where });
  }
  const extras = {
    ...(isOwnerOpen(known) ? { contactId: await ownerOf(customerId, known, mandate) } : {}),
    ...(known ? {} : await readDetails(gc, mandate)),
  };
  if (!mandate.newMandateId || known?.replacedById) return await storeMandate(customerId, mandate, extras);
  const [next, ...more] = await successorsOf(gc, mandate.newMandateId);
  return await replaceMandate(customerId, [mandate, next, ...more], extras);
}

/**
 * Stores the replacement first if the new mandate is the successor of one we know. The nightly comparison, or events in
 * another order, may bring the successor first. Taken for a mandate that the payer has just given, it would cause
 * returned collections to be retried.
 */
async function followReplaced(customerId: CustomerId, gc: DirectDebit, mandate: ProviderMandate): Promise<void> {
  if (!mandate.customerId) return;
  const others = await db.mandate.findMany({
    where: { customerId, providerCustomerId: mandate.customerId, status: { in: USABLE }, replacedById: null },
    orderBy: { createdAt: "desc" },
    take: OTHERS_READ,
  });
  for (const { providerId } of others) {
    const told = await readIfThere(gc, providerId);
    if (told?.newMandateId) await adopt(customerId, gc, told);
  }
}

/**
 * Reads at most this many of the payer's usable mandates, newest first. Assumes that no older one was just replaced.
 */
const OTHERS_READ = 5;

/**
 * Returns undefined for a mandate that GoCardless does not have. The nightly comparison reports it (`mandate_missing`),
 * and it must not stop others from being stored.
 */
async function readIfThere(gc: DirectDebit, providerId: string): Promise<ProviderMandate | undefined> {
  try {
    return await gc.mandates.read(providerId);
  } catch (error) {
    if (!isNotThere(error)) throw error;
    return undefined;
  }
}

/**
 * True if no contact is assigned yet and no person has rejected or undone a match. The contact that the metadata names
 * may have been read since.
 */
function isOwnerOpen(known: Mandate | null): boolean {
  return !known || (known.contactId === null && !known.isIgnored && known.proposalReason !== "undone");
}

/**
 * Returns the contact that the mandate's metadata names. If the mandate is proposed to a contact of another accounting
 * system, the named contact belongs to a previous system. Then a person decides, and this returns undefined.
 */
async function ownerOf(
  customerId: CustomerId,
  known: Mandate | null,
  { metadata }: ProviderMandate,
): Promise<string | undefined> {
  const named = await contactOfMetadata(customerId, metadata);
  if (!named || !known?.proposedContactId) return named?.id;
  const where = { customerId_id: { customerId, id: known.proposedContactId } };
  const proposed = await db.contact.findUnique({ where, select: { books: true } });
  return proposed?.books === named.books ? named.id : undefined;
}

/** Limit for a chain of replacements, so that a cycle ends. No real mandate is replaced this often. */
const LONGEST_LINE = 20;

/** Reads the chain of successors: a replaced mandate's successor may have been replaced already. */
async function successorsOf(gc: DirectDebit, firstId: string): Promise<[ProviderMandate, ...ProviderMandate[]]> {
  const line: [ProviderMandate, ...ProviderMandate[]] = [await gc.mandates.read(firstId)];
  for (let last = line[0]; last.newMandateId && line.length < LONGEST_LINE; ) {
    last = await gc.mandates.read(last.newMandateId);
    line.push(last);
  }
  return line;
}

/**
 * Returns the contact that our metadata on a mandate names, by our id or by the accounting system's. Our id no longer
 * exists if the database was restored to a time before the contact was read: read again, the contact gets another id.
 */
async function contactOfMetadata(
  customerId: CustomerId,
  metadata: ProviderMandate["metadata"],
): Promise<{ id: string; books: string } | null> {
  const select = { id: true, books: true };
  const own = metadata.contact
    ? await db.contact.findUnique({ where: { customerId_id: { customerId, id: metadata.contact } }, select })
    : null;
  const payer = readPayerReference(metadata.payer);
  if (own || !payer) return own;
  const where = { customerId_books_externalId: { customerId, ...payer } };
  return await db.contact.findUnique({ where, select });
}

/**
 * Reads who signed and at which bank, for people to recognise. A payer who was removed at GoCardless has no details.
 */
export async function readDetails(gc: DirectDebit, mandate: ProviderMandate) {
  const payer = mandate.customerId ? await gc.mandates.readPayer(mandate.customerId) : undefined;
  return { payer, account: await readAccount(gc, mandate) };
}

/** Reads where the account is now, because a mandate can move to another bank. */
export async function readAccount(gc: DirectDebit, mandate: ProviderMandate) {
  return mandate.bankAccountId ? await gc.mandates.readAccountHint(mandate.bankAccountId) : undefined;
}
