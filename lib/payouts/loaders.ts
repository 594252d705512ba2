import { cache } from "react";
import { pageAccount, pageSession } from "@/lib/auth/sessions/page-session";
import { centsFromTenths } from "@/lib/core/money/money";
import type { Booking, Payout, PayoutItem } from "@/lib/core/prisma/client";
import type { PayoutStatus } from "@/lib/core/prisma/enums";
import { type Day, fromDate } from "@/lib/core/time/dates";
import type { Page, PageRequest } from "@/lib/core/web/paging";
import { DATEV_OUTBOX } from "@/lib/payouts/datev/rules";
import { findPayouts, readPayoutWhole, readShownPayout, SHOWN_AT_ONCE } from "@/lib/payouts/record/page-data";
import { capabilitiesOf } from "@/lib/providers/accounting/systems";
import { accountingInUse, isFileBasedSystem, isOnlineSystem, outboxOf } from "@/lib/vendors/rules";
import { type BookingState, type BookingTie, bookingStateOf, type StatementSums, sumsOf, tieOf } from "./rules";

export interface PayoutRow {
  id: string;
  reference: string;
  day?: Day;
  amountCents: number;
  feeCents: number;
  status: PayoutStatus;
  bookingStatus: BookingState;
}

function rowOf(payout: Payout): PayoutRow {
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

export const loadPayouts = cache(async (request: PageRequest): Promise<Page<PayoutRow>> => {
  const { customerId } = await pageSession();
  const page = await findPayouts(customerId, request);
  return { ...page, items: page.items.map(rowOf) };
});

export interface PayoutItemView {
  position: number;
  type: string;
  tenths: number;
  isForeign: boolean;
  providerPaymentId?: string;
  invoice?: { id: string; number: string; contactId: string | null; contactName: string };
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
  contactId?: string;
}

/** One page of a list whose rows never change their place. */
interface ShownPage<T> {
  rows: T[];
  /** Counts from 1. */
  page: number;
  pages: number;
  total: number;
}

function numbered<T>(rows: T[], page: number, total: number): ShownPage<T> {
  return { rows, page, pages: Math.max(1, Math.ceil(total / SHOWN_AT_ONCE)), total };
}

export interface PayoutView extends PayoutRow {
  providerId: string;
  items: ShownPage<PayoutItemView>;
  sums: StatementSums;
  roundedCents: number;
  /** True if the items are complete. Before that there is no sum to check. */
  isArchived: boolean;
  addsUp: boolean;
  bookings: ShownPage<BookingView>;
  bookingError?: string;
  bookedAt?: string;
  /** The page with the file for the tax adviser that the payout is in, or will be in. */
  outbox?: string;
  /** True if the supplier may have it booked again in the accounting system in use. */
  canRetrigger: boolean;
}

/**
 * Returns one payout with its sums; undefined for an unknown id and for a payout of another supplier.
 *
 * @param itemPage page of its items, and `bookingPage` of its booking lines; both count from 1
 */
export const loadPayout = cache(
  async (id: string, itemPage: number, bookingPage: number): Promise<PayoutView | undefined> => {
    const { customerId } = await pageSession();
    const books = accountingInUse((await pageAccount()).account.connections);
    const payout = await readShownPayout(customerId, id, { items: itemPage, bookings: bookingPage });
    if (!payout) return undefined;
    const shown = [...payout.items, ...payout.bookings].flatMap((one) => one.invoiceId ?? []);
    const whole = await readPayoutWhole(customerId, id, shown);
    const byId = new Map(whole.invoices.map((invoice) => [invoice.id, invoice]));
    const sums = sumsOf(whole.sums);
    const isByFile = books !== undefined && isFileBasedSystem(books.type);
    const settlesBy = books && isOnlineSystem(books.type) ? capabilitiesOf(books.type).settlesBy : "hint";
    const items = payout.items.map((item) => itemOf(item, byId.get(item.invoiceId ?? "")));
    const bookings = payout.bookings.map((booking) =>
      bookingOf(booking, byId.get(booking.invoiceId ?? ""), (known) =>
        tieOf(booking, settlesBy, known === books?.type),
      ),
    );
    return {
      ...rowOf(payout),
      outbox: payout.datevBatchId
        ? DATEV_OUTBOX
        : payout.bookingStatus === "pending"
          ? outboxOf(books?.type)
          : undefined,
      canRetrigger:
        payout.bookingStatus !== "unavailable" && payout.status !== "bounced" && !(isByFile && whole.isAllSent),
      providerId: payout.providerId,
      items: numbered(items, itemPage, whole.itemCount),
      sums,
      roundedCents: centsFromTenths(sums.total),
      isArchived: payout.archivedAt !== null,
      addsUp: centsFromTenths(sums.total) === payout.amountCents,
      bookings: numbered(bookings, bookingPage, whole.bookingCount),
      bookingError: payout.bookingError ?? undefined,
      bookedAt: payout.bookedAt?.toISOString(),
    };
  },
);

function itemOf(item: PayoutItem, invoice: PayoutItemView["invoice"]): PayoutItemView {
  const { position, type, tenths, isForeign, providerPaymentId } = item;
  return { position, type, tenths, isForeign, providerPaymentId: providerPaymentId ?? undefined, invoice };
}

function bookingOf(
  booking: Booking,
  invoice: { books: string; contactId: string | null } | undefined,
  tieIn: (books: string | undefined) => BookingTie,
): BookingView {
  const { id, reference, kind, purpose, payerName, amountCents, feeCents, sendsAgain, sentAt, error, invoiceId } =
    booking;
  return {
    ...{ id, reference, kind, purpose, payerName, amountCents, feeCents },
    tie: tieIn(invoice?.books),
    sentAt: sendsAgain ? undefined : sentAt?.toISOString(),
    error: error ?? undefined,
    invoiceId: invoiceId ?? undefined,
    contactId: invoice?.contactId ?? undefined,
  };
}
