import { cache } from "react";
import type { CustomerId } from "@/lib/auth/scope";
import { type Attempt, attemptOf } from "@/lib/collections/loaders";
import { needsNewMandate } from "@/lib/collections/rules";
import { type Day, fromDate } from "@/lib/core/dates";
import { db, type Prisma } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { findPage, type Page, type PageRequest } from "@/lib/core/paging";
import type { BookStatus, CollectionStatus, DecisionOutcome, InvoiceKind } from "@/lib/core/prisma/enums";
import { pageSession } from "@/lib/customers/loaders";
import { type RequestTrace, requestTraceOf } from "@/lib/mandates/loaders";
import { loadPayoutsWith } from "@/lib/payouts/loaders";

export const INVOICE_FILTERS = [
  "all",
  "needs-you",
  "waiting",
  "on-its-way",
  "collected",
  "returned",
  "not-collected",
] as const;
export type InvoiceFilter = (typeof INVOICE_FILTERS)[number];

export function invoiceFilterOf(value: string | undefined): InvoiceFilter {
  return INVOICE_FILTERS.find((filter) => filter === value) ?? "all";
}

const ON_ITS_WAY: CollectionStatus[] = ["pending", "created", "submitted", "confirmed", "mandate_transferred"];
const RETURNED: CollectionStatus[] = [
  "failed",
  "late_failure",
  "charged_back",
  "chargeback_settled",
  "mandate_expired",
];

/** Reasons that end only when the supplier does something with this very invoice. */
export const NEEDS_YOU = [
  "mandate_ambiguous",
  "match_unconfirmed",
  "contact_without_email",
  "condition_near_miss",
  "very_late",
  "failed_needs_action",
  "payer_deceased",
  "requests_off",
  "too_late_to_change",
];

/** Of these the dashboard tells already, by a notice or a proposal of its own. */
const TOLD = [
  "failed_needs_action",
  "payer_deceased",
  "contact_without_email",
  "too_late_to_change",
  "match_unconfirmed",
];

const NOT_LIVE = { none: { holdsInvoice: true } };

const FILTER_WHERE: Record<InvoiceFilter, Prisma.InvoiceWhereInput> = {
  all: {},
  "needs-you": { bookStatus: "open", reason: { in: NEEDS_YOU }, collections: NOT_LIVE },
  waiting: {
    outcome: { in: ["collect", "wait", "request_mandate"] },
    reason: { notIn: NEEDS_YOU },
    collections: NOT_LIVE,
  },
  "on-its-way": { collections: { some: { holdsInvoice: true, status: { in: ON_ITS_WAY } } } },
  collected: { collections: { some: { holdsInvoice: true, status: "paid_out" } } },
  returned: { collections: { some: { status: { in: RETURNED } }, ...NOT_LIVE } },
  "not-collected": { outcome: { in: ["skip", "cancel"] }, reason: { notIn: NEEDS_YOU }, collections: NOT_LIVE },
};

export interface InvoiceRow {
  id: string;
  number: string;
  contactName: string;
  dueDate: Day;
  /** The day the payer is debited; the granted one, where the provider has said. */
  debitDate?: Day;
  amountCents: number;
  bookStatus: BookStatus;
  collectionStatus?: CollectionStatus;
  outcome?: DecisionOutcome;
  reason?: string;
  needsYou: boolean;
}

export const LAST_COLLECTION = {
  orderBy: [{ holdsInvoice: "desc" }, { attempt: "desc" }],
  take: 1,
} satisfies Prisma.Invoice$collectionsArgs;

type StoredRow = Prisma.InvoiceGetPayload<{ include: { collections: typeof LAST_COLLECTION } }>;

export function rowOf(invoice: StoredRow): InvoiceRow {
  const last = invoice.collections[0];
  const live = last?.holdsInvoice ? last : undefined;
  return {
    id: invoice.id,
    number: invoice.number,
    contactName: invoice.contactName,
    dueDate: fromDate(invoice.dueDate),
    debitDate: live ? fromDate(live.chargeDate ?? live.requestedDate) : undefined,
    // Settled documents are open by nothing; a list of zeros would tell nobody anything.
    amountCents: live?.amountCents ?? (invoice.openCents || invoice.totalCents),
    bookStatus: invoice.bookStatus,
    // A cancelled attempt explains nothing; the decision after it does.
    collectionStatus: last && last.status !== "cancelled" ? last.status : undefined,
    outcome: invoice.outcome ?? undefined,
    reason: invoice.reason ?? undefined,
    needsYou: !live && NEEDS_YOU.includes(invoice.reason ?? ""),
  };
}

function searchWhere(text: string | undefined): Prisma.InvoiceWhereInput {
  if (!text) return {};
  const contains = { contains: text, mode: "insensitive" } as const;
  return { OR: [{ number: contains }, { contactName: contains }] };
}

/** What belongs to the list behind a filter and a search. */
export function listWhere(
  customerId: CustomerId,
  { filter, search }: { filter: InvoiceFilter; search?: string },
): Prisma.InvoiceWhereInput {
  return { customerId, bookStatus: { not: "deleted" }, AND: [FILTER_WHERE[filter], searchWhere(search)] };
}

export interface InvoiceQuery {
  filter: InvoiceFilter;
  search?: string;
  page: PageRequest;
}

