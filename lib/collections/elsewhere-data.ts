import type { CustomerId } from "@/lib/auth/scope";
import type { Prisma, Tx } from "@/lib/core/db";
import type { Invoice } from "@/lib/core/prisma/client";
import { CAN_GO_ON, isHeld } from "./return-rules";
import type { DecisionInput } from "./types";

/** What has to be asked about other invoices than the one that is decided. */
export type Elsewhere = Pick<
  DecisionInput["invoice"],
  "isCollectedInOtherBooks" | "hasDownPaymentLeftOut" | "downPaymentInCollection" | "isClaimedByClosing"
>;

/** Of an invoice that has to do with no other one. */
export const ALONE: Elsewhere = {
  isCollectedInOtherBooks: false,
  hasDownPaymentLeftOut: false,
  downPaymentInCollection: null,
  isClaimedByClosing: false,
};

/**
 * What the debits of other invoices meant when this one was last decided: what changes it has the invoice decided anew. For a
 * screen, which only offers; what is really done looks again.
 *
 * @param decision as it is stored with the invoice
 */
export function elsewhereAsDecided(decision: unknown): Elsewhere {
  const seen = (decision as { input?: { invoice?: Partial<Elsewhere> } } | null)?.input?.invoice ?? {};
  const names = Object.keys(ALONE) as (keyof Elsewhere)[];
  return { ...ALONE, ...Object.fromEntries(names.filter((name) => name in seen).map((name) => [name, seen[name]])) };
}

/** What the debits of other invoices mean for this one. */
export async function readElsewhere(tx: Tx, row: Invoice & { former: FormerInvoice[] }): Promise<Elsewhere> {
  return {
    isCollectedInOtherBooks: isCollectedThere(row.former),
    ...(await readDownPayments(tx, row)),
    isClaimedByClosing: await isClaimedByClosing(tx, row),
  };
}

function isCollectedThere(former: FormerInvoice[]): boolean {
  return former.some(({ collections }) => collections.some(isHeld));
}

/** What counts of the mandate a debit was made on. */
export const DEBITED_MANDATE = {
  ...{ contactId: true, status: true, replacedById: true },
  replacedBy: { select: { status: true } },
} satisfies Prisma.MandateSelect;

const WITH_MANDATE = {
  mandate: { select: { ...DEBITED_MANDATE, nextPossibleChargeDate: true } },
} satisfies Prisma.CollectionInclude;

/** What counts of the same document in other books: what people have said of it there, and its debits. */
export const FORMER = {
  ...{ id: true, isExcluded: true, heldUntil: true, retryStoppedAt: true, wordsTakenBackAt: true },
  collections: { include: WITH_MANDATE },
} satisfies Prisma.InvoiceSelect;

export type FormerInvoice = Prisma.InvoiceGetPayload<{ select: typeof FORMER }>;

/**
 * The same document in other books. To the payer its debits are this invoice's own: while one of them brings money there is
 * no other, and what came back there came back of this one.
 */
export async function readFormer(tx: Tx, row: Invoice): Promise<FormerInvoice[]> {
  return await tx.invoice.findMany({ where: inOtherBooks(row), select: FORMER });
}

/**
 * A supplier who changes the system brings open invoices along: the same number, of the same day or over the same sum,
 * is the same document, and is debited once whichever system it is read from. Not every system can hold a number as it was
 * written, so its letters and digits are what counts.
 *
 * @returns what no row fulfils for an invoice without a number
 */
export function inOtherBooks({ customerId, plainNumber, books, voucherDate, totalCents }: Invoice) {
  const same = { plainNumber, books: { not: books }, OR: [{ voucherDate }, { totalCents }] };
  return { customerId, ...(plainNumber ? same : { id: { in: [] } }) } satisfies Prisma.InvoiceWhereInput;
}

/**
 * A closing invoice deducts what its down payments had brought when it was written. One that is still being debited would be
 * claimed twice, and so would one that was collected since: that is in its claim until the supplier writes it anew.
 */
async function readDownPayments(
  tx: Tx,
  row: Invoice,
): Promise<Pick<Elsewhere, "hasDownPaymentLeftOut" | "downPaymentInCollection">> {
  if (row.kind !== "closing") return { hasDownPaymentLeftOut: false, downPaymentInCollection: null };
  const { customerId, books, externalId, deductedIds, contactId } = row;
  const { held, underWay } = debitsOf(customerId);
  const downPayments = await tx.invoice.findMany({
    where: {
      ...{ customerId, kind: "down_payment", collections: { some: held } },
      OR: [
        { books, externalId: { in: deductedIds } },
        { books, closingExternalId: externalId },
        // One that was not deducted because it had not been paid yet stands on the same contact.
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
  return {
    hasDownPaymentLeftOut: [...brought].some(isClaimedToo),
    downPaymentInCollection: going.size === 0 ? null : [...going].some(isClaimedToo) ? "claimed_too" : "deducted",
  };
}

/**
 * The other way round: a closing invoice that was debited without deducting a down payment (none had come when it was
 * written, or it came back) has claimed that money already. Of one that is only of the same payer nobody knows whether it
 * did; beside its debit nothing is begun.
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
 * Debits that can still bring money or have brought it, and those of them whose money has not come through yet. One that
 * failed and that the provider has said it tries again itself is under way as long as it can.
 */
export function debitsOf(customerId: string) {
  const canGoOn = { status: { in: CAN_GO_ON } };
  const mandate = { OR: [{ replacedById: null, ...canGoOn }, { replacedBy: canGoOn }] };
  const held = {
    customerId,
    OR: [{ holdsInvoice: true }, { willAttemptRetry: true, mandate }],
  } satisfies Prisma.CollectionWhereInput;
  return { held, underWay: { ...held, status: { not: "paid_out" } } satisfies Prisma.CollectionWhereInput };
}

/** Cents that a closing invoice deducts for one down payment. */
function deductedBy(
  { deductedIds, deductedCents }: Pick<Invoice, "deductedIds" | "deductedCents">,
  id: string,
): number {
  return deductedCents[deductedIds.indexOf(id)] ?? 0;
}

/** Whether it is a down payment or a closing invoice: what becomes of its debit matters for others of the payer. */
export function isPartOfProject({ kind }: Pick<Invoice, "kind">): boolean {
  return kind === "down_payment" || kind === "closing";
}

/** Whether what this invoice's debit brings has been asked for by the debit of a partner, too, or will be. */
export async function isClaimedByPartner(tx: Tx, row: Invoice): Promise<boolean> {
  const { hasDownPaymentLeftOut, downPaymentInCollection } = await readDownPayments(tx, row);
  if (hasDownPaymentLeftOut || downPaymentInCollection === "claimed_too") return true;
  return (await isClaimedByClosing(tx, row)) || isCollectedThere(await readFormer(tx, row));
}

/**
 * Those for which it matters what becomes of this debit: the closing invoices of a down payment, or the down payments of a
 * closing one, of the same payer, too; and the same document in other books.
 */
export async function readPartners(tx: Tx, customerId: CustomerId, row: Invoice): Promise<Invoice[]> {
  return await tx.invoice.findMany({ where: { customerId, OR: [...ofProject(row), inOtherBooks(row)] } });
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
