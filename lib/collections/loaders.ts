import { cache } from "react";
import { today } from "@/lib/core/clock";
import { addDays, type Day, fromDate, toDate } from "@/lib/core/dates";
import { db, type Prisma } from "@/lib/core/db";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { pageSession } from "@/lib/customers/loaders";
import { historyOf } from "./status-rules";

/** Not yet in a payout: promised, but not received. */
const ON_ITS_WAY: CollectionStatus[] = ["pending", "created", "submitted", "confirmed"];
const TO_BE_DEBITED: CollectionStatus[] = ["pending", "created", "submitted"];
const RETURNED: CollectionStatus[] = [
  "failed",
  "late_failure",
  "charged_back",
  "chargeback_settled",
  "mandate_expired",
];

export interface Sum {
  count: number;
  cents: number;
}

export interface MoneyFigures {
  onItsWay: Sum;
  thisMonth: Sum;
  lastMonth: Sum;
}

export const loadMoneyFigures = cache(async (): Promise<MoneyFigures> => {
  const { customerId } = await pageSession();
  const monthStart = `${today().slice(0, 7)}-01`;
  const lastStart = `${addDays(monthStart, -1).slice(0, 7)}-01`;
  const sum = async (where: object): Promise<Sum> => {
    const found = await db.collection.aggregate({
      where: { customerId, ...where },
      _count: true,
      _sum: { amountCents: true },
    });
    return { count: found._count, cents: found._sum.amountCents ?? 0 };
  };
  const [onItsWay, thisMonth, lastMonth] = await Promise.all([
    sum({ holdsInvoice: true, status: { in: ON_ITS_WAY } }),
    sum({ status: "paid_out", chargeDate: { gte: toDate(monthStart) } }),
    sum({ status: "paid_out", chargeDate: { gte: toDate(lastStart), lt: toDate(monthStart) } }),
  ]);
  return { onItsWay, thisMonth, lastMonth };
});

export interface NextDebit extends Sum {
  day: Day;
}

const NEXT_DAYS = 5;

/** The next days on which payers are debited. */
export const loadNextDebits = cache(async (): Promise<NextDebit[]> => {
  const { customerId } = await pageSession();
  const rows = await db.collection.groupBy({
    by: ["chargeDate", "requestedDate"],
    where: { customerId, holdsInvoice: true, status: { in: TO_BE_DEBITED } },
    _count: true,
    _sum: { amountCents: true },
  });
  const days = new Map<Day, NextDebit>();
  for (const row of rows) {
    const day = fromDate(row.chargeDate ?? row.requestedDate);
    if (day < today()) continue;
    const entry = days.get(day) ?? { day, count: 0, cents: 0 };
    days.set(day, { day, count: entry.count + row._count, cents: entry.cents + (row._sum.amountCents ?? 0) });
  }
  return [...days.values()].sort((a, b) => a.day.localeCompare(b.day)).slice(0, NEXT_DAYS);
});

export interface Week {
  /** Its Monday. */
  start: Day;
  collected: number;
  due: number;
  returned: number;
  isCurrent: boolean;
}

const WEEKS_BACK = 7;
const WEEKS_AHEAD = 4;

function mondayOf(day: Day): Day {
  const weekday = toDate(day).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** Money by the week of its debit: received, still due, and come back. Empty when there was never any. */
export const loadWeeks = cache(async (): Promise<Week[]> => {
  const { customerId } = await pageSession();
  const current = mondayOf(today());
  const first = addDays(current, -7 * WEEKS_BACK);
  const rows = await db.collection.groupBy({
    by: ["chargeDate", "requestedDate", "status"],
    where: {
      customerId,
      requestedDate: { gte: toDate(addDays(first, -14)), lt: toDate(addDays(current, 7 * (WEEKS_AHEAD + 1))) },
    },
    _sum: { amountCents: true },
  });
  if (rows.length === 0) return [];
  const weeks: Week[] = Array.from({ length: WEEKS_BACK + 1 + WEEKS_AHEAD }, (_, index) => {
    const start = addDays(first, 7 * index);
    return { start, collected: 0, due: 0, returned: 0, isCurrent: start === current };
  });
  for (const row of rows) {
    const week = weeks.find((candidate) => candidate.start === mondayOf(fromDate(row.chargeDate ?? row.requestedDate)));
    if (!week) continue;
    const cents = row._sum.amountCents ?? 0;
    if (row.status === "confirmed" || row.status === "paid_out") week.collected += cents;
    else if (TO_BE_DEBITED.includes(row.status)) week.due += cents;
    else if (RETURNED.includes(row.status)) week.returned += cents;
  }
  return weeks;
});

export interface AttemptEvent {
  id: string;
  status: CollectionStatus;
  action: string;
  cause?: string;
  code?: string;
  at: string;
}

export interface Attempt {
  id: string;
  attempt: number;
  status: CollectionStatus;
  holdsInvoice: boolean;
  amountCents: number;
  reference: string;
  debitDate: Day;
  wantedDate: Day;
  failureCode?: string;
  failureCause?: string;
  willAttemptRetry: boolean;
  isDuplicate: boolean;
  cancelRequestedAt?: string;
  canCancel: boolean;
  createdAt: string;
  events: AttemptEvent[];
}

type StoredAttempt = Prisma.CollectionGetPayload<{ include: { events: true } }>;

/** For the invoice that was debited; the rows are read with it. */
export function attemptOf(row: StoredAttempt): Attempt {
  return {
    id: row.id,
    attempt: row.attempt,
    status: row.status,
    holdsInvoice: row.holdsInvoice,
    amountCents: row.amountCents,
    reference: row.reference,
    debitDate: fromDate(row.chargeDate ?? row.requestedDate),
    wantedDate: fromDate(row.wantedDate),
    failureCode: row.failureCode ?? undefined,
    failureCause: row.failureCause ?? undefined,
    willAttemptRetry: row.willAttemptRetry,
    isDuplicate: row.isDuplicate,
    cancelRequestedAt: row.cancelRequestedAt?.toISOString(),
    canCancel: row.holdsInvoice && !row.cancelRequestedAt && (row.status === "pending" || row.status === "created"),
    createdAt: row.createdAt.toISOString(),
    // Newest first, so that steps of the same instant keep their order. "planned" is our own first step, which the attempt itself already tells.
    events: historyOf(row.events)
      .toReversed()
      .filter((event) => event.action !== "planned")
      .map((event) => ({
        id: event.id,
        status: event.status,
        action: event.action,
        cause: event.cause ?? undefined,
        code: event.code ?? undefined,
        at: event.occurredAt.toISOString(),
      })),
  };
}
