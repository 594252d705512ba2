import type { CustomerId } from "@/lib/auth/scope";
import { isAnyBooks } from "@/lib/connections/rules";
import type { AnyBooks } from "@/lib/connections/types";
import { dayOf } from "@/lib/core/dates";
import { payerKey } from "@/lib/core/name-key";
import type { Prisma } from "@/lib/core/prisma/client";
import type { MandateRequestStatus, MandateStatus } from "@/lib/core/prisma/enums";
import { searchFilters } from "@/lib/core/search-text";

/** A SEPA mandate stays `pending_submission` until its first debit: that is usable. */
export const USABLE: MandateStatus[] = ["pending_customer_approval", "pending_submission", "submitted", "active"];

export function isUsable(status: MandateStatus): boolean {
  return USABLE.includes(status);
}

/** What a person tells a mandate by. */
export function mandateLabel({ accountHint, reference }: { accountHint: string; reference: string }): string {
  return [accountHint, reference].filter(Boolean).join(" · ");
}

/** Whose mandate it is, as it stands on the mandate at the provider: by what the books say, which outlives our own rows. */
export function payerMark({ books, externalId }: { books: string; externalId: string }): string {
  return `${books}:${externalId}`;
}

/** Undefined for a mark that is none of ours. */
export function readPayerMark(mark: string | undefined): { books: AnyBooks; externalId: string } | undefined {
  const [, books = "", externalId = ""] = /^(\w+):(.+)$/s.exec(mark ?? "") ?? [];
  return isAnyBooks(books) ? { books, externalId } : undefined;
}

/**
 * The mandates a contact may be debited on: its own, and that of another contact of whom the supplier said that both are
 * one payer.
 */
export function mandatesFor<M extends { contactId: string | null }>(contact: {
  id: string;
  mandates: M[];
  defaultMandate: M | null;
}): M[] {
  const { id, mandates, defaultMandate } = contact;
  // One that lost its contact waits for a person, whoever chose it.
  const isShared = defaultMandate?.contactId && defaultMandate.contactId !== id;
  return defaultMandate && isShared ? [...mandates, defaultMandate] : mandates;
}

/** Those of them on which a debit can be made now. */
export function debitableFor<
  M extends { contactId: string | null; status: MandateStatus; cancelRequestedAt: Date | null },
>(contact: Parameters<typeof mandatesFor<M>>[0]): M[] {
  return mandatesFor(contact).filter((mandate) => isUsable(mandate.status) && !mandate.cancelRequestedAt);
}

/** Mandates whose payer, reference and contact together hold every word that somebody typed. */
export function mandateWhere(customerId: CustomerId, typed: string | undefined): Prisma.MandateWhereInput {
  const holdsWord = (searchText: Prisma.StringFilter) => ({
    OR: [{ searchText }, { contact: { customerId, searchText } }],
  });
  return { AND: searchFilters(typed).map(holdsWord) };
}

const IN_FORCE = { status: { in: USABLE }, cancelRequestedAt: null } satisfies Prisma.MandateWhereInput;

/**
 * Contacts with a mandate that can be used: their own, or that of another one who is the same payer. The supplier is named
 * inside, too: the database may look up a relation's rows on their own, and would go through those of all suppliers.
 */
export function grantedWhere(customerId: CustomerId): Prisma.ContactWhereInput {
  const own = { some: { customerId, ...IN_FORCE } };
  return { OR: [{ mandates: own }, { defaultMandate: { customerId, ...IN_FORCE, contactId: { not: null } } }] };
}

/** An invitation in one of these can still be signed; per contact there is at most one (partial unique index). */
export const OPEN_REQUESTS: MandateRequestStatus[] = ["pending", "sent", "opened", "exited"];

/** Invoices that a signature may help on: not those of former books, or of a payer who has died. */
const WAITING = {
  bookStatus: "open",
  isArchived: false,
  outcome: { in: ["wait", "request_mandate"] },
  reason: { notIn: ["books_changed", "payer_deceased"] },
} satisfies Prisma.InvoiceWhereInput;

/** What is read of a contact to see whether its invitation is needed. */
export const NEED = {
  isExcluded: true,
  isArchived: true,
  invoices: { where: WAITING, take: 1, select: { id: true } },
  mandates: { where: IN_FORCE, take: 1, select: { id: true } },
  defaultMandate: { select: { status: true, contactId: true, cancelRequestedAt: true } },
} satisfies Prisma.ContactSelect;

/**
 * Whether somebody still waits for an open invitation: an open invoice of the payer does, or it was sent by hand to a
 * payer without a mandate. Else it stands, and may be signed, but there is nothing to do about it.
 */
