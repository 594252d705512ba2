import type { CustomerId } from "@/lib/auth/scope";
import { contactName } from "@/lib/contacts/rules";
import { db, type Prisma, type Tx } from "@/lib/core/database/db";
import { StaleVersion } from "@/lib/core/database/stale-version";
import { newId } from "@/lib/core/formats/ids";
import { toSepaText } from "@/lib/core/formats/sepa-text";
import type { Payout } from "@/lib/core/prisma/client";
import type { PayoutStatus } from "@/lib/core/prisma/enums";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { toDate } from "@/lib/core/time/dates";
import { AppError } from "@/lib/core/web/errors";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { raiseNotice, resolveNotice } from "@/lib/notices/mutations";
import {
  invoiceReference,
  isInPreviousSystem,
  isProven,
  paymentsOf,
  type StatementItem,
  type StatementLine,
  toLines,
} from "@/lib/payouts/rules";
import type { ProviderPayout, ProviderPayoutItem } from "@/lib/providers/payments/port";
import { accountingInUse, isFileBasedSystem } from "@/lib/vendors/rules";

/**
 * Stores a payout with its items, and its booking lines once the items add up.
 *
 * @param payout `askedAt` is when the vendor was asked
 * @returns the row, and whether its items are proven, now or before: a later answer that lacks items unproves nothing
 * @throws StaleVersion if another status was stored since then
 */
export async function storePayout(
  tx: Tx,
  customerId: CustomerId,
  payout: ProviderPayout & { askedAt: Date },
  items: ProviderPayoutItem[],
): Promise<{ id: string; isProven: boolean }> {
  const where = { customerId_providerId: { customerId, providerId: payout.id } };
  const proven = isProven(items, payout.amountCents);
  const facts = {
    reference: payout.reference,
    status: payout.status,
    amountCents: payout.amountCents,
    feeCents: payout.feeCents,
    currency: payout.currency,
    arrivalDate: payout.arrivalDate ? toDate(payout.arrivalDate) : null,
    paidAt: payout.status === "pending" ? null : payout.createdAt,
  };
  const itemTenths = items.reduce((sum, item) => sum + item.tenths, 0);
  const proof = { itemTenths, isProven: proven, archivedAt: proven ? now() : null };
  await lockPayouts(tx, customerId);
  const before = await tx.payout.findUnique({ where });
  if (before && before.status !== payout.status && before.updatedAt > payout.askedAt)
    throw new StaleVersion(`payout ${payout.id} was stored meanwhile`);
  const row = await tx.payout.upsert({
    where,
    create: { customerId, id: newId("payout"), providerId: payout.id, ...facts, ...proof },
    update: { ...facts, ...(before?.archivedAt ? { isProven: true } : proof) },
  });
  await noteBounce(tx, customerId, row, before?.status);
  // A proven archive never changes again, because the bookings rest on it.
  if (before?.archivedAt) return { id: row.id, isProven: true };
  await tx.payoutItem.deleteMany({ where: { customerId, payoutId: row.id } });
  const statement = await toStatement(tx, customerId, items);
  await tx.payoutItem.createMany({
    data: items.map((item, i) => ({
      customerId,
      payoutId: row.id,
      providerRefundId: item.refundId,
      ...(statement[i] as StatementItem),
    })),
  });
  if (proven) await storeLines(tx, customerId, row.id, payout, toLines(statement, payout.amountCents));
  return { id: row.id, isProven: proven };
}

/**
 * Raises one notice each time the supplier's bank sends the money back. Resolves it once the payout is no longer
 * bounced.
 */
async function noteBounce(
  tx: Tx,
  customerId: CustomerId,
  { id: payoutId, providerId, reference, amountCents, status }: Payout,
  before: PayoutStatus | undefined,
): Promise<void> {
  const key = `payout-bounced:${providerId}`;
  if (status !== "bounced") return await resolveNotice(tx, customerId, key);
  if (before === "bounced") return;
  await raiseNotice(tx, customerId, { key, kind: "payout_bounced", data: { payoutId, reference, amountCents } });
}

/**
 * Makes the transactions of a supplier's payouts run one at a time. A payment is booked according to whether its
 * reference is already in use. Two transactions that look at the same moment would both find it free.
 */
