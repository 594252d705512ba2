import type { CustomerId } from "@/lib/auth/scope";
import { withAccounting } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import type { Booking, Payout } from "@/lib/core/prisma/client";
import type { BookingStatus } from "@/lib/core/prisma/enums";
import { inSpan } from "@/lib/core/telemetry/trace";
import { now, today } from "@/lib/core/time/clock";
import { dayOf } from "@/lib/core/time/dates";
import { ProviderError } from "@/lib/core/web/provider-error";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { work } from "@/lib/jobs/runner";
import { raiseNotice, resolveNotice } from "@/lib/notices/mutations";
import { TO_BOOK } from "@/lib/payouts/rules";
import type { Accounting } from "@/lib/providers/accounting/port";
import type { OnlineSystem } from "@/lib/providers/accounting/systems";
import { isOfConnection } from "@/lib/vendors/rules";
import { leaseSeconds, withBookingLease } from "./lease-mutations";

/** Lines sent in one call; the vendor takes all or none. */
const LINES_PER_CALL = 25;

/**
 * Books a supplier's proven payouts in the accounting system, oldest first: account, hints, lines, balance.
 * Every step is safe to repeat, because references never change. Each is stored before the next, so an interrupted run
 * resumes where it stopped.
 */
export const bookPayouts = work(jobs.bookPayouts, async ({ customerId }) => {
  if (await withBookingLease(customerId, (keepTurn) => bookAll(customerId, keepTurn))) return;
  await enqueue(db, jobs.bookPayouts, { customerId }, { startAfterSeconds: leaseSeconds() });
});

async function bookAll(customerId: CustomerId, keepTurn: () => Promise<void>): Promise<void> {
  const where = { customerId, ...TO_BOOK };
  const waiting = await db.payout.findMany({
    where,
    orderBy: [{ paidAt: "asc" }, { id: "asc" }],
    select: { id: true },
  });
  try {
    for (const { id } of waiting) {
      // Read again: a payout further down the list may have bounced meanwhile.
      const payout = await db.payout.findFirst({ where: { ...where, id } });
      const attributes = { "einzug.payout_id": id };
      if (payout) await inSpan({ name: "book payout", attributes }, () => bookOne(customerId, payout, keepTurn));
    }
  } catch (error) {
    // Without a connected accounting system nothing can be booked. The payouts wait until it is connected again.
    if (isOfConnection(error)) return;
    throw error;
  }
}

async function bookOne(customerId: CustomerId, payout: Payout, keepTurn: () => Promise<void>): Promise<void> {
  try {
    await withAccounting(customerId, (accounting, type) => bookWith(customerId, accounting, type, payout), keepTurn);
    await closeBooking(customerId, payout, "booked");
  } catch (error) {
    if (!(error instanceof ProviderError) || error.isRetryable) throw error;
    // No finance access (personal key, missing scope): the supplier books from the statement on the screen.
    await closeBooking(
      customerId,
      payout,
      error.kind === "forbidden" ? "unavailable" : "needs_attention",
      error.message,
    );
  }
}

async function bookWith(
  customerId: CustomerId,
  { bookings, capabilities }: Accounting,
  type: OnlineSystem,
  payout: Payout,
): Promise<void> {
  const connections = await db.connection.findMany({ where: { customerId } });
  const creditor = connections.find((row) => row.type === "GOCARDLESS")?.creditorId ?? "GoCardless";
  const reference = `GC-${creditor}`;
  const last = connections.find((row) => row.type === type);
  const known = last?.financeAccountReference === reference ? last.financeAccountId : null;
  const accountId = await bookings.ensureAccount(reference, "GoCardless", known);
  await db.connection.updateMany({
    where: { customerId, type },
    data: { financeAccountId: accountId, financeAccountReference: reference },
  });
  const open = await db.booking.findMany({
    where: { customerId, payoutId: payout.id, OR: [{ sentAt: null }, { sendsAgain: true }] },
    orderBy: { id: "asc" },
  });
  const documents = await documentsOf(customerId, type, open);
  if (capabilities.settlesBy === "hint")
    for (const { isHinted, invoiceId } of open)
      if (isHinted && invoiceId && documents.has(invoiceId))
        await inSpan({ name: "hint at debit", ids: { invoiceId } }, () => sendHint(customerId, bookings, invoiceId));
  const place = { accountId, documents: capabilities.settlesBy === "line" ? documents : new Map<string, string>() };
  for (let i = 0; i < open.length; i += LINES_PER_CALL)
    await sendLines(customerId, bookings, place, payout, open.slice(i, i + LINES_PER_CALL));
  // All money that came in has left with the payout, so the account's balance is explained.
  await bookings.setBalance(accountId, 0);
}

