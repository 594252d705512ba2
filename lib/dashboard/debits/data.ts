import type { CustomerId } from "@/lib/auth/scope";
import { db, Prisma } from "@/lib/core/database/db";
import { type Day, toDate } from "@/lib/core/time/dates";
import type { DayOfDebits } from "./rules";

// Literals, so that the planner recognises the rows of a partial index; the same states as `NOT_PAID_OUT`.
const UNDER_WAY = Prisma.sql`('pending', 'created', 'submitted', 'mandate_transferred', 'confirmed')`;
const SUMS = Prisma.sql`
  debit_date::text AS day, status::text AS status, holds_invoice AS "holdsInvoice",
  count(*)::int AS count, sum(amount_cents)::float8 AS cents FROM collections`;

/**
 * Returns the SQL that sums collections by charge date and status: all since a day, and earlier ones still under way.
 */
export function debitDaysSql(customerId: CustomerId, since: Day): Prisma.Sql {
  return Prisma.sql`
    SELECT ${SUMS}
    WHERE customer_id = ${customerId} AND debit_date >= ${toDate(since)}::date
    GROUP BY 1, 2, 3
    UNION ALL
    SELECT ${SUMS}
    WHERE customer_id = ${customerId} AND debit_date < ${toDate(since)}::date
      AND status IN ${UNDER_WAY}
    GROUP BY 1, 2, 3`;
}

export async function readDebitDays(customerId: CustomerId, since: Day): Promise<DayOfDebits[]> {
  return await db.$queryRaw<DayOfDebits[]>(debitDaysSql(customerId, since));
}
