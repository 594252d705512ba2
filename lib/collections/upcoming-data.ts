import type { CustomerId } from "@/lib/auth/scope";
import { today } from "@/lib/core/clock";
import { type Day, fromDate } from "@/lib/core/dates";
import { Prisma, type Tx } from "@/lib/core/db";
import { cutPage } from "@/lib/core/page-reading";
import type { Page, PageRequest } from "@/lib/core/paging";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { stopUntilOf, type UpcomingState, upcomingStateOf } from "./upcoming-rules";

const TO_BE_DEBITED = Prisma.sql`c.status IN ('pending', 'created', 'submitted')`;
const CHANGEABLE = Prisma.sql`c.status IN ('pending', 'created') AND c.cancel_requested_at IS NULL`;

/** Stopped by the supplier, with nothing in its place: it stays in the list of its day, where it can be released. */
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
  /** How many of them the provider still keeps. */
  stoppable: number;
}

const MAX_DAYS = 60;

/**
 * The debits of the days to come. A collection is made in the moment in which its invoice is decided to be collected,
 * days or weeks before its debit day, so these rows are all there is: no invoice waits to be debited without one.
 * Their day is the one the provider has granted, or the one asked for until it has answered.
 *
 * @returns days from today on, nearest first
 */
export async function readUpcomingDays(tx: Tx, customerId: CustomerId): Promise<UpcomingDay[]> {
  return await sumByDay(
    tx,
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
  payerName: string;
  amountCents: number;
  day: Day;
  /** Country and last digits of the payer's account, and the reference of the mandate. */
  accountHint: string;
  mandateReference: string;
  status: CollectionStatus;
  state: UpcomingState;
  /** The last whole day on which it can be stopped for sure. */
  stopUntil: Day;
  heldUntil?: Day;
}

interface StoredDebit {
  id: string;
  invoice_id: string;
  number: string;
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

const SHOWN = Prisma.sql`c.id, c.invoice_id, i.number, i.contact_name, c.amount_cents, c.debit_date AS day,
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

/** The debits of one day, largest first, with those that were stopped; one page by the key of its first or last row. */
export async function readDebitsOfDay(
  tx: Tx,
  customerId: CustomerId,
  { day, page }: { day: Day; page: PageRequest },
): Promise<Page<UpcomingDebit>> {
  const { items, ...keys } = await cutPage(page, async ({ take, from, isBack }) => {
    const place = Prisma.sql`(SELECT p.amount_cents FROM collections p WHERE p.customer_id = ${customerId} AND p.id = ${from})`;
    const beyond = Prisma.sql`AND (c.amount_cents, c.id) ${isBack ? Prisma.sql`>` : Prisma.sql`<`} (${place}, ${from})`;
    const order = isBack ? Prisma.sql`c.amount_cents, c.id` : Prisma.sql`c.amount_cents DESC, c.id DESC`;
    const rows = await tx.$queryRaw<StoredDebit[]>`
      SELECT ${SHOWN}
      WHERE c.customer_id = ${customerId} AND c.debit_date = CAST(${day} AS date) ${from ? beyond : Prisma.empty}
        AND (${TO_BE_DEBITED} OR (${stopped(today())}))
      ORDER BY ${order} LIMIT ${take}`;
    return isBack ? rows.reverse() : rows;
  });
  return { items: items.map(debitOf), ...keys };
}

/** From one day to another, both included. */
interface DayRange {
  from: Day;
  to: Day;
  onlyStoppable?: boolean;
}

function inRange(customerId: CustomerId, { from, to, onlyStoppable }: DayRange): Prisma.Sql {
  return Prisma.sql`c.customer_id = ${customerId} AND c.debit_date BETWEEN CAST(${from} AS date) AND CAST(${to} AS date)
    AND ${onlyStoppable ? CHANGEABLE : TO_BE_DEBITED}`;
}

/** What some days add up to, for a mail; days without such a debit are not there. */
export async function readUpcomingSums(tx: Tx, customerId: CustomerId, range: DayRange): Promise<UpcomingDay[]> {
  return await sumByDay(tx, inRange(customerId, range));
}

/** The largest of them. */
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
