import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/db";
import { untilNewest } from "@/lib/core/overtaken";
import type { Mandate } from "@/lib/core/prisma/client";
import { isNotThere } from "@/lib/core/provider-error";
import type { DirectDebit, ProviderMandate } from "@/lib/providers/payments/port";
import { replaceMandate, storeMandate } from "./mutations";
import { readPayerMark, USABLE } from "./rules";

/**
 * Stores a mandate that has just been read. Of one that is new to us it is asked who signed it; one that was replaced
 * is stored together with the mandates that took its place. Where another state was stored since, it is read once more.
 */
export async function adoptMandate(customerId: CustomerId, gc: DirectDebit, told: ProviderMandate): Promise<Mandate> {
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
 * One that took the place of another may be met before anybody has heard of that, by the nightly look or by events in another
 * order. Taken for one that the payer has just given, it would have debits tried again that came back.
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

/** Of a payer with more usable mandates than that none was replaced just now. */
const OTHERS_READ = 5;

/** One that is gone there is the nightly comparison's matter (`mandate_missing`), and keeps no other from being stored. */
async function readIfThere(gc: DirectDebit, providerId: string): Promise<ProviderMandate | undefined> {
  try {
    return await gc.mandates.read(providerId);
  } catch (error) {
    if (!isNotThere(error)) throw error;
    return undefined;
  }
}

/** Nobody has said whose it is, nor that it is not that payer's. The contact it names may have been read since. */
function isOwnerOpen(known: Mandate | null): boolean {
  return !known || (known.contactId === null && !known.isIgnored && known.proposalReason !== "undone");
}

/**
 * The contact that the mandate itself names. Once it was proposed to a contact of other books, the one it names stands in
 * those that were left: whose it is now a person says.
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

/** No payer's mandate is given a new number that often; a ring of them must not keep us for ever. */
const LONGEST_LINE = 20;

/** One that was replaced may have been replaced itself before anybody heard of it. */
async function successorsOf(gc: DirectDebit, firstId: string): Promise<[ProviderMandate, ...ProviderMandate[]]> {
  const line: [ProviderMandate, ...ProviderMandate[]] = [await gc.mandates.read(firstId)];
  for (let last = line[0]; last.newMandateId && line.length < LONGEST_LINE; ) {
    last = await gc.mandates.read(last.newMandateId);
    line.push(last);
  }
  return line;
}

/**
 * Our own mark on a mandate, if it names a contact of this supplier: by our id, or by that of the books. Ours is gone with a
 * database that was restored to a moment before the contact was read; read again, the contact has another.
 */
async function contactOfMetadata(
  customerId: CustomerId,
  metadata: ProviderMandate["metadata"],
): Promise<{ id: string; books: string } | null> {
  const select = { id: true, books: true };
  const own = metadata.contact
    ? await db.contact.findUnique({ where: { customerId_id: { customerId, id: metadata.contact } }, select })
    : null;
  const payer = readPayerMark(metadata.payer);
  if (own || !payer) return own;
  const where = { customerId_books_externalId: { customerId, ...payer } };
  return await db.contact.findUnique({ where, select });
}

/** Who signed and where the account is, for people to recognise; a payer who was removed has no details. */
export async function readDetails(gc: DirectDebit, mandate: ProviderMandate) {
  const payer = mandate.customerId ? await gc.mandates.readPayer(mandate.customerId) : undefined;
  return { payer, account: await readAccount(gc, mandate) };
}

/** Where the account is now: a mandate may have moved to another one. */
export async function readAccount(gc: DirectDebit, mandate: ProviderMandate) {
  return mandate.bankAccountId ? await gc.mandates.readAccountHint(mandate.bankAccountId) : undefined;
}
