import type { CustomerId } from "@/lib/auth/scope";
import { CAN_RETRY, isHeld } from "@/lib/collections/attempts/return-rules";
import { RELATED, type Related } from "@/lib/collections/types";
import type { Prisma, Tx } from "@/lib/core/database/db";
import type { Invoice } from "@/lib/core/prisma/client";

/**
 * Returns what related documents meant at the last decision; a change in them triggers a new decision. This is for
 * screens, which only offer an action: the action itself reads the documents again.
 *
 * @param decision as it is stored with the invoice
 */
export function relatedAsDecided(decision: unknown): Related {
  const seen = (decision as { input?: { invoice?: { related?: string } } } | null)?.input?.invoice?.related;
  return RELATED.find((related) => related === seen) ?? "clear";
}

/** Reads what the collections of related documents mean for this invoice. */
export async function readRelated(tx: Tx, row: Invoice & { former: PreviousInvoice[] }): Promise<Related> {
  const ofDownPayments = await readDownPayments(tx, row);
  if (ofDownPayments === "claims_down_payment") return ofDownPayments;
  if (isCollectedThere(row.former)) return "collected_elsewhere";
  return ofDownPayments ?? ((await isClaimedByClosing(tx, row)) ? "claimed_by_closing" : "clear");
}

function isCollectedThere(former: PreviousInvoice[]): boolean {
  return former.some(({ collections }) => collections.some(isHeld));
}

/** The columns that are needed of the mandate a collection was made on. */
export const DEBITED_MANDATE = {
  ...{ contactId: true, status: true, replacedById: true },
  replacedBy: { select: { status: true } },
} satisfies Prisma.MandateSelect;

const WITH_MANDATE = {
  mandate: { select: { ...DEBITED_MANDATE, nextPossibleChargeDate: true } },
} satisfies Prisma.CollectionInclude;

/** The columns that are needed of the same document in another accounting system: instructions and collections. */
export const FORMER = {
  ...{ id: true, isExcluded: true, heldUntil: true, retryStoppedAt: true, instructionsRevokedAt: true },
  createdAt: true,
  collections: { include: WITH_MANDATE },
} satisfies Prisma.InvoiceSelect;

export type PreviousInvoice = Prisma.InvoiceGetPayload<{ select: typeof FORMER }>;

/**
 * Reads the same document in other accounting systems. To the payer its collections are this invoice's own. While one
 * can bring money no other starts, and a return there is a return of this invoice.
 */
export async function readPrevious(tx: Tx, row: Invoice): Promise<PreviousInvoice[]> {
  return await tx.invoice.findMany({ where: inOtherSystems(row), select: FORMER });
}

/**
 * Returns the condition for the same document in other accounting systems. A supplier who changes systems brings open
 * invoices along. The same number, with the same day or total, is the same document and is debited once. Not every
 * system can store a number as it was written, so only its letters and digits count.
 *
 * @returns a condition that no row fulfils for an invoice without a number
 */
export function inOtherSystems({ customerId, plainNumber, books, voucherDate, totalCents }: Invoice) {
  const same = { plainNumber, books: { not: books }, OR: [{ voucherDate }, { totalCents }] };
  return { customerId, ...(plainNumber ? same : { id: { in: [] } }) } satisfies Prisma.InvoiceWhereInput;
}

/**
 * Reads what the collections of its down payments mean for a final invoice, which deducts what had been paid when it
 * was written. A down payment that is still being collected would be claimed twice. So would one collected since: it
 * stays claimed until the supplier issues the invoice again.
 */
async function readDownPayments(tx: Tx, row: Invoice): Promise<Related | undefined> {
  if (row.kind !== "closing") return undefined;
  const { customerId, books, externalId, deductedIds, contactId } = row;
  const { held, underWay } = debitsOf(customerId);
  const downPayments = await tx.invoice.findMany({
    where: {
      ...{ customerId, kind: "down_payment", collections: { some: held } },
      OR: [
        { books, externalId: { in: deductedIds } },
        { books, closingExternalId: externalId },
        // A down payment not yet paid at that time is not deducted, so it is found through the contact.
        ...(contactId ? [{ contactId, collections: { some: underWay } }] : []),
      ],
    },
    select: { externalId: true, collections: { where: held, select: { status: true, amountCents: true } } },
  });
  const [going, brought] = [new Map<string, number>(), new Map<string, number>()];
  for (const { externalId: id, collections } of downPayments)
    for (const { status, amountCents } of collections) {
      const sums = status === "paid_out" ? brought : going;
      sums.set(id, (sums.get(id) ?? 0) + amountCents);
    }
  const isClaimedToo = ([id, cents]: [string, number]) => cents > deductedBy(row, id);
  if ([...brought].some(isClaimedToo)) return "claims_down_payment";
  if (going.size === 0) return undefined;
  return [...going].some(isClaimedToo) ? "down_payment_claimed_too" : "down_payment_deducted";
}

