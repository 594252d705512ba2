import type { CustomerId } from "@/lib/auth/scope";
import { CONTACT_NAME, contactWhere } from "@/lib/contacts/rules";
import { db, type Prisma } from "@/lib/core/database/db";
import { findSortedPage } from "@/lib/core/database/page-reading";
import type { MandateRequestStatus } from "@/lib/core/prisma/enums";
import type { Page, PageRequest } from "@/lib/core/web/paging";
import { OPEN_REQUESTS, USABLE } from "@/lib/statuses/mandate-rules";
import { type MandateFilter, mandateWhere, NEED } from "./rules";

export interface MandateQuery {
  name?: string;
  filter: MandateFilter;
  /** Each list has its own page. */
  pages: { requests: PageRequest; mandates: PageRequest };
}

/** Reads a page of mandate requests and a page of mandates, both newest first, in parallel. */
export async function readMandateLists(
  customerId: CustomerId,
  query: MandateQuery,
): Promise<{ requests: Page<StoredRequest>; mandates: Page<StoredMandate> }> {
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

const REQUEST = {
  contact: { select: { id: true, ...CONTACT_NAME, ...NEED, email: true, otherEmails: true, mandateEmail: true } },
  invoice: { select: { id: true, number: true } },
} satisfies Prisma.MandateRequestInclude;

export type StoredRequest = Prisma.MandateRequestGetPayload<{ include: typeof REQUEST }>;

async function findRequests(
  customerId: CustomerId,
  { name, filter, pages }: MandateQuery,
  row: PlaceOf,
): Promise<Page<StoredRequest>> {
  const status = REQUESTS_BY_FILTER[filter];
  const list = { customerId, contact: contactWhere(name), ...(status ? { status: { in: status } } : {}) };
  const order: Prisma.MandateRequestOrderByWithRelationInput[] = [{ createdAt: "desc" }, { id: "asc" }];
  return await findSortedPage(customerId, pages.requests, {
    ...{ order, row },
    rows: ({ where, ...args }) =>
      db.mandateRequest.findMany({ ...args, where: { AND: [list, where] }, include: REQUEST }),
  });
}

/** The relations that the row of a mandate shows: its contact, and its collections that are not confirmed yet. */
export const MANDATE = {
  contact: {
    select: {
      id: true,
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

export type StoredMandate = Prisma.MandateGetPayload<{ include: typeof MANDATE }>;

async function findMandates(
  customerId: CustomerId,
  { name, filter, pages }: MandateQuery,
  row: PlaceOf,
): Promise<Page<StoredMandate>> {
  const list = {
    customerId,
    ...MANDATES_BY_FILTER[filter],
    ...mandateWhere(customerId, name),
  };
  const order: Prisma.MandateOrderByWithRelationInput[] = [{ createdAt: "desc" }, { id: "asc" }];
  return await findSortedPage(customerId, pages.mandates, {
    ...{ order, row },
    rows: ({ where, ...args }) => db.mandate.findMany({ ...args, where: { AND: [list, where] }, include: MANDATE }),
  });
}

/** Returns a page of the mandates alone, in the same order. */
export async function findMandatePage(
  customerId: CustomerId,
  query: { name?: string; filter: MandateFilter; page: PageRequest },
): Promise<Page<StoredMandate>> {
  const { page, ...wanted } = query;
  const place = () => db.mandate.findUnique({ where: { customerId_id: { customerId, id: page.after ?? "" } } });
  return await findMandates(customerId, { ...wanted, pages: { requests: page, mandates: page } }, async () => {
    return (await place()) ?? undefined;
  });
}

/** Counts a supplier's usable mandates. */
export async function countUsableMandates(customerId: CustomerId): Promise<number> {
  return await db.mandate.count({ where: { customerId, status: { in: USABLE } } });
}
