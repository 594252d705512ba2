import type { CustomerId } from "@/lib/auth/scope";
import { db, Prisma, type Tx } from "@/lib/core/database/db";
import { cutPage } from "@/lib/core/database/page-reading";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { today } from "@/lib/core/time/clock";
import { type Day, fromDate } from "@/lib/core/time/dates";
import type { Page, PageRequest } from "@/lib/core/web/paging";
import { stopUntilOf, type UpcomingState, upcomingStateOf } from "./rules";

const TO_BE_DEBITED = Prisma.sql`c.status IN ('pending', 'created', 'submitted')`;
const CHANGEABLE = Prisma.sql`c.status IN ('pending', 'created') AND c.cancel_requested_at IS NULL`;

/**
 * Condition for collections that the supplier stopped and that nothing replaces. They stay in the list of their day,
 * where they can be released.
 */
function stopped(day: Day): Prisma.Sql {
  return Prisma.sql`c.status = 'cancelled' AND i.book_status = 'open'
    AND c.cancel_reason IN ('invoice_held', 'invoice_excluded', 'by_supplier')
    AND (i.is_excluded OR i.held_until > CAST(${day} AS date))
    AND NOT EXISTS (SELECT 1 FROM collections n WHERE n.customer_id = c.customer_id
      AND n.invoice_id = c.invoice_id AND n.attempt > c.attempt)`;
}

export interface UpcomingDay {
  day: Day;
  count: number;
  cents: number;
  /** How many of these collections can still be stopped. */
  stoppable: number;
}

const MAX_DAYS = 60;

/**
 * Returns the sums of upcoming collections by charge date. A collection is created when its invoice is decided, days or
 * weeks before its charge date, so these rows are complete. The charge date is the one the provider has granted, or the
 * requested one until it has answered.
 *
 * @returns days from today on, nearest first
 */
export async function readUpcomingDays(customerId: CustomerId): Promise<UpcomingDay[]> {
  return await sumByDay(
    db,
    Prisma.sql`c.customer_id = ${customerId} AND c.debit_date >= CAST(${today()} AS date) AND ${TO_BE_DEBITED}`,
  );
}

async function sumByDay(tx: Tx, where: Prisma.Sql): Promise<UpcomingDay[]> {
  const rows = await tx.$queryRaw<{ day: Date; count: bigint; cents: bigint; stoppable: bigint }[]>`
    SELECT c.debit_date AS day, count(*) AS count, sum(c.amount_cents) AS cents,
      count(*) FILTER (WHERE ${CHANGEABLE}) AS stoppable
    FROM collections c WHERE ${where}
    GROUP BY 1 ORDER BY 1 LIMIT ${MAX_DAYS}`;
  return rows.map((row) => ({
    day: fromDate(row.day),
    count: Number(row.count),
    cents: Number(row.cents),
    stoppable: Number(row.stoppable),
  }));
}

export interface UpcomingDebit {
  id: string;
  invoiceId: string;
  number: string;
  contactId?: string;
  payerName: string;
  amountCents: number;
  day: Day;
  /** Country and last digits of the payer's account, and the reference of the mandate. */
  accountHint: string;
  mandateReference: string;
  status: CollectionStatus;
  state: UpcomingState;
  /** The last whole day on which it can certainly be stopped. */
  stopUntil: Day;
  heldUntil?: Day;
}

interface StoredDebit {
  id: string;
  invoice_id: string;
  number: string;
  contact_id: string | null;
  contact_name: string;
  amount_cents: number;
  day: Date;
  account_hint: string;
  reference: string;
  status: CollectionStatus;
  cancel_requested_at: Date | null;
  needs_decision: boolean;
  is_excluded: boolean;
  held_until: Date | null;
}

const SHOWN = Prisma.sql`c.id, c.invoice_id, i.number, i.contact_id, i.contact_name, c.amount_cents, c.debit_date AS day,
  m.account_hint, m.reference, c.status, c.cancel_requested_at, i.needs_decision, i.is_excluded, i.held_until
  FROM collections c
  JOIN invoices i ON i.customer_id = c.customer_id AND i.id = c.invoice_id
  JOIN mandates m ON m.customer_id = c.customer_id AND m.id = c.mandate_id`;

function debitOf(row: StoredDebit): UpcomingDebit {
  const day = fromDate(row.day);
  const heldUntil = row.held_until ? fromDate(row.held_until) : null;
  const facts = {
    status: row.status,
    isCancelRequested: row.cancel_requested_at !== null,
    needsDecision: row.needs_decision,
    isExcluded: row.is_excluded,
    heldUntil,
  };
  return {
    id: row.id,
    invoiceId: row.invoice_id,
    number: row.number,
    contactId: row.contact_id ?? undefined,
    payerName: row.contact_name,
    amountCents: row.amount_cents,
    day,
    accountHint: row.account_hint,
    mandateReference: row.reference,
    status: row.status,
    state: upcomingStateOf(facts, today()),
    stopUntil: stopUntilOf(day),
    heldUntil: heldUntil ?? undefined,
  };
}

/**
 * Returns one page of a day's collections, largest first, including those that were stopped. The key of the first or
 * last row selects the page.
 */
export async function readDebitsOfDay(
  customerId: CustomerId,
  { day, page }: { day: Day; page: PageRequest },
): Promise<Page<UpcomingDebit>> {
  const { items, ...keys } = await cutPage(page, async ({ take, from, isBack }) => {
    const place = Prisma.sql`(SELECT p.amount_cents FROM collections p WHERE p.customer_id = ${customerId} AND p.id = ${from})`;
    const beyond = Prisma.sql`AND (c.amount_cents, c.id) ${isBack ? Prisma.sql`>` : Prisma.sql`<`} (${place}, ${from})`;
    const order = isBack ? Prisma.sql`c.amount_cents, c.id` : Prisma.sql`c.amount_cents DESC, c.id DESC`;
    const rows = await db.$queryRaw<StoredDebit[]>`
      SELECT ${SHOWN}
      WHERE c.customer_id = ${customerId} AND c.debit_date = CAST(${day} AS date) ${from ? beyond : Prisma.empty}
        AND (${TO_BE_DEBITED} OR (${stopped(today())}))
      ORDER BY ${order} LIMIT ${take}`;
    return isBack ? rows.reverse() : rows;
  });
  return { items: items.map(debitOf), ...keys };
}

/** A range of days, both included. */
interface DayRange {
  from: Day;
  to: Day;
  onlyStoppable?: boolean;
}

function inRange(customerId: CustomerId, { from, to, onlyStoppable }: DayRange): Prisma.Sql {
  return Prisma.sql`c.customer_id = ${customerId} AND c.debit_date BETWEEN CAST(${from} AS date) AND CAST(${to} AS date)
    AND ${onlyStoppable ? CHANGEABLE : TO_BE_DEBITED}`;
}

/** Returns the sums by day of a range, for a mail; days without such a collection are missing. */
export async function readUpcomingSums(tx: Tx, customerId: CustomerId, range: DayRange): Promise<UpcomingDay[]> {
  return await sumByDay(tx, inRange(customerId, range));
}

/** Returns the largest collections of a range. */
export async function readLargestDebits(
  tx: Tx,
  customerId: CustomerId,
  range: DayRange & { rows: number },
): Promise<UpcomingDebit[]> {
  const rows = await tx.$queryRaw<StoredDebit[]>`
    SELECT ${SHOWN} WHERE ${inRange(customerId, range)}
    ORDER BY c.amount_cents DESC, c.id DESC LIMIT ${range.rows}`;
  return rows.map(debitOf);
}