/**
 * True if a final invoice was debited without deducting this down payment, and so claims its money already. The down
 * payment had not been paid when the invoice was written, or was returned. If the two share only the payer, nobody
 * knows: then nothing starts while the final invoice is being collected.
 */
async function isClaimedByClosing(tx: Tx, row: Invoice): Promise<boolean> {
  if (row.kind !== "down_payment") return false;
  const { customerId, books, externalId, closingExternalId, contactId, totalCents } = row;
  const { held, underWay } = debitsOf(customerId);
  const closings = await tx.invoice.findMany({
    where: {
      ...{ customerId, kind: "closing", collections: { some: held } },
      OR: [
        { books, deductedIds: { has: externalId } },
        ...(closingExternalId ? [{ books, externalId: closingExternalId }] : []),
        ...(contactId ? [{ contactId, collections: { some: underWay } }] : []),
      ],
    },
    select: { deductedIds: true, deductedCents: true },
  });
  return closings.some((closing) => deductedBy(closing, externalId) < totalCents);
}

/**
 * Returns two conditions. `held`: collections that can still bring money or have brought it. `underWay`: the same
 * without those paid out. A failed collection that the provider has announced to retry counts while its mandate allows
 * that.
 */
export function debitsOf(customerId: string) {
  const canRetry = { status: { in: CAN_RETRY } };
  const mandate = { OR: [{ replacedById: null, ...canRetry }, { replacedBy: canRetry }] };
  const held = {
    customerId,
    OR: [{ holdsInvoice: true }, { willAttemptRetry: true, mandate }],
  } satisfies Prisma.CollectionWhereInput;
  return { held, underWay: { ...held, status: { not: "paid_out" } } satisfies Prisma.CollectionWhereInput };
}

/** Returns the cents that a final invoice deducts for one down payment. */
function deductedBy(
  { deductedIds, deductedCents }: Pick<Invoice, "deductedIds" | "deductedCents">,
  id: string,
): number {
  return deductedCents[deductedIds.indexOf(id)] ?? 0;
}

/** True for a down payment or a final invoice: their collections matter for other invoices of the payer. */
export function isPartOfProject({ kind }: Pick<Invoice, "kind">): boolean {
  return kind === "down_payment" || kind === "closing";
}

/** True if the collection of a related document claims the same money as this invoice's, or will. */
export async function isClaimedByRelated(tx: Tx, row: Invoice): Promise<boolean> {
  const ofDownPayments = await readDownPayments(tx, row);
  if (ofDownPayments === "claims_down_payment" || ofDownPayments === "down_payment_claimed_too") return true;
  return (await isClaimedByClosing(tx, row)) || isCollectedThere(await readPrevious(tx, row));
}

/**
 * Reads the documents affected by this invoice's collection. For a down payment these are the final invoices that name
 * it or have the same payer, and the other way round. The same document in other accounting systems is among them.
 */
export async function readRelatedDocuments(tx: Tx, customerId: CustomerId, row: Invoice): Promise<Invoice[]> {
  return await tx.invoice.findMany({ where: { customerId, OR: [...ofProject(row), inOtherSystems(row)] } });
}

function ofProject(row: Invoice): Prisma.InvoiceWhereInput[] {
  const { kind, books, externalId, contactId, closingExternalId, deductedIds } = row;
  const ofPayer = contactId ? [{ contactId }] : [];
  if (kind === "down_payment") {
    const own = closingExternalId ? [{ books, externalId: closingExternalId }] : [];
    return [{ kind: "closing", OR: [...ofPayer, ...own] }];
  }
  if (kind !== "closing") return [];
  const own = [
    { books, externalId: { in: deductedIds } },
    { books, closingExternalId: externalId },
  ];
  return [{ kind: "down_payment", OR: [...ofPayer, ...own] }];
}
