import { cache } from "react";
import { pageSession } from "@/lib/auth/sessions/page-session";
import { contactName, mandateEmailOf } from "@/lib/contacts/rules";
import type { MandateRequest } from "@/lib/core/prisma/client";
import type { MandateStatus } from "@/lib/core/prisma/enums";
import { today } from "@/lib/core/time/clock";
import { type Day, fromDate, toDate } from "@/lib/core/time/dates";
import type { Page } from "@/lib/core/web/paging";
import { payerLink } from "@/lib/mandates/requests/mutations";
import { isUsable, OPEN_REQUESTS } from "@/lib/statuses/mandate-rules";
import {
  countUsableMandates,
  type MandateQuery,
  readMandateLists,
  type StoredMandate,
  type StoredRequest,
} from "./data";
import { isNeeded, type RequestState, requestStateOf, sentAgainAt } from "./rules";

export interface RequestRow {
  id: string;
  contactId: string;
  contactName: string;
  email?: string;
  state: RequestState;
  isOpen: boolean;
  /** True for an open request that is still needed. */
  isNeeded: boolean;
  invoice?: { id: string; number: string };
  /** The list is sorted by this. */
  createdAt: string;
  /** When it was last sent again, unless that was on the day of creation or of a reminder. */
  sentAgainAt?: string;
  reminderCount: number;
  remindedAt?: string;
  link: string;
}

/** Returns a page of mandate requests and a page of mandates, both newest first. */
export async function loadMandateLists(
  query: MandateQuery,
): Promise<{ requests: Page<RequestRow>; mandates: Page<MandateRow> }> {
  const { customerId } = await pageSession();
  const { requests, mandates } = await readMandateLists(customerId, query);
  return {
    requests: { ...requests, items: requests.items.map(requestRowOf) },
    mandates: { ...mandates, items: mandates.items.map(mandateRowOf) },
  };
}

function requestRowOf(row: StoredRequest): RequestRow {
  return {
    id: row.id,
    contactId: row.contactId,
    contactName: contactName(row.contact),
    // The address of the next mail; for a closed request, that of the last one.
    email: (OPEN_REQUESTS.includes(row.status) ? mandateEmailOf(row.contact) : row.email) ?? undefined,
    state: requestStateOf(row),
    isOpen: OPEN_REQUESTS.includes(row.status),
    isNeeded: isNeeded(row),
    invoice: row.invoice ?? undefined,
    createdAt: row.createdAt.toISOString(),
    sentAgainAt: sentAgainAt(row)?.toISOString(),
    reminderCount: row.reminderCount,
    remindedAt: row.remindedAt?.toISOString(),
    link: payerLink(row),
  };
}

export interface MandateRow {
  id: string;
  payerName: string;
  contactId?: string;
  contactName?: string;
  reference: string;
  status: MandateStatus;
  isUsable: boolean;
  accountHint: string;
  bankName: string;
  nextDebitDay?: Day;
  isIgnored: boolean;
  /** A mandate with another number has replaced it. */
  isReplaced: boolean;
  /** Only if the contact has several usable mandates: true for the one that is used. */
  isDefault?: boolean;
  /** The supplier has cancelled it; GoCardless has not confirmed that yet. */
  isEnding: boolean;
  isMatchedByHand: boolean;
  /** Collections that are cancelled together with the mandate. */
  stoppable: DebitSum;
  /** Collections that the bank has: they continue. */
  atBank: DebitSum;
}

export interface DebitSum {
  count: number;
  cents: number;
}

function sumOf(debits: { amountCents: number }[]): DebitSum {
  return { count: debits.length, cents: debits.reduce((sum, debit) => sum + debit.amountCents, 0) };
}

/** Returns a mandate for a list, with what cancelling it would stop. */
export function mandateRowOf(row: StoredMandate): MandateRow {
  const isOneOfSeveral = isUsable(row.status) && (row.contact?.mandates.length ?? 0) > 1;
  const next = row.nextPossibleChargeDate ? fromDate(row.nextPossibleChargeDate) : undefined;
  return {
    id: row.id,
    payerName: row.payerName || (row.contact ? contactName(row.contact) : ""),
    contactId: row.contactId ?? undefined,
    contactName: row.contact ? contactName(row.contact) : undefined,
    reference: row.reference,
    status: row.status,
    isUsable: isUsable(row.status),
    accountHint: row.accountHint,
    bankName: row.bankName,
    // The day moves with every banking day, so one that was not read today is too early.
    nextDebitDay:
      isUsable(row.status) && row.chargeDateReadOn?.getTime() === toDate(today()).getTime() ? next : undefined,
    isIgnored: row.isIgnored,
    isReplaced: row.replacedById !== null,
    isDefault: isOneOfSeveral ? row.contact?.defaultMandateId === row.id : undefined,
    isEnding: isUsable(row.status) && row.cancelRequestedAt !== null,
    isMatchedByHand: row.matchedAt !== null && isUsable(row.status),
    stoppable: sumOf(row.collections.filter((debit) => debit.status !== "submitted")),
    atBank: sumOf(row.collections.filter((debit) => debit.status === "submitted")),
  };
}

export const loadUsableMandates = cache(async (): Promise<number> => {
  return await countUsableMandates((await pageSession()).customerId);
});

/** The history of a mandate request. */
export interface RequestTrace {
  id: string;
  email?: string;
  createdAt: string;
  sentAt?: string;
  openedAt?: string;
  exitedAt?: string;
  signedAt?: string;
  cancelledAt?: string;
}

/** Returns the history of a mandate request for the page of the invoice that caused it. */
export function requestTraceOf(row: MandateRequest): RequestTrace {
  const iso = (at: Date | null) => at?.toISOString();
  return {
    id: row.id,
    email: row.email ?? undefined,
    createdAt: row.createdAt.toISOString(),
    sentAt: iso(row.sentAt),
    openedAt: iso(row.openedAt),
    exitedAt: iso(row.exitedAt),
    signedAt: iso(row.signedAt),
    cancelledAt: iso(row.cancelledAt),
  };
}
