import type { CustomerId } from "@/lib/auth/scope";
import { db, type Prisma } from "@/lib/core/database/db";
import { findSortedPage } from "@/lib/core/database/page-reading";
import type { Payout } from "@/lib/core/prisma/client";
import type { Page, PageRequest } from "@/lib/core/web/paging";

// A payout without an arrival date is newer than any payout with one.
const NEWEST: Prisma.PayoutOrderByWithRelationInput[] = [
  { arrivalDate: { sort: "desc", nulls: "first" } },
  { id: "desc" },
];

/** Returns a page of the supplier's payouts, newest first. */
export async function findPayouts(customerId: CustomerId, request: PageRequest): Promise<Page<Payout>> {
  return await findSortedPage(customerId, request, {
    order: NEWEST,
    row: (id) => db.payout.findUnique({ where: { customerId_id: { customerId, id } } }),
    rows: ({ where, ...args }) => db.payout.findMany({ ...args, where: { AND: [{ customerId }, where] } }),
  });
}

/** Items or booking lines on one page. */
export const SHOWN_AT_ONCE = 100;

function stretchOf(page: number): { skip: number; take: number } {
  return { skip: (page - 1) * SHOWN_AT_ONCE, take: SHOWN_AT_ONCE };
}

/**
 * Returns a payout with one page of its items and one of its booking lines; null for an unknown id and for a payout of
 * another supplier.
 *
 * @param pages the pages of both, which count from 1
 */
export async function readShownPayout(
  customerId: CustomerId,
  id: string,
  pages: { items: number; bookings: number },
): Promise<Prisma.PayoutGetPayload<{ include: { items: true; bookings: true } }> | null> {
  return await db.payout.findUnique({
    where: { customerId_id: { customerId, id } },
    include: {
      items: { orderBy: { position: "asc" }, ...stretchOf(pages.items) },
      bookings: { orderBy: { id: "asc" }, ...stretchOf(pages.bookings) },
    },
  });
}

/** Sums and counts over all items and booking lines of a payout, and the invoices of those on the page. */
export interface PayoutWhole {
  /** Sums by type and sign, which together separate fees, payments and returns. */
  sums: { type: string; tenths: number }[];
  itemCount: number;
  bookingCount: number;
  /** True if the payout has lines and the accounting system has taken each one. */
  isAllSent: boolean;
  invoices: { id: string; number: string; contactId: string | null; contactName: string; books: string }[];
}

/** Reads all totals in one statement, so that the page needs four statements however large the payout is. */
export async function readPayoutWhole(
  customerId: CustomerId,
  payoutId: string,
  invoiceIds: string[],
): Promise<PayoutWhole> {
  const [row] = await db.$queryRaw<[PayoutWhole]>`
    WITH items AS (
      SELECT type, sum(tenths)::float8 AS tenths, count(*)::int AS count FROM payout_items
      WHERE customer_id = ${customerId} AND payout_id = ${payoutId} GROUP BY type, tenths >= 0
    ),
    lines AS (
      SELECT count(*)::int AS count, count(*) FILTER (WHERE sent_at IS NULL)::int AS unsent FROM bookings
      WHERE customer_id = ${customerId} AND payout_id = ${payoutId}
    ),
    shown AS (
      SELECT id, number, contact_id AS "contactId", contact_name AS "contactName", books FROM invoices
      WHERE customer_id = ${customerId} AND id = ANY (${invoiceIds})
    )
    SELECT
      (SELECT COALESCE(json_agg(json_build_object('type', type, 'tenths', tenths)), '[]') FROM items) AS sums,
      (SELECT COALESCE(sum(count), 0)::int FROM items) AS "itemCount",
      lines.count AS "bookingCount",
      lines.count > 0 AND lines.unsent = 0 AS "isAllSent",
      (SELECT COALESCE(json_agg(shown), '[]') FROM shown) AS invoices
    FROM lines`;
  return row;
}
