import { cache } from "react";
import { pageAccount, pageSession } from "@/lib/auth/sessions/page-session";
import { type RetryShown, retryShown } from "@/lib/collections/attempts/instruction-rules";
import { mandateFactOf } from "@/lib/collections/attempts/mandate-rules";
import { attemptsOf, retryEligibilityOf } from "@/lib/collections/attempts/return-rules";
import { collectNowRefusal, decideCollectNow } from "@/lib/collections/decision/choice/rules";
import {
  decisionInputOf,
  type InvoiceForDecision,
  type StoredForDecision,
  type SupplierFacts,
  supplierFactsOf,
} from "@/lib/collections/decision/data";
import { type Attempt, attemptOf } from "@/lib/collections/loaders";
import { relatedAsDecided } from "@/lib/collections/related/data";
import { contactName, mandateEmailOf } from "@/lib/contacts/rules";
import type { DecisionOutcome, InvoiceKind } from "@/lib/core/prisma/enums";
import { today } from "@/lib/core/time/clock";
import { type Day, fromDate } from "@/lib/core/time/dates";
import type { Page } from "@/lib/core/web/paging";
import { findCounted, type InvoiceQuery, rowOf } from "@/lib/invoices/list/data";
import { historyOf, type InvoiceRefund } from "@/lib/invoices/list/history-rules";
import { type RequestTrace, requestTraceOf } from "@/lib/mandates/loaders";
import { mandateLabel, mandatesFor } from "@/lib/mandates/rules";
import type { DifferingKind } from "@/lib/notices/types";
import { hadOtherSystem } from "@/lib/vendors/rules";
import { readShownFormer, readShownInvoice } from "./data";
import type { InvoiceAct, InvoiceRow } from "./types";

/**
 * Returns one page of the list, and how many invoices need the supplier. Returns are counted in the returns queue
 * instead.
 */
export async function loadInvoices(query: InvoiceQuery): Promise<Page<InvoiceRow> & { needsYou: number }> {
  const { customerId } = await pageSession();
  return await findCounted(customerId, query);
}

export interface DecisionView {
  outcome: DecisionOutcome;
  reason: string;
  decidedAt?: string;
  found?: string;
  expected?: string;
  /** The figure behind the decision: cents for amounts, days for ages. */
  limit?: number;
  /** When the wait ends (ISO 8601). */
  until?: string;
  amountCents?: number;
  chargeDate?: Day;
  wantedDate?: Day;
}

export interface InvoiceView extends InvoiceRow {
  kind: InvoiceKind;
  voucherDate: Day;
  totalCents: number;
  openCents: number;
  /** The currency of the document. */
  documentCurrency: string;
  termLabel: string;
  contactId?: string;
  contactEmail?: string;
  /** The contact's current name, by which lists find it; the document may have another. */
  payerName?: string;
  isExcluded: boolean;
  /** Held until that day. */
  heldUntil?: Day;
  transferredAt?: string;
  /** The effect of "collect now", if it has one. Without a day, a mandate is requested first. */
  collectNow?: { amountCents: number; chargeDate?: Day; needsPremium: boolean };
  /** The facts shown before a person approves a retry of the returned collection, if a person may. */
  retryShown?: RetryShown;
  /** The label of the mandate that a retry would use, if it is not the one of the returned collection. */
  otherMandate?: string;
  books: string;
  externalId: string;
  decision?: DecisionView;
  attempts: Attempt[];
  /** GoCardless' text for the failure of the first attempt in `attempts`. */
  failureText?: string;
  requests: RequestTrace[];
  hint?: { reference: string; sentAt?: string };
  payouts: { id: string; reference: string }[];
  refunds: InvoiceRefund[];
  /** The amount collected differs from what is owed, and nobody has dismissed that yet. */
  differing: DifferingKind[];
  /** People's acts on the invoice, newest first. */
  acts: InvoiceAct[];
  notes: { id: string; text: string; author: string; at: string }[];
}

function decisionOf(invoice: {
  outcome: DecisionOutcome | null;
  reason: string | null;
  decision: unknown;
  decidedAt: Date | null;
}): DecisionView | undefined {
  if (!invoice.outcome || !invoice.reason) return undefined;
  const result = ((invoice.decision as { result?: unknown } | null)?.result ?? {}) as Record<string, unknown>;
  const text = (name: string) => (typeof result[name] === "string" ? (result[name] as string) : undefined);
  const number = (name: string) => (typeof result[name] === "number" ? (result[name] as number) : undefined);
  return {
    outcome: invoice.outcome,
    reason: invoice.reason,
    decidedAt: invoice.decidedAt?.toISOString(),
    found: text("found"),
    expected: text("expected"),
    limit: number("limit"),
    until: text("until"),
    amountCents: number("amountCents"),
    chargeDate: text("chargeDate"),
    wantedDate: text("wantedDate"),
  };
}