export async function loadInvoices({ filter, search, page }: InvoiceQuery): Promise<Page<InvoiceRow>> {
  const { customerId } = await pageSession();
  const where = listWhere(customerId, { filter, search });
  const found = await findPage(customerId, page, (args) =>
    db.invoice.findMany({
      where,
      orderBy: [{ dueDate: "desc" }, { id: "asc" }],
      include: { collections: LAST_COLLECTION },
      ...args,
    }),
  );
  return { ...found, items: found.items.map(rowOf) };
}

/** How many rows wait behind the chips that call for somebody. */
export const loadFilterCounts = cache(async (): Promise<Partial<Record<InvoiceFilter, number>>> => {
  const { customerId } = await pageSession();
  const count = (filter: InvoiceFilter) =>
    db.invoice.count({ where: { customerId, bookStatus: { not: "deleted" }, ...FILTER_WHERE[filter] } });
  const [needsYou, returned] = await Promise.all([count("needs-you"), count("returned")]);
  return { "needs-you": needsYou, returned };
});

/** Invoices that need the supplier and that nothing else on the dashboard speaks of. */
export const loadUntoldCount = cache(async (): Promise<number> => {
  const { customerId } = await pageSession();
  const reason = { in: NEEDS_YOU.filter((code) => !TOLD.includes(code)) };
  return await db.invoice.count({ where: { customerId, ...FILTER_WHERE["needs-you"], reason } });
});

export interface InvoiceSums {
  open: { count: number; cents: number };
  /** Any invoice at all: whether the books were ever read. */
  hasAny: boolean;
}

export const loadInvoiceSums = cache(async (): Promise<InvoiceSums> => {
  const { customerId } = await pageSession();
  const [open, first] = await Promise.all([
    db.invoice.aggregate({
      where: { customerId, bookStatus: "open", isArchived: false },
      _count: true,
      _sum: { openCents: true },
    }),
    db.invoice.findFirst({ where: { customerId }, select: { id: true } }),
  ]);
  return { open: { count: open._count, cents: open._sum.openCents ?? 0 }, hasAny: first !== null };
});

export interface DecisionView {
  outcome: DecisionOutcome;
  reason: string;
  decidedAt?: string;
  found?: string;
  expected?: string;
  /** The figure that decided: cents for amounts, days for ages. */
  limit?: number;
  amountCents?: number;
  chargeDate?: Day;
  wantedDate?: Day;
}

export interface InvoiceView extends InvoiceRow {
  kind: InvoiceKind;
  voucherDate: Day;
  totalCents: number;
  openCents: number;
  termLabel: string;
  contactId?: string;
  contactEmail?: string;
  isExcluded: boolean;
  lateConfirmedAt?: string;
  retryApprovedAt?: string;
  /** The last debit failed in a way that a second attempt may mend. */
  canRetry: boolean;
  externalId: string;
  decision?: DecisionView;
  attempts: Attempt[];
  requests: RequestTrace[];
  hint?: { reference: string; sentAt?: string };
  payouts: { id: string; reference: string }[];
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
    amountCents: number("amountCents"),
    chargeDate: text("chargeDate"),
    wantedDate: text("wantedDate"),
  };
}

/** One invoice with everything that explains it; undefined for an id of nobody or of somebody else. */
export const loadInvoice = cache(async (id: string): Promise<InvoiceView | undefined> => {
  const { customerId } = await pageSession();
  const invoice = await db.invoice.findUnique({
    where: { customerId_id: { customerId, id } },
    include: {
      contact: { select: { email: true } },
      hint: true,
      mandateRequests: { orderBy: { createdAt: "desc" } },
      collections: { orderBy: [{ holdsInvoice: "desc" }, { attempt: "desc" }], include: { events: true } },
    },
  });
  if (!invoice) return undefined;
  const iso = (at: Date | null) => at?.toISOString();
  const last = invoice.collections[0];
  const payouts = await loadPayoutsWith(
    customerId,
    invoice.collections.flatMap((row) => row.providerId ?? []),
  );
  return {
    ...rowOf(invoice),
    kind: invoice.kind,
    voucherDate: fromDate(invoice.voucherDate),
    totalCents: invoice.totalCents,
    openCents: invoice.openCents,
    termLabel: invoice.termLabel,
    contactId: invoice.contactId ?? undefined,
    contactEmail: invoice.contact?.email ?? undefined,
    isExcluded: invoice.isExcluded,
    lateConfirmedAt: iso(invoice.lateConfirmedAt),
    retryApprovedAt: iso(invoice.retryApprovedAt),
    canRetry:
      last !== undefined &&
      !last.holdsInvoice &&
      !needsNewMandate({ code: last.failureCode, cause: last.failureCause }),
    externalId: invoice.externalId,
    decision: decisionOf(invoice),
    attempts: invoice.collections.map(attemptOf),
    requests: invoice.mandateRequests.map(requestTraceOf),
    hint: invoice.hint ? { reference: invoice.hint.reference, sentAt: iso(invoice.hint.sentAt) } : undefined,
    payouts,
  };
});

/** The document in the books, for the browser. */
export function bookPageOf(invoice: { kind: InvoiceKind; externalId: string }): string {
  const folder = invoice.kind === "voucher" ? "vouchers" : "invoices";
  return `${env().LEXOFFICE_APP_URL}/permalink/${folder}/view/${invoice.externalId}`;
}
