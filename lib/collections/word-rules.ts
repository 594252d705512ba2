import { type Day, fromDate } from "@/lib/core/dates";
import type { Collection, Invoice } from "@/lib/core/prisma/client";
import { returnedAtOf } from "./return-rules";
import type { MandateFact } from "./types";

type LiveAttempt = Pick<Collection, "takenUpAt" | "createdAt" | "retriedBy" | "status">;

/** What people have said of an invoice that came back: here, or by having it tried again at the provider. */
type Words = Pick<
  Invoice,
  "retryApprovedAt" | "retryOn" | "retryDueDate" | "retryStoppedAt" | "wordsTakenBackAt" | "dueDate"
>;

type Attempt = Pick<Collection, "failedAt" | "takenUpAt" | "holdsInvoice" | "chargeDate" | "requestedDate">;

type Stop = Pick<Words, "retryStoppedAt" | "retryApprovedAt">;

/** Somebody's word that a debit may follow, and the day that was given with it. */
interface Word {
  at: Date;
  day: Day | null;
  /** What was given at the provider is the earliest day; one that was agreed here is the day, unless the invoice is due later since. */
  isEarliest: boolean;
}

/** What stands on an invoice of which somebody has said that it is not to be tried again. */
export function notAgain(at: Date) {
  return { retryStoppedAt: at, retryApprovedAt: null, retryOn: null };
}

/** What stands on one that is left out: taken in again it waits for its day, and what came back for a new word. */
export function wordsTakenBack(at: Date) {
  return { collectNowAt: null, retryApprovedAt: null, retryOn: null, wordsTakenBackAt: at };
}

/**
 * "Not again" holds until somebody approves a try after it. It stays on the row all the same: a mandate given before it is none
 * that was given for what came after, and it holds again when the approval is taken back.
 */
export function isStopped({ retryStoppedAt, retryApprovedAt }: Stop): boolean {
  return retryStoppedAt !== null && (retryApprovedAt === null || retryApprovedAt < retryStoppedAt);
}

/** An approval counts for the return it was given for, not for a later one, also if that was taken up again since. */
export function isRetryApproved(
  { retryApprovedAt }: Pick<Words, "retryApprovedAt">,
  attempts: Pick<Collection, "failedAt">[],
): boolean {
  const returnedAt = returnedAtOf(attempts);
  return returnedAt !== null && retryApprovedAt !== null && retryApprovedAt > returnedAt;
}

/**
 * Whether what was said since takes back the word by which a debit under way stands. Whoever had it tried again at the provider
 * wanted it then; a person's try stands by their approval; one on a mandate that was given because of a return is made only
 * if nobody says "not again" before the provider has it.
 */
export function isUnwanted(words: Words, attempts: Pick<Collection, "failedAt">[], live: LiveAttempt): boolean {
  const { takenUpAt, createdAt, retriedBy, status } = live;
  const stoppedAt = isStopped(words) ? words.retryStoppedAt : null;
  const isSince = (said: Date | null, at: Date) => said !== null && said > at;
  if (takenUpAt) return isSince(stoppedAt, takenUpAt) || isSince(words.wordsTakenBackAt, takenUpAt);
  if (retriedBy === "person") return isSince(words.wordsTakenBackAt, createdAt) && !isRetryApproved(words, attempts);
  return status === "pending" && retriedBy === null && returnedAtOf(attempts) !== null && isSince(stoppedAt, createdAt);
}

/** The word by whose day a debit goes, as decisions take it. */
export function agreedDayOf(words: Words, attempts: Attempt[]): { retryOn: Day | null; retryNotBefore: Day | null } {
  const { day = null, isEarliest = false } = wordOf(words, attempts) ?? {};
  return isEarliest ? { retryOn: null, retryNotBefore: day } : { retryOn: day, retryNotBefore: null };
}

/** Whether that of whoever had it tried again at the provider goes before one that was given here. */
export function isGivenThere(words: Words, attempts: Attempt[], { takenUpAt }: Attempt): boolean {
  const word = wordOf(words, attempts);
  return word?.isEarliest === true && word.at.getTime() === takenUpAt?.getTime();
}

/** Of a day agreed here and one given at the provider the later one holds, unless the one here was agreed since. */
function wordOf(words: Words, attempts: Attempt[]): Word | null {
  const here = givenHere(words, attempts);
  const there = givenThere(words, attempts);
  if (!here || !there) return here ?? there;
  if (there.at <= here.at) return here;
  return here.day && there.day && here.day >= there.day ? here : there;
}

function givenHere(words: Words, attempts: Attempt[]): Word | null {
  const { retryApprovedAt: at, retryOn, retryDueDate, dueDate } = words;
  if (!at || !isRetryApproved(words, attempts)) return null;
  // Taken over from the provider when its debit was called off to be begun anew.
  const isFromThere = attempts.some(({ takenUpAt }) => takenUpAt?.getTime() === at.getTime());
  const isDueLater = retryDueDate !== null && dueDate > retryDueDate;
  return { at, day: retryOn && fromDate(retryOn), isEarliest: isFromThere || isDueLater };
}

/** Of what was taken up at the provider, and is under way or was called off since. */
function givenThere({ retryStoppedAt, wordsTakenBackAt }: Words, attempts: Attempt[]): Word | null {
  const returnedAt = returnedAtOf(attempts);
  const words = attempts.flatMap(({ takenUpAt: at, holdsInvoice, chargeDate, requestedDate }) => {
    const counts = at !== null && (holdsInvoice || (returnedAt !== null && at > returnedAt));
    return counts ? { at, day: fromDate(chargeDate ?? requestedDate), isEarliest: true } : [];
  });
  const last = words.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
  const isOver = [retryStoppedAt, wordsTakenBackAt].some((at) => at !== null && last !== undefined && at > last.at);
  return last && !isOver ? last : null;
}

/** What a person had before their eyes who approves another try. */
export interface RetryShown {
  /** When a debit of the invoice last came back, as an ISO instant. */
  returnedAt: string | null;
  /** The mandate that was named, where it is another one than that of the debit which came back. */
  otherMandateId: string | null;
  /** The day of a debit that is planned already. */
  plannedFor: Day | null;
  isStopped: boolean;
}

/** The same as it is now. @param attempts all of the invoice */
export function retryShown(
  invoice: Stop,
  attempts: Pick<Collection, "failedAt" | "holdsInvoice" | "chargeDate" | "requestedDate">[],
  mandate: MandateFact,
): RetryShown {
  const live = attempts.find(({ holdsInvoice }) => holdsInvoice);
  return {
    returnedAt: returnedAtOf(attempts)?.toISOString() ?? null,
    otherMandateId: mandate.state === "usable" && mandate.standing === "other" ? mandate.mandateId : null,
    plannedFor: live ? fromDate(live.chargeDate ?? live.requestedDate) : null,
    isStopped: isStopped(invoice),
  };
}