function newestFirst<T extends { createdAt: Date }>(rows: T[]): T[] {
  return rows.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/**
 * Returns one invoice with everything that explains its state; undefined if the supplier has no invoice with this id.
 */
export const loadInvoice = cache(async (id: string): Promise<InvoiceView | undefined> => {
  const { session, account } = await pageAccount();
  const { customerId } = session;
  const row = await readShownInvoice(customerId, id);
  if (!row) return undefined;
  const former = hadOtherSystem(account.connections, row.books) ? await readShownFormer(row) : [];
  const attempts = former.length > 0 ? newestFirst(attemptsOf({ ...row, former })) : row.collections;
  // The attempt that counts comes first, even if others are newer.
  const collections = attempts.toSorted((a, b) => Number(b.holdsInvoice) - Number(a.holdsInvoice));
  const notes = newestFirst([...row.notes, ...former.flatMap((one) => one.notes)]);
  const invoice = { ...row, collections, notes };
  const iso = (at: Date | null) => at?.toISOString();
  const { payouts, acts, refunds } = historyOf(row.history);
  return {
    ...rowOf(invoice),
    kind: invoice.kind,
    voucherDate: fromDate(invoice.voucherDate),
    totalCents: invoice.totalCents,
    openCents: invoice.openCents,
    documentCurrency: invoice.currency,
    termLabel: invoice.termLabel,
    contactId: invoice.contactId ?? undefined,
    contactEmail: (invoice.contact && mandateEmailOf(invoice.contact)) ?? undefined,
    payerName: invoice.contact ? contactName(invoice.contact) : undefined,
    isExcluded: invoice.isExcluded,
    heldUntil: invoice.heldUntil ? fromDate(invoice.heldUntil) : undefined,
    transferredAt: iso(invoice.transferredAt),
    collectNow: planCollectNow({ ...row, former }, supplierFactsOf(account)),
    ...retryOf(row, attempts, account.noticeDays),
    books: invoice.books,
    externalId: invoice.externalId,
    decision: decisionOf(invoice),
    attempts: collections.map((one) => ({
      ...attemptOf(one, row.contactId),
      attempt: attempts.length - attempts.indexOf(one),
    })),
    failureText: invoice.collections[0]?.failureText ?? undefined,
    requests: invoice.mandateRequests.map(requestTraceOf),
    hint: invoice.hint ? { reference: invoice.hint.reference, sentAt: iso(invoice.hint.sentAt) } : undefined,
    payouts,
    refunds,
    differing: invoice.notices.map(({ kind }) => kind as DifferingKind),
    acts,
    notes: invoice.notes.map((note) => ({
      id: note.id,
      text: note.text,
      author: note.authorName,
      at: note.createdAt.toISOString(),
    })),
  };
});

function retryOf(
  row: StoredForDecision,
  attempts: Parameters<typeof retryEligibilityOf>[0],
  noticeDays: number,
): Pick<InvoiceView, "retryShown" | "otherMandate"> {
  const mandate = mandateFactOf(row, attempts, today());
  const facts = { today: today(), noticeDays, isDeceased: Boolean(row.contact?.deceasedAt) };
  const isPossible = retryEligibilityOf(attempts, mandate, facts)?.state === "possible";
  const shown = isPossible ? retryShown(row, attempts, mandate) : undefined;
  const other = row.contact && mandatesFor(row.contact).find(({ id }) => id === shown?.otherMandateId);
  return { retryShown: shown, otherMandate: other ? mandateLabel(other) : undefined };
}

function planCollectNow(row: InvoiceForDecision, facts: SupplierFacts): InvoiceView["collectNow"] {
  const { openCents, collectNowAt } = row;
  const input = decisionInputOf(row, facts, relatedAsDecided(row.decision));
  const { decision, needsPremium } = decideCollectNow(input);
  if (collectNowRefusal(decision)) return undefined;
  const { outcome, chargeDate } = decision;
  // Once the instruction is given, it has a further effect only if it would replace the running collection with an
  // earlier one.
  if (outcome !== "replace" && collectNowAt) return undefined;
  return {
    amountCents: openCents,
    needsPremium,
    chargeDate: outcome === "collect" || outcome === "replace" ? chargeDate : undefined,
  };
}