/**
 * Maps our ids of the paid invoices to document ids of this accounting system. Documents of a previous system are
 * missing.
 */
async function documentsOf(
  customerId: CustomerId,
  books: OnlineSystem,
  lines: Booking[],
): Promise<Map<string, string>> {
  const ids = lines.map((line) => line.invoiceId).filter((id) => id !== null);
  const rows = await db.invoice.findMany({ where: { customerId, books, id: { in: ids } } });
  return new Map(rows.map((row) => [row.id, row.externalId]));
}

async function sendHint(customerId: CustomerId, bookings: Accounting["bookings"], invoiceId: string): Promise<void> {
  const hint = await db.bookingHint.findUnique({
    where: { customerId_invoiceId: { customerId, invoiceId } },
    include: { invoice: true },
  });
  if (!hint || hint.sentAt) return;
  const result = await bookings.sendHint(hint.invoice.externalId, hint.reference);
  const error = result === "exists" ? "exists" : null;
  await db.bookingHint.update({
    where: { customerId_invoiceId: { customerId, invoiceId } },
    data: { sentAt: now(), error },
  });
}

async function sendLines(
  customerId: CustomerId,
  bookings: Accounting["bookings"],
  { accountId, documents }: { accountId: string; documents: Map<string, string> },
  payout: Payout,
  lines: Booking[],
): Promise<void> {
  const bookedOn = payout.paidAt ? dayOf(payout.paidAt) : today();
  const wanted = lines.map(({ kind, invoiceId, reference, amountCents, feeCents, purpose, payerName }) => ({
    reference,
    bookedOn,
    amountCents,
    feeCents,
    purpose,
    payerName,
    documentId: kind === "payment" ? documents.get(invoiceId ?? "") : undefined,
  }));
  const posted = (line: Booking, providerId: string | null) =>
    db.booking.update({
      where: { customerId_id: { customerId, id: line.id } },
      data: { sentAt: now(), sendsAgain: false, providerId, error: null },
    });
  const left = new Map(lines.map((line) => [line.reference, line]));
  // Stored at once: if the supplier moves to another system in between, we know what the previous one has taken.
  const note = async (reference: string, id: string) => {
    const line = left.get(reference);
    if (line) await posted(line, id);
    left.delete(reference);
  };
  const ids = await bookings.postLines(accountId, wanted, note).catch(async (error: unknown) => {
    await noteRefusal(customerId, [...left.values()], error);
    throw error;
  });
  await db.$transaction([...left.values()].map((line) => posted(line, ids.get(line.reference) ?? null)));
}

/** Stores the vendor's error on every booking line it rejected. Ignores retryable errors and missing permission. */
async function noteRefusal(customerId: CustomerId, lines: Booking[], error: unknown): Promise<void> {
  if (!(error instanceof ProviderError) || error.isRetryable || error.kind === "forbidden") return;
  const where = { customerId, id: { in: lines.map((line) => line.id) } };
  await db.booking.updateMany({ where, data: { error: error.message } });
}

async function closeBooking(
  customerId: CustomerId,
  payout: Payout,
  status: BookingStatus,
  error?: string,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const closed = await tx.payout.updateMany({
      where: { customerId, id: payout.id, bookingStatus: "pending" },
      data: { bookingStatus: status, bookedAt: status === "booked" ? now() : null, bookingError: error ?? null },
    });
    // A DATEV file took the payout, or another run closed it, while this run was under way. That newer state stays.
    if (closed.count === 0) return;
    const key = `booking-refused:${payout.id}`;
    if (status === "needs_attention") {
      await raiseNotice(tx, customerId, {
        key,
        kind: "booking_refused",
        data: { payoutId: payout.id, reference: payout.reference },
      });
      return;
    }
    await resolveNotice(tx, customerId, key);
    // The accounting system should now show these invoices as paid, so they are read again.
    const items = await tx.booking.findMany({
      where: { customerId, payoutId: payout.id, invoiceId: { not: null } },
      select: { invoiceId: true },
    });
    const ids = items.map((row) => row.invoiceId).filter((id) => id !== null);
    await tx.invoice.updateMany({ where: { customerId, id: { in: ids } }, data: { openStaleAt: new Date() } });
    await enqueue(tx, jobs.syncInvoices, { customerId });
  });
}