export async function lockPayouts(tx: Tx, customerId: CustomerId): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`payouts/${customerId}`}))`;
}

/** Names the collection and invoice behind each item. Payments of other tools are foreign and stay foreign. */
async function toStatement(tx: Tx, customerId: CustomerId, items: ProviderPayoutItem[]): Promise<StatementItem[]> {
  const ours = await tx.collection.findMany({ where: { customerId, providerId: { in: paymentsOf(items) } } });
  const byPayment = new Map(ours.map((row) => [row.providerId, row]));
  return items.map((item, position) => {
    const collection = byPayment.get(item.paymentId);
    return {
      position,
      type: item.type,
      tenths: item.tenths,
      providerPaymentId: item.paymentId,
      collectionId: collection?.id ?? null,
      invoiceId: collection?.invoiceId ?? null,
      isForeign: item.paymentId !== null && !collection,
    };
  });
}

async function storeLines(
  tx: Tx,
  customerId: CustomerId,
  payoutId: string,
  payout: ProviderPayout,
  lines: StatementLine[],
): Promise<void> {
  const rows: Prisma.BookingCreateManyInput[] = [];
  const taken = new Set<string>();
  // Sorted ids keep the lines in order.
  const ids = lines.map(() => newId("booking")).sort();
  for (const [i, line] of lines.entries()) {
    const reference = await referenceOf(tx, customerId, payout, line, taken);
    const { purpose, payerName } = await describeLine(tx, customerId, payout, line, reference.text);
    const { kind, invoiceId, amountCents, feeCents } = line;
    taken.add(reference.text);
    rows.push({
      customerId,
      id: ids[i] as string,
      payoutId,
      reference: reference.text,
      kind,
      invoiceId,
      amountCents,
      feeCents,
      purpose,
      payerName,
      isHinted: reference.isHint,
    });
  }
  await tx.booking.createMany({ data: rows, skipDuplicates: true });
}

/**
 * Returns the reference of a line, and whether it is also the document's booking hint.
 * The accounting system takes one hint per document, and does not book a line again whose reference it knows. So the
 * first payment of an invoice carries the invoice's own, lasting reference, which is the hint. A later payment (after a
 * return) gets a reference of its own, and a person assigns it.
 */
async function referenceOf(
  tx: Tx,
  customerId: CustomerId,
  payout: ProviderPayout,
  line: StatementLine,
  taken: Set<string>,
): Promise<{ text: string; isHint: boolean }> {
  if (line.kind === "payout") return { text: payout.id, isHint: false };
  if (line.kind !== "payment" || !line.invoiceId) return { text: `${payout.id}-${line.position}`, isHint: false };
  const reference = await lastingReference(tx, customerId, line.invoiceId);
  const isTaken =
    taken.has(reference) ||
    (await tx.booking.findUnique({ where: { customerId_reference: { customerId, reference } } })) !== null;
  if (isTaken) return { text: `${reference}-${line.providerPaymentId}`, isHint: false };
  await tx.bookingHint.createMany({ data: { customerId, invoiceId: line.invoiceId, reference }, skipDuplicates: true });
  return { text: reference, isHint: true };
}

/** Returns the reference that was stored as a hint, however it was derived, or derives the invoice's reference. */
async function lastingReference(tx: Tx, customerId: CustomerId, invoiceId: string): Promise<string> {
  const hint = await tx.bookingHint.findUnique({ where: { customerId_invoiceId: { customerId, invoiceId } } });
  if (hint) return hint.reference;
  const where = { customerId_id: { customerId, id: invoiceId } };
  return invoiceReference(customerId, await tx.invoice.findUniqueOrThrow({ where }));
}

async function describeLine(
  tx: Tx,
  customerId: CustomerId,
  payout: ProviderPayout,
  line: StatementLine,
  reference: string,
) {
  const invoice = line.invoiceId
    ? await tx.invoice.findUnique({
        where: { customerId_id: { customerId, id: line.invoiceId } },
        include: { contact: true },
      })
    : null;
  const who = invoice?.contact ? contactName(invoice.contact) : (invoice?.contactName ?? "");
  const what = {
    payment: invoice
      ? `${invoice.number} Lastschrift`
      : `Lastschrift aus anderem Programm ${line.providerPaymentId ?? ""}`,
    return: `${invoice?.number ?? line.providerPaymentId ?? ""} Ruecklastschrift`,
    refund: `${invoice?.number ?? line.providerPaymentId ?? ""} Erstattung${line.amountCents > 0 ? " zurueck" : ""}`,
    fee: `Gebuehr GoCardless ${invoice?.number ?? ""}`,
    other: `Sonstiges ${line.providerPaymentId ?? ""}`,
    payout: `Auszahlung ${payout.reference}`,
  }[line.kind];
  return { purpose: toSepaText(`${what} ${reference}`), payerName: who };
}

/**
 * Has a payout booked again at the supplier's request. Lines that are booked already stay booked once.
 * A file for DATEV takes only the lines that no previous system has taken, because DATEV cannot be asked which lines it
 * holds.
 *
 * @throws AppError `not_found`, `payout_not_ready` while the items do not add up, `payout_bounced`, `payout_in_file`,
 *   `payout_in_former_books` if nothing is left for a file
 */
export async function retriggerPayout(customerId: CustomerId, payoutId: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const payout = await tx.payout.findFirst({
      where: { customerId, OR: [{ id: payoutId }, { providerId: payoutId }] },
    });
    if (!payout) throw new AppError("not_found");
    if (!payout.archivedAt) throw new AppError("payout_not_ready");
    if (payout.status === "bounced") throw new AppError("payout_bounced");
    if (payout.datevBatchId) throw new AppError("payout_in_file");
    const books = accountingInUse(await tx.connection.findMany({ where: { customerId } }));
    const isByFile = books !== undefined && isFileBasedSystem(books.type);
    const lines = { customerId, payoutId: payout.id };
    if (isByFile && isInPreviousSystem(await tx.booking.findMany({ where: lines })))
      throw new AppError("payout_in_former_books");
    const where = { customerId, id: payout.id };
    await tx.payout.updateMany({ where, data: { bookingStatus: "pending", bookingError: null } });
    await tx.booking.updateMany({ where: lines, data: { sendsAgain: !isByFile, error: null } });
    await writeAudit(tx, customerId, actor, {
      action: "payout.retriggered",
      subject: payout.id,
      detail: { reference: payout.reference },
    });
    await enqueue(tx, jobs.bookPayouts, { customerId });
  });
}
