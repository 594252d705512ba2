import type { CustomerId } from "@/lib/auth/scope";
import type { MatchProposal } from "@/lib/contacts/types";
import type { Prisma } from "@/lib/core/prisma/client";
import type { MandateRequestStatus, MandateStatus } from "@/lib/core/prisma/enums";
import { payerKey } from "@/lib/core/text/name-key";
import { searchFilters } from "@/lib/core/text/search-text";
import { dayOf } from "@/lib/core/time/dates";
import { isUsable, OPEN_REQUESTS, USABLE } from "@/lib/statuses/mandate-rules";
import { isAccountingSystem } from "@/lib/vendors/rules";
import type { AccountingSystem } from "@/lib/vendors/types";

/** Returns the text by which a person recognises a mandate: account and reference. */
export function mandateLabel({ accountHint, reference }: { accountHint: string; reference: string }): string {
  return [accountHint, reference].filter(Boolean).join(" · ");
}

/**
 * Returns the payer reference for a mandate's metadata at GoCardless: the contact's id in the accounting system,
 * because that outlives our own rows.
 */
export function payerReference({ books, externalId }: { books: string; externalId: string }): string {
  return `${books}:${externalId}`;
}

/** Returns the contact that a payer reference names, or undefined if the reference is not ours. */
export function readPayerReference(
  mark: string | undefined,
): { books: AccountingSystem; externalId: string } | undefined {
  const [, books = "", externalId = ""] = /^(\w+):(.+)$/s.exec(mark ?? "") ?? [];
  return isAccountingSystem(books) ? { books, externalId } : undefined;
}

/**
 * Returns the mandates that may be used for a contact: its own, and that of another contact if the supplier confirmed
 * that both are one payer.
 */
export function mandatesFor<M extends { contactId: string | null }>(contact: {
  id: string;
  mandates: M[];
  defaultMandate: M | null;
}): M[] {
  const { id, mandates, defaultMandate } = contact;
  // A mandate that lost its contact waits for a person, even if it was chosen before.
  const isShared = defaultMandate?.contactId && defaultMandate.contactId !== id;
  return defaultMandate && isShared ? [...mandates, defaultMandate] : mandates;
}

/** Returns those of a contact's mandates that can be used for a collection now. */
export function debitableFor<
  M extends { contactId: string | null; status: MandateStatus; cancelRequestedAt: Date | null },
>(contact: Parameters<typeof mandatesFor<M>>[0]): M[] {
  return mandatesFor(contact).filter((mandate) => isUsable(mandate.status) && !mandate.cancelRequestedAt);
}

/**
 * Returns the condition for mandates whose payer, reference and contact together contain every word that somebody
 * typed.
 */
export function mandateWhere(customerId: CustomerId, typed: string | undefined): Prisma.MandateWhereInput {
  const holdsWord = (searchText: Prisma.StringFilter) => ({
    OR: [{ searchText }, { contact: { customerId, searchText } }],
  });
  return { AND: searchFilters(typed).map(holdsWord) };
}

const IN_FORCE = { status: { in: USABLE }, cancelRequestedAt: null } satisfies Prisma.MandateWhereInput;

/**
 * Returns the condition for contacts with a usable mandate: their own, or that of another contact who is the same
 * payer. The supplier's id is repeated in the relations: the database may read a relation on its own, and would scan
 * the rows of all suppliers.
 */
export function grantedWhere(customerId: CustomerId): Prisma.ContactWhereInput {
  const own = { some: { customerId, ...IN_FORCE } };
  return { OR: [{ mandates: own }, { defaultMandate: { customerId, ...IN_FORCE, contactId: { not: null } } }] };
}

/** Invoices that a signature can help: not those of a previous system, or of a payer who has died. */
const WAITING = {
  bookStatus: "open",
  isArchived: false,
  outcome: { in: ["wait", "request_mandate"] },
  reason: { notIn: ["books_changed", "payer_deceased"] },
} satisfies Prisma.InvoiceWhereInput;

/** The columns of a contact that `isNeeded` reads. */
export const NEED = {
  isExcluded: true,
  isArchived: true,
  invoices: { where: WAITING, take: 1, select: { id: true } },
  mandates: { where: IN_FORCE, take: 1, select: { id: true } },
  defaultMandate: { select: { status: true, contactId: true, cancelRequestedAt: true } },
} satisfies Prisma.ContactSelect;

/**
 * True if an open mandate request is still needed. Either an open invoice of the payer waits for it, or it was sent by
 * hand to a payer without a mandate. Any other open request can still be signed, but nobody has to act on it.
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

/** Returns when a request was last sent, unless that was on the day of its creation or of a reminder. */
export function sentAgainAt(request: {
  createdAt: Date;
  sentAt: Date | null;
  remindedAt: Date | null;
}): Date | undefined {
  const { createdAt, sentAt, remindedAt } = request;
  const told = [createdAt, remindedAt].map((at) => at && dayOf(at));
  return sentAt && !told.includes(dayOf(sentAt)) ? sentAt : undefined;
}

/** The label of a request in the list: its status, or how it is being delivered while the payer has not seen it. */
export type RequestState = MandateRequestStatus | "link" | "refused";

export function requestStateOf(request: {
  status: MandateRequestStatus;
  byMail: boolean;
  mailRefusedAt: Date | null;
}): RequestState {
  const { status, byMail, mailRefusedAt } = request;
  if ((status === "pending" || status === "sent") && mailRefusedAt) return "refused";
  return status === "pending" && !byMail ? "link" : status;
}

/** Filters for the page of requests and mandates. */
export const MANDATE_FILTERS = ["all", "open", "usable", "ended"] as const;
export type MandateFilter = (typeof MANDATE_FILTERS)[number];

export function mandateFilterOf(value: string | undefined): MandateFilter {
  return MANDATE_FILTERS.find((filter) => filter === value) ?? "all";
}

/** Allowed status changes of a mandate request. A change that is not listed is stale and has no effect. */
export const REQUEST_STEPS: Record<MandateRequestStatus, MandateRequestStatus[]> = {
  pending: ["sent", "opened", "exited", "signed", "cancelled"],
  sent: ["opened", "exited", "signed", "cancelled"],
  opened: ["exited", "signed", "cancelled"],
  exited: ["opened", "signed", "cancelled"],
  // The payer may sign at the moment when the supplier cancels: the signature counts.
  cancelled: ["signed"],
  signed: [],
};

/** Returns the statuses from which a change to `to` is allowed. */
export function stepsTo(to: MandateRequestStatus): MandateRequestStatus[] {
  return (Object.keys(REQUEST_STEPS) as MandateRequestStatus[]).filter((from) => REQUEST_STEPS[from].includes(to));
}

export interface MatchCandidate {
  id: string;
  name: string;
  emails: string[];
}

/**
 * Returns the contact that a mandate made outside Einzug probably belongs to. There must be exactly one, and a person
 * always has to confirm it: a collection on another person's mandate is the worst possible error here.
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

/**
 * Returns whether a payer at GoCardless and a contact of the accounting system share name and e-mail, for a person to
 * judge.
 */
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

/**
 * Reasons to cancel a collection because of its mandate. No later decision finds them again, unlike reasons that
 * concern the invoice.
 */
export const MANDATE_REASONS = ["mandate_chosen", "match_undone"] as const;