export function isNeeded(request: {
  status: MandateRequestStatus;
  invoiceId: string | null;
  contact: Prisma.ContactGetPayload<{ select: typeof NEED }>;
}): boolean {
  const { isExcluded, isArchived, invoices, mandates, defaultMandate } = request.contact;
  if (!OPEN_REQUESTS.includes(request.status) || isExcluded || isArchived) return false;
  if (invoices.length > 0) return true;
  const isShared = defaultMandate?.contactId && isUsable(defaultMandate.status) && !defaultMandate.cancelRequestedAt;
  return request.invoiceId === null && mandates.length === 0 && !isShared;
}

/** When an invitation last went out, if that was neither on the day it was made nor as a reminder. */
export function sentAgainAt(request: {
  createdAt: Date;
  sentAt: Date | null;
  remindedAt: Date | null;
}): Date | undefined {
  const { createdAt, sentAt, remindedAt } = request;
  const told = [createdAt, remindedAt].map((at) => at && dayOf(at));
  return sentAt && !told.includes(dayOf(sentAt)) ? sentAt : undefined;
}

/** What the list tells of an invitation: its status, or how it is on its way as long as the payer has not seen it. */
export type RequestStanding = MandateRequestStatus | "link" | "refused";

export function standingOf(request: {
  status: MandateRequestStatus;
  byMail: boolean;
  mailRefusedAt: Date | null;
}): RequestStanding {
  const { status, byMail, mailRefusedAt } = request;
  if ((status === "pending" || status === "sent") && mailRefusedAt) return "refused";
  return status === "pending" && !byMail ? "link" : status;
}

/** What the screen of requests and mandates can be narrowed to. */
export const MANDATE_FILTERS = ["all", "open", "usable", "ended"] as const;
export type MandateFilter = (typeof MANDATE_FILTERS)[number];

export function mandateFilterOf(value: string | undefined): MandateFilter {
  return MANDATE_FILTERS.find((filter) => filter === value) ?? "all";
}

/** Allowed steps of an invitation; one that is not listed is stale and changes nothing. */
export const REQUEST_STEPS: Record<MandateRequestStatus, MandateRequestStatus[]> = {
  pending: ["sent", "opened", "exited", "signed", "cancelled"],
  sent: ["opened", "exited", "signed", "cancelled"],
  opened: ["exited", "signed", "cancelled"],
  exited: ["opened", "signed", "cancelled"],
  // A payer may sign in the very moment the supplier withdraws: the signature counts.
  cancelled: ["signed"],
  signed: [],
};

/** The states from which a step leads to `to`. */
export function stepsTo(to: MandateRequestStatus): MandateRequestStatus[] {
  return (Object.keys(REQUEST_STEPS) as MandateRequestStatus[]).filter((from) => REQUEST_STEPS[from].includes(to));
}

export interface MatchCandidate {
  id: string;
  name: string;
  emails: string[];
}

export interface MatchProposal {
  contactId: string;
  reason: "same_email_and_name" | "same_email" | "same_name";
}

/**
 * The contact that a mandate made elsewhere probably belongs to: only if exactly one fits, and always for a person to
 * confirm. A debit on somebody else's mandate is the worst mistake this product could make.
 */
export function proposeMatch(
  payer: { name: string; email: string },
  contacts: MatchCandidate[],
): MatchProposal | undefined {
  const email = payer.email.trim().toLowerCase();
  const name = payerKey(payer.name);
  const byEmail = email
    ? contacts.filter((contact) => contact.emails.some((other) => other.toLowerCase() === email))
    : [];
  const byName = name ? contacts.filter((contact) => payerKey(contact.name) === name) : [];
  const both = byEmail.filter((contact) => byName.includes(contact));
  if (both.length === 1 && both[0]) return { contactId: both[0].id, reason: "same_email_and_name" };
  if (byEmail.length === 1 && byEmail[0]) return { contactId: byEmail[0].id, reason: "same_email" };
  if (byEmail.length === 0 && byName.length === 1 && byName[0]) return { contactId: byName[0].id, reason: "same_name" };
  return undefined;
}

/** In what a payer at the provider and a contact of the books agree, for a person to weigh. */
export function inCommon(
  payer: { name: string; email: string },
  contact: MatchCandidate,
): { name: boolean; email: boolean } {
  const email = payer.email.trim().toLowerCase();
  return {
    name: payerKey(payer.name) !== "" && payerKey(payer.name) === payerKey(contact.name),
    email: email !== "" && contact.emails.some((other) => other.trim().toLowerCase() === email),
  };
}

/** Why a debit is not to stand on its mandate. No later decision would find it anew, as it finds what is wrong with an invoice. */
export const MANDATE_REASONS = ["mandate_chosen", "match_undone"] as const;
