import { today } from "@/lib/core/clock";
import { type Day, fromDate } from "@/lib/core/dates";
import { findPage } from "@/lib/core/page-reading";
import type { Page, PageRequest } from "@/lib/core/paging";
import type { CollectionStatus, ReturnOutcome } from "@/lib/core/prisma/enums";
import { pageSession } from "@/lib/customers/loaders";
import { ALL_TRIES, earliestRetryDay, mayBeRetried, needsNewMandate } from "./retry-rules";
import { readReturns, type StoredNote, type StoredReturn } from "./return-data";
import type { ReturnFilter } from "./types";

/** A later debit of the invoice, on its way. */
export interface NextTry {
  day: Day;
  amountCents: number;
  /** By the plan; else because a person, or a new mandate, said so. */
  isByPlan: boolean;
  isRetry: boolean;
  canStop: boolean;
}

/** What stands against another try by a person, or from which day on it may be. */
export type RetryChance =
  | { state: "possible"; earliest: Day }
  | { state: "provider" | "limit" | "mandate" | "not_by_code" | "with_bank" | "deceased" };

export interface ReturnRow {
  id: string;
  invoiceId: string;
  number: string;
  contactName: string;
  amountCents: number;
  /** The day of the debit that came back. */
  chargeDay: Day;
  status: CollectionStatus;
  code?: string;
  cause?: string;
  /** The provider's own words. */
  text?: string;
  isDone: boolean;
  outcome?: ReturnOutcome;
  /** Debits of this invoice that went out, and how many of them were tries again on this mandate. */
  attempts: number;
  tries: number;
  next?: NextTry;
  retry: RetryChance;
  isRetryStopped: boolean;
  isExcluded: boolean;
  /** Only other account data, that is a new mandate, can help. */
  needsMandate: boolean;
  /** All contact by machine has ended, until a person takes back what the bank said. */
  isDeceased: boolean;
  contactId?: string;
  email?: string;
  /** The invitation that waits for the payer. */
  request?: { id: string; at: string };
  notes: StoredNote[];
}

/** One page of the desk: debits that came back, newest first. */
export async function loadReturns({
  page,
  ...wanted
}: {
  filter: ReturnFilter;
  search?: string;
  page: PageRequest;
}): Promise<Page<ReturnRow>> {
  const { customerId } = await pageSession();
  const found = await findPage(customerId, page, (args) => readReturns(customerId, wanted, args));
  return { ...found, items: found.items.map(rowOf) };
}

function rowOf(row: StoredReturn): ReturnRow {
  const reason = { code: row.failureCode, cause: row.failureCause };
  return {
    id: row.id,
    invoiceId: row.invoiceId,
    number: row.number,
    contactName: row.contactName,
    amountCents: row.amountCents,
    chargeDay: fromDate(row.chargeDate),
    status: row.status,
    code: row.failureCode ?? undefined,
    cause: row.failureCause ?? undefined,
    text: row.failureText ?? undefined,
    isDone: row.isDone,
    outcome: row.outcome ?? undefined,
    attempts: row.attempts,
    tries: row.tries,
    next: nextOf(row),
    retry: chanceOf(row),
    isRetryStopped: row.isRetryStopped,
    isExcluded: row.isExcluded,
    needsMandate: needsNewMandate(reason),
    isDeceased: row.isDeceased,
    contactId: row.contactId ?? undefined,
    email: row.email ?? undefined,
    request: row.requestId && row.requestedAt ? { id: row.requestId, at: row.requestedAt.toISOString() } : undefined,
    notes: row.notes.map((note) => ({ ...note, at: new Date(note.at).toISOString() })),
  };
}

function isMovable({ liveStatus }: StoredReturn): boolean {
  return liveStatus === "pending" || liveStatus === "created";
}

function nextOf(row: StoredReturn): NextTry | undefined {
  if (row.liveStatus === null || row.liveDay === null || row.liveStatus === "paid_out") return undefined;
  return {
    day: fromDate(row.liveDay),
    amountCents: row.liveCents ?? row.amountCents,
    isByPlan: row.liveRetriedBy === "plan",
    isRetry: row.liveRetriedBy !== null,
    canStop: isMovable(row) && row.liveRetriedBy !== null && !row.isCancelling,
  };
}

function chanceOf(row: StoredReturn): RetryChance {
  const reason = { code: row.failureCode, cause: row.failureCause };
  if (row.isDeceased) return { state: "deceased" };
  if (row.willAttemptRetry) return { state: "provider" };
  if (!mayBeRetried(reason)) return { state: "not_by_code" };
  if (row.liveStatus !== null && !(isMovable(row) && row.liveRetriedBy !== null)) return { state: "with_bank" };
  if (!row.isMandateUsable) return { state: "mandate" };
  // The one that is planned and would be moved counts once.
  if (row.tries - (row.liveStatus === null ? 0 : 1) >= ALL_TRIES) return { state: "limit" };
  const next = row.nextPossibleChargeDate;
  const nextPossibleChargeDate = next ? fromDate(next) : today();
  return {
    state: "possible",
    earliest: earliestRetryDay({ today: today(), noticeDays: row.noticeDays, nextPossibleChargeDate }),
  };
}
