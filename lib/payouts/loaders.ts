import { cache } from "react";
import { booksOf, isBooks, isFileBooks, outboxOf } from "@/lib/connections/rules";
import { type Day, fromDate } from "@/lib/core/dates";
import { db } from "@/lib/core/db";
import { centsFromTenths } from "@/lib/core/money";
import { findPage } from "@/lib/core/page-reading";
import type { Page, PageRequest } from "@/lib/core/paging";
import type { BookingStatus, PayoutStatus } from "@/lib/core/prisma/enums";
import { pageAccount, pageSession } from "@/lib/customers/loaders";
import { capabilitiesOf } from "@/lib/providers/accounting/systems";
import { DATEV_OUTBOX } from "./datev-rules";
import { type BookingTie, isInFormerBooks, type StatementSums, sumsOf, tieOf } from "./rules";

export interface PayoutRow {
  id: string;
  reference: string;
  day?: Day;
  amountCents: number;
  feeCents: number;
  status: PayoutStatus;
  bookingStatus: BookingState;
}

/** What came of a payout in the books; one that bounced is not booked, or stands there although no money came. */
export type BookingState = BookingStatus | "withheld" | "to_take_back";

function bookingStateOf({ status, bookingStatus }: StoredPayout): BookingState {
  if (status !== "bounced" || bookingStatus === "unavailable") return bookingStatus;
  return bookingStatus === "pending" ? "withheld" : "to_take_back";
}

type StoredPayout = Awaited<ReturnType<typeof db.payout.findMany>>[number];

function rowOf(payout: StoredPayout): PayoutRow {
  const { id, reference, providerId, arrivalDate, amountCents, feeCents, status } = payout;
  return {
    id,
    reference: reference || providerId,
    day: arrivalDate ? fromDate(arrivalDate) : undefined,
    amountCents,
    feeCents,
    status,
    bookingStatus: bookingStateOf(payout),
  };
}

// What has no day yet is newer than what has one.
const NEWEST = [{ arrivalDate: { sort: "desc", nulls: "first" } }, { id: "desc" }] as const;

export const loadPayouts = cache(async (request: PageRequest): Promise<Page<PayoutRow>> => {
  const { customerId } = await pageSession();
  const page = await findPage(customerId, request, (args) =>
    db.payout.findMany({ where: { customerId }, orderBy: [...NEWEST], ...args }),
  );
  return { ...page, items: page.items.map(rowOf) };
});

export interface PayoutItemView {
  position: number;
  type: string;
  tenths: number;
  isForeign: boolean;
  providerPaymentId?: string;
  invoice?: { id: string; number: string; contactName: string };
}

export interface BookingView {
  id: string;
  reference: string;
  kind: string;
  purpose: string;
  payerName: string;
  amountCents: number;
  feeCents: number;
  tie: BookingTie;
  sentAt?: string;
  error?: string;
  invoiceId?: string;
}

export interface PayoutView extends PayoutRow {
  providerId: string;
  items: PayoutItemView[];
  sums: StatementSums;
  roundedCents: number;
  /** The items are complete; before that there is nothing to prove. */
  isArchived: boolean;
  addsUp: boolean;
  bookings: BookingView[];
  bookingError?: string;
  bookedAt?: string;
  /** Where the file for the tax adviser is found that it is in, or will be. */
  outbox?: string;
  /** Whether it can be taken to the books in use again. */
  canRetrigger: boolean;
}

/** One payout with everything in it; undefined for an id of nobody or of somebody else. */
export const loadPayout = cache(async (id: string): Promise<PayoutView | undefined> => {
  const { customerId } = await pageSession();
  const books = booksOf((await pageAccount()).account.connections);
  const payout = await db.payout.findUnique({
    where: { customerId_id: { customerId, id } },
    include: { items: { orderBy: { position: "asc" } }, bookings: { orderBy: { id: "asc" } } },
  });
  if (!payout) return undefined;
  const invoiceIds = payout.items.flatMap((item) => item.invoiceId ?? []);
  const invoices = await db.invoice.findMany({
    where: { customerId, id: { in: invoiceIds } },
    select: { id: true, number: true, contactName: true, books: true },
  });
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const sums = sumsOf(payout.items);
  const isByFile = books !== undefined && isFileBooks(books.type);
  const settlesBy = books && isBooks(books.type) ? capabilitiesOf(books.type).settlesBy : "hint";
  return {
    ...rowOf(payout),
    outbox: payout.datevBatchId ? DATEV_OUTBOX : payout.bookingStatus === "pending" ? outboxOf(books?.type) : undefined,
    canRetrigger:
      payout.bookingStatus !== "unavailable" &&
      payout.status !== "bounced" &&
      !(isByFile && isInFormerBooks(payout.bookings)),
    providerId: payout.providerId,
    items: payout.items.map((item) => ({
      position: item.position,
      type: item.type,
      tenths: item.tenths,
      isForeign: item.isForeign,
      providerPaymentId: item.providerPaymentId ?? undefined,
      invoice: item.invoiceId ? byId.get(item.invoiceId) : undefined,
    })),
    sums,
    roundedCents: centsFromTenths(sums.total),
    isArchived: payout.archivedAt !== null,
    addsUp: centsFromTenths(sums.total) === payout.amountCents,
    bookings: payout.bookings.map((booking) => ({
      id: booking.id,
      reference: booking.reference,
      kind: booking.kind,
      purpose: booking.purpose,
      payerName: booking.payerName,
      amountCents: booking.amountCents,
      feeCents: booking.feeCents,
      tie: tieOf(booking, settlesBy, byId.get(booking.invoiceId ?? "")?.books === books?.type),
      sentAt: booking.sendsAgain ? undefined : booking.sentAt?.toISOString(),
      error: booking.error ?? undefined,
      invoiceId: booking.invoiceId ?? undefined,
    })),
    bookingError: payout.bookingError ?? undefined,
    bookedAt: payout.bookedAt?.toISOString(),
  };
});

/** The payouts in which payments appear, on either side. */
export async function loadPayoutsWith(
  customerId: string,
  paymentIds: string[],
): Promise<{ id: string; reference: string }[]> {
  if (paymentIds.length === 0) return [];
  const items = await db.payoutItem.findMany({
    where: { customerId, providerPaymentId: { in: paymentIds } },
    select: { payout: { select: { id: true, reference: true, providerId: true } } },
  });
  const payouts = items.map(({ payout }) => ({ id: payout.id, reference: payout.reference || payout.providerId }));
  return [...new Map(payouts.map((payout) => [payout.id, payout])).values()];
}
