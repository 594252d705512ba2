import type { CustomerId } from "@/lib/auth/scope";
import { hearSinceStart } from "@/lib/collections/lost-mutations";
import { withDirectDebit } from "@/lib/connections/access";
import { booksOf, isFileBooks } from "@/lib/connections/rules";
import { contactName } from "@/lib/contacts/rules";
import { type Actor, writeAudit } from "@/lib/core/audit";
import { now } from "@/lib/core/clock";
import { toDate } from "@/lib/core/dates";
import { db, type Prisma, type Tx } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { Overtaken, untilNewest } from "@/lib/core/overtaken";
import type { Payout } from "@/lib/core/prisma/client";
import type { PayoutStatus } from "@/lib/core/prisma/enums";
import { toSepaText } from "@/lib/core/sepa-text";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { raiseNotice, resolveNotice } from "@/lib/notices/mutations";
import type { ProviderPayout, ProviderPayoutItem } from "@/lib/providers/payments/port";
import {
  invoiceReference,
  isInEuros,
  isInFormerBooks,
  isProven,
  type StatementItem,
  type StatementLine,
  toLines,
} from "./rules";

/**
 * Reads a payout with its items and stores both: items can be read for six months only. The sum is proven before
 * anything is booked; one that does not add up is told, never booked by guess.
 *
 * One that was made before we worked for this account holds nothing of ours, and stands in the books already; nor does one in
 * another currency.
 *
 * @throws Error while the items do not add up, so that they are read again
 */
export async function archivePayout(customerId: CustomerId, providerId: string): Promise<void> {
  await untilNewest(() => readAndArchive(customerId, providerId));
}

async function readAndArchive(customerId: CustomerId, providerId: string): Promise<void> {
  const where = { customerId_type: { customerId, type: "GOCARDLESS" as const } };
  const { accountSince } = await db.connection.findUniqueOrThrow({ where });
  const askedAt = new Date();
  const { payout, items } = await withDirectDebit(customerId, async (gc) => ({
    payout: await gc.payouts.read(providerId),
    items: await gc.payouts.items(providerId),
  }));
  if (!isInEuros(payout) || (accountSince && payout.createdAt < accountSince)) return;
  // A database that was restored does not know its debits of the time between; archived without them, their money would be
  // booked as another tool's, for good.
  if (await holdsUnknown(customerId, items)) await hearSinceStart(customerId);
  const isWhole = await db.$transaction(
    async (tx) => {
      const { id: payoutId, isProven: isWhole } = await storePayout(tx, customerId, { ...payout, askedAt }, items);
      const key = `payout-unproven:${providerId}`;
      if (!isWhole)
        await raiseNotice(tx, customerId, {
          key,
          kind: "payout_unproven",
          data: { payoutId, reference: payout.reference },
        });
      else {
        await resolveNotice(tx, customerId, key);
        // Money that has not left yet, or came back, is not booked; once it leaves, the payout is told as paid.
        if (payout.status === "paid") await enqueue(tx, jobs.bookPayouts, { customerId });
      }
      return isWhole;
    },
    { timeout: 60_000 },
  );
  if (!isWhole) throw new Error(`items of payout ${providerId} do not add up yet`);
}

async function holdsUnknown(customerId: CustomerId, items: ProviderPayoutItem[]): Promise<boolean> {
  const ids = paymentsOf(items);
  return (await db.collection.count({ where: { customerId, providerId: { in: ids } } })) < ids.length;
}

function paymentsOf(items: ProviderPayoutItem[]): string[] {
  return [...new Set(items.map((item) => item.paymentId).filter((id) => id !== null))];
}

/** @returns the row, and whether its items have been proven, now or before: an answer that lacks some later unproves nothing */
async function storePayout(
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
    throw new Overtaken(`payout ${payout.id} was stored meanwhile`);
  const row = await tx.payout.upsert({
    where,
    create: { customerId, id: newId("payout"), providerId: payout.id, ...facts, ...proof },
    update: { ...facts, ...(before?.archivedAt ? { isProven: true } : proof) },
  });
  await noteBounce(tx, customerId, row, before?.status);
  // Once proven, the archive is not touched again: what was booked rests on it.
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

/** The supplier's bank has sent the money back: told once for each time it does, and no longer once the money is there. */
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
 * One payout of a supplier at a time: whether a reference is taken already decides how a payment is booked, and two
 * that look at the same moment would both think it is not.
 */
export async function lockPayouts(tx: Tx, customerId: CustomerId): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`payouts/${customerId}`}))`;
}

/** Names the collection and invoice behind each item; payments made by other tools are foreign and stay so. */
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
  // Their ids keep the lines in order.
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
 * The books take one hint per document and never another, and a line whose reference they know is not booked again.
 * So the first payment of an invoice carries the invoice's own, lasting reference, which is the hint; a later one
 * (after the money was taken back) gets a reference of its own and is assigned by hand.
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

/** The one the books were told once stays, however it was made. */
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
 * The supplier wants a payout taken to the books again; what is booked stays booked once. Books that go by file take what
 * former books have not: there is no telling whether a line stands there already.
 *
 * @throws AppError `not_found`, `payout_not_ready` while the items do not add up, `payout_bounced`, `payout_in_file`,
 *   `payout_in_former_books` if a file would have nothing left to say
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
    const books = booksOf(await tx.connection.findMany({ where: { customerId } }));
    const isByFile = books !== undefined && isFileBooks(books.type);
    const lines = { customerId, payoutId: payout.id };
    if (isByFile && isInFormerBooks(await tx.booking.findMany({ where: lines })))
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
