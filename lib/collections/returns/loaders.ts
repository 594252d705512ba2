import { pageSession } from "@/lib/auth/sessions/page-session";
import type { RetryShown } from "@/lib/collections/attempts/instruction-rules";
import {
  eligibilityOf,
  isMovable,
  needsNewMandate,
  type RetryEligibility,
  returnActions,
} from "@/lib/collections/attempts/retry-rules";
import { retryRefusal } from "@/lib/collections/decision/choice/rules";
import type { ReturnFilter } from "@/lib/collections/types";
import { mandateEmailOf } from "@/lib/contacts/rules";
import type { CollectionStatus, ReturnOutcome } from "@/lib/core/prisma/enums";
import { today } from "@/lib/core/time/clock";
import { type Day, fromDate } from "@/lib/core/time/dates";
import type { Page, PageRequest } from "@/lib/core/web/paging";
import { mandateLabel } from "@/lib/mandates/rules";
import { findReturns, type StoredNote, type StoredReturn } from "./data";

/** A later collection of the invoice that is under way. */
export interface NextTry {
  day: Day;
  amountCents: number;
  /** True if the retry plan made it; false if a person or a new mandate did. */
  isByPlan: boolean;
  isRetry: boolean;
  canStop: boolean;
}

export interface ReturnRow {
  id: string;
  invoiceId: string;
  number: string;
  contactName: string;
  amountCents: number;
  /** The charge date of the returned collection. */
  chargeDay: Day;
  status: CollectionStatus;
  code?: string;
  cause?: string;
  /** The provider's own text. */
  text?: string;
  isDone: boolean;
  outcome?: ReturnOutcome;
  /** Collections of this invoice that the bank has or had (`attempts`), and retries on this mandate (`tries`). */
  attempts: number;
  tries: number;
  next?: NextTry;
  retry: RetryEligibility;
  /** The facts that the screen shows to the person who approves a retry. */
  shown: RetryShown;
  /** Why no retry could start as the invoice is now: the reason of its decision. */
  refusal?: string;
  /** True if a retry is among the actions that this return calls for, not just possible after a talk. */
  isRetryAdvised: boolean;
  isRetryStopped: boolean;
  isExcluded: boolean;
  /** True if only other account data or a new mandate can help. */
  needsMandate: boolean;
  /** The label of the mandate that a retry would use, if it is not the one of the returned collection. */
  otherMandate?: string;
  /** True if all automatic contact has ended, until a person revokes the bank's report of a death. */
  isDeceased: boolean;
  contactId?: string;
  /** The contact's current name, by which contacts are found. */
  payerName?: string;
  email?: string;
  /** The mandate request that waits for the payer. */
  request?: { id: string; at: string };
  notes: StoredNote[];
}

/** Loads one page of the returns queue: returned collections, newest first. */
export async function loadReturns({
  page,
  ...wanted
}: {
  filter: ReturnFilter;
  search?: string;
  page: PageRequest;
}): Promise<Page<ReturnRow>> {
  const { customerId } = await pageSession();
  const found = await findReturns(customerId, wanted, page);
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
    retry: retryOf(row),
    shown: shownOf(row),
    refusal: refusalOf(row),
    isRetryAdvised: returnActions(reason).includes("R"),
    isRetryStopped: row.isRetryStopped,
    isExcluded: row.isExcluded,
    needsMandate: needsNewMandate(reason),
    otherMandate: row.standing === "other" && row.chosen ? mandateLabel(row.chosen) : undefined,
    isDeceased: row.isDeceased,
    contactId: row.contactId ?? undefined,
    payerName: row.payerName ?? undefined,
    email: mandateEmailOf({ ...row, otherEmails: row.otherEmails ?? [] }) ?? undefined,
    request: row.requestId && row.requestedAt ? { id: row.requestId, at: row.requestedAt.toISOString() } : undefined,
    notes: row.notes.map((note) => ({ ...note, at: new Date(note.at).toISOString() })),
  };
}

function nextOf(row: StoredReturn): NextTry | undefined {
  const live = liveOf(row);
  if (!live || row.liveDay === null || live.status === "paid_out") return undefined;
  return {
    day: fromDate(row.liveDay),
    amountCents: row.liveCents ?? row.amountCents,
    isByPlan: live.retriedBy === "plan",
    isRetry: live.retriedBy !== null,
    canStop: isMovable(live) && !row.isCancelling,
  };
}

function shownOf({ returnedAt, standing, chosenId, liveDay, isRetryStopped }: StoredReturn): RetryShown {
  return {
    returnedAt: returnedAt?.toISOString() ?? null,
    otherMandateId: standing === "other" ? chosenId : null,
    plannedFor: liveDay && fromDate(liveDay),
    isStopped: isRetryStopped,
  };
}

/** Returns why no retry could start; undefined while a collection is under way, which has rules of its own. */
function refusalOf({ liveStatus, decided, reason }: StoredReturn): string | undefined {
  return liveStatus === null && decided && reason ? retryRefusal({ outcome: decided, reason }) : undefined;
}

function retryOf(row: StoredReturn): RetryEligibility {
  const next = row.nextPossibleChargeDate;
  return eligibilityOf({
    code: row.failureCode,
    cause: row.failureCause,
    today: today(),
    noticeDays: row.noticeDays,
    isDeceased: row.isDeceased,
    willAttemptRetry: row.willAttemptRetry,
    isMandateUsable: row.isMandateUsable,
    standing: row.standing,
    nextPossibleChargeDate: next && fromDate(next),
    tries: row.tries,
    live: liveOf(row),
  });
}

function liveOf({ liveStatus, liveRetriedBy }: StoredReturn) {
  return liveStatus && { status: liveStatus, retriedBy: liveRetriedBy };
}
