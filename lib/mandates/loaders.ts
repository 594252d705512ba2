import { cache } from "react";
import type { CustomerId } from "@/lib/auth/scope";
import { pageSession } from "@/lib/auth/sessions/page-session";
import { CONTACT_NAME, contactName, contactWhere, mandateEmailOf } from "@/lib/contacts/rules";
import { db, type Prisma } from "@/lib/core/database/db";
import { findSortedPage } from "@/lib/core/database/page-reading";
import type { MandateRequestStatus, MandateStatus } from "@/lib/core/prisma/enums";
import { today } from "@/lib/core/time/clock";
import { type Day, fromDate, toDate } from "@/lib/core/time/dates";
import type { Page, PageRequest } from "@/lib/core/web/paging";
import { payerLink } from "@/lib/mandates/requests/mutations";
import { isUsable, OPEN_REQUESTS, USABLE } from "@/lib/statuses/mandate-rules";
import {
  isNeeded,
  type MandateFilter,
  mandateWhere,
  NEED,
  type RequestStanding,
  sentAgainAt,
  standingOf,
} from "./rules";

export interface RequestRow {
  id: string;
  contactName: string;
  email?: string;
  standing: RequestStanding;
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

export interface MandateQuery {
  name?: string;
  filter: MandateFilter;
  /** Each list has its own page. */
  pages: { requests: PageRequest; mandates: PageRequest };
}

/** Returns a page of mandate requests and a page of mandates, both newest first. */
export async function loadMandateLists(
  query: MandateQuery,
): Promise<{ requests: Page<RequestRow>; mandates: Page<MandateRow> }> {
  const { customerId } = await pageSession();
  let asked: ReturnType<typeof readPlaces> | undefined;
  const places = () => {
    asked ??= readPlaces(customerId, query.pages);
    return asked;
  };
  const [requests, mandates] = await Promise.all([
    findRequests(customerId, query, async () => (await places()).mandateRequests[0]),
    findMandates(customerId, query, async () => (await places()).mandates[0]),
  ]);
  return { requests, mandates };
}

/** Reads the rows at which the two pages begin, in one statement. */
async function readPlaces(customerId: CustomerId, { requests, mandates }: MandateQuery["pages"]) {
  const begin = ({ before, after }: PageRequest) => ({ where: { id: before ?? after ?? "" }, take: 1 });
  return await db.customer.findUniqueOrThrow({
    where: { id: customerId },
    select: { mandateRequests: begin(requests), mandates: begin(mandates) },
  });
}

type PlaceOf = () => Promise<object | undefined>;

const REQUESTS_BY_FILTER: Record<MandateFilter, MandateRequestStatus[] | undefined> = {
  all: undefined,
  open: OPEN_REQUESTS,
  usable: ["signed"],
  ended: ["cancelled"],
};
const MANDATES_BY_FILTER: Record<MandateFilter, Prisma.MandateWhereInput> = {
  all: {},
  // Not assigned to a contact yet: the supplier has to decide.
  open: { contactId: null, isIgnored: false, status: { in: USABLE } },
  usable: { status: { in: USABLE }, contactId: { not: null } },
  ended: { status: { notIn: USABLE } },
};

async function findRequests(
  customerId: CustomerId,
  { name, filter, pages }: MandateQuery,
  row: PlaceOf,
): Promise<Page<RequestRow>> {
  const status = REQUESTS_BY_FILTER[filter];
  const list = { customerId, contact: contactWhere(name), ...(status ? { status: { in: status } } : {}) };
  const order: Prisma.MandateRequestOrderByWithRelationInput[] = [{ createdAt: "desc" }, { id: "asc" }];
  const include = {
    contact: { select: { ...CONTACT_NAME, ...NEED, email: true, otherEmails: true, mandateEmail: true } },
    invoice: { select: { id: true, number: true } },
  } satisfies Prisma.MandateRequestInclude;
  const found = await findSortedPage(customerId, pages.requests, {
    ...{ order, row },
    rows: ({ where, ...args }) => db.mandateRequest.findMany({ ...args, where: { AND: [list, where] }, include }),
  });
  const items = found.items.map((row) => ({
    id: row.id,
    contactName: contactName(row.contact),
    // The address of the next mail; for a closed request, that of the last one.
    email: (OPEN_REQUESTS.includes(row.status) ? mandateEmailOf(row.contact) : row.email) ?? undefined,
    standing: standingOf(row),
    isOpen: OPEN_REQUESTS.includes(row.status),
    isNeeded: isNeeded(row),
    invoice: row.invoice ?? undefined,
    createdAt: row.createdAt.toISOString(),
    sentAgainAt: sentAgainAt(row)?.toISOString(),
    reminderCount: row.reminderCount,
    remindedAt: row.remindedAt?.toISOString(),
    link: payerLink(row),
  }));
  return { ...found, items };
}

export interface MandateRow {
  id: string;
  payerName: string;
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

async function findMandates(
  customerId: CustomerId,
  { name, filter, pages }: MandateQuery,
  row: PlaceOf,
): Promise<Page<MandateRow>> {
  const list = {
    customerId,
    ...MANDATES_BY_FILTER[filter],
    ...mandateWhere(customerId, name),
  };
  const order: Prisma.MandateOrderByWithRelationInput[] = [{ createdAt: "desc" }, { id: "asc" }];
  const include = {
    contact: {
      select: {
        ...CONTACT_NAME,
        defaultMandateId: true,
        mandates: { where: { status: { in: USABLE } }, select: { id: true } },
      },
    },
    collections: {
      where: { status: { in: ["pending", "created", "submitted"] } },
      select: { status: true, amountCents: true },
    },
  } satisfies Prisma.MandateInclude;
  const found = await findSortedPage(customerId, pages.mandates, {
    ...{ order, row },
    rows: ({ where, ...args }) => db.mandate.findMany({ ...args, where: { AND: [list, where] }, include }),
  });
  const items = found.items.map((row) => {
    const isOneOfSeveral = isUsable(row.status) && (row.contact?.mandates.length ?? 0) > 1;
    const next = row.nextPossibleChargeDate ? fromDate(row.nextPossibleChargeDate) : undefined;
    return {
      id: row.id,
      payerName: row.payerName || (row.contact ? contactName(row.contact) : ""),
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
  });
  return { ...found, items };
}

export const loadUsableMandates = cache(async (): Promise<number> => {
  const { customerId } = await pageSession();
  return await db.mandate.count({ where: { customerId, status: { in: USABLE } } });
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

type StoredRequest = Prisma.MandateRequestGetPayload<object>;

/** Returns the history of a mandate request for the page of the invoice that caused it. */
export function requestTraceOf(row: StoredRequest): RequestTrace {
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
