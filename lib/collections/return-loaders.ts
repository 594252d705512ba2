import { mandateEmailOf } from "@/lib/contacts/rules";
import { today } from "@/lib/core/clock";
import { type Day, fromDate } from "@/lib/core/dates";
import { findPage } from "@/lib/core/page-reading";
import type { Page, PageRequest } from "@/lib/core/paging";
import type { CollectionStatus, ReturnOutcome } from "@/lib/core/prisma/enums";
import { pageSession } from "@/lib/customers/loaders";
import { mandateLabel } from "@/lib/mandates/rules";
import { retryRefusal } from "./choice-rules";
import { chanceOf, isMovable, needsNewMandate, type RetryChance, returnActions } from "./retry-rules";
import { readReturns, type StoredNote, type StoredReturn } from "./return-data";
import type { ReturnFilter } from "./types";
import type { RetryShown } from "./word-rules";

/** A later debit of the invoice, on its way. */
export interface NextTry {
  day: Day;
  amountCents: number;
  /** By the plan; else because a person, or a new mandate, said so. */
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
  /** What whoever approves another try has before their eyes. */
  shown: RetryShown;
  /** Why no try could begin, as the invoice stands: the reason of its decision. */
  refusal?: string;
  /** Another try is among what this return calls for, not just possible after a talk. */
  isRetryAdvised: boolean;
  isRetryStopped: boolean;
  isExcluded: boolean;
  /** Only other account data, that is a new mandate, can help. */
  needsMandate: boolean;
  /** What another mandate is known by, where another try would be debited on that and not on the one that came back. */
  otherMandate?: string;
  /** All contact by machine has ended, until a person takes back what the bank said. */
  isDeceased: boolean;
  contactId?: string;
  /** The contact's name of today, by which contacts are found. */
  payerName?: string;
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
  const found = await findPage(customerId, page, (stretch) => readReturns(customerId, wanted, stretch));
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

/** What is under way is decided by other rules. */
function refusalOf({ liveStatus, decided, reason }: StoredReturn): string | undefined {
  return liveStatus === null && decided && reason ? retryRefusal({ outcome: decided, reason }) : undefined;
}

function retryOf(row: StoredReturn): RetryChance {
  const next = row.nextPossibleChargeDate;
  return chanceOf({
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
