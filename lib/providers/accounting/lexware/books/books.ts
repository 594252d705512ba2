import { centsFromDecimal } from "@/lib/core/money/money";
import { type Day, dayOf } from "@/lib/core/time/dates";
import { ProviderError } from "@/lib/core/web/provider-error";
import { siftRows, textOf } from "@/lib/providers/accounting/answers";
import type { LexwareClient } from "@/lib/providers/accounting/lexware/client";
import type {
  AccountingDocument,
  Books,
  DocumentEntry,
  EntryPage,
  UnreadEntry,
  VendorPage,
} from "@/lib/providers/accounting/port";
import { orUndefined } from "@/lib/providers/reading";
import { mapBookVoucher, mapContact, mapEntry, mapInvoice, mapStatus } from "./map";
import {
  wireBookVoucher,
  wireContact,
  wireInvoice,
  wirePage,
  wirePaymentConditions,
  wirePayments,
  wireProfile,
  wireVoucher,
} from "./wire";

const PAGE_SIZE = 250;
/** Maximum number of hits that one search can page through. */
const WINDOW = 10_000;
/** The bookkeeping type of an outgoing invoice that was written in another program. */
const BOOK_VOUCHER = "salesinvoice";
const TYPES = `invoice,downpaymentinvoice,${BOOK_VOUCHER}`;
/** `open` includes overdue documents. Lexware refuses `overdue` in combination with another status. */
const STATUSES = "open,sepadebit,transferred";
const WRITTEN_STATUSES = `${STATUSES},paid,paidoff,voided`;

interface WirePage {
  last: boolean;
  number: number;
  numberOfElements: number;
  totalElements: number;
  content: unknown[];
}

export function lexwareDocuments(client: LexwareClient): Books {
  return {
    identify: async () => {
      const profile = await client.read(wireProfile, { path: "/v1/profile" });
      const { organizationId: organisationId, connectionId, companyName: name } = profile;
      return { organisationId, connectionId, name, email: profile.created?.userEmail ?? "" };
    },
    listOpen: ({ cursor }) => listByDate(client, { voucherStatus: STATUSES }, cursor),
    listChanged: ({ since, cursor }) =>
      listByDate(client, { voucherStatus: WRITTEN_STATUSES, updatedDateFrom: dayOf(since) }, cursor),
    listWritten: (options) => listWritten(client, options),
    findDocument: (externalId) => findDocument(client, externalId),
    readDocument: ({ externalId, externalType }) => orUndefined(readDocument(client, externalId, externalType)),
    readOpenAmount: (externalId) => orUndefined(readOpenAmount(client, externalId)),
    listContacts: async (cursor) => {
      const page = await client.read(wirePage, {
        path: `/v1/contacts?customer=true&page=${cursor ?? 0}&size=${PAGE_SIZE}`,
      });
      assertWhole(page);
      const { rows } = siftRows(wireContact, page.content, "Lexware /v1/contacts");
      return { rows: rows.map(mapContact), next: page.last ? undefined : String(page.number + 1) };
    },
    readContact: (externalId) =>
      orUndefined(client.read(wireContact, { path: `/v1/contacts/${externalId}` }).then(mapContact)),
    listPaymentTerms: async () => {
      const terms = await client.read(wirePaymentConditions, { path: "/v1/payment-conditions" });
      return terms.map((term) => term.paymentTermLabelTemplate);
    },
  };
}

/**
 * Returns one page of documents, the newest first. The cursor is `page`. Where a search exceeds 10,000 hits it is
 * `page@day`: a new slice then begins with the day of the last document seen. Documents of that day appear in both
 * slices.
 */
async function listByDate(
  client: LexwareClient,
  filters: { voucherStatus: string; updatedDateFrom?: Day },
  cursor = "0",
): Promise<EntryPage> {
  const [pageNo = "0", until] = cursor.split("@");
  const query = new URLSearchParams({ voucherType: TYPES, ...filters, page: pageNo, size: String(PAGE_SIZE) });
  query.set("sort", "voucherDate,DESC");
  if (until) query.set("voucherDateTo", until);
  const page = await client.read(wirePage, { path: `/v1/voucherlist?${query}` });
  assertWhole(page);
  const { rows, unread } = readVouchers(page);
  return { rows, unread, next: nextCursor(page, rows.at(-1), until) };
}

function readVouchers({ content }: WirePage): { rows: DocumentEntry[]; unread: UnreadEntry[] } {
  const { rows, unread } = siftRows(wireVoucher, content, "Lexware /v1/voucherlist");
  return { rows: rows.map(mapEntry), unread: unread.map(nameUnread) };
}

function nameUnread(row: unknown): UnreadEntry {
  const status = textOf(row, "voucherStatus");
  return {
    externalId: textOf(row, "id") ?? null,
    number: textOf(row, "voucherNumber") ?? "",
    status: status === undefined ? "open" : mapStatus(status),
  };
}

async function listWritten(
  client: LexwareClient,
  { from, to, page, rows }: Parameters<Books["listWritten"]>[0],
): Promise<VendorPage<DocumentEntry>> {
  const query = new URLSearchParams({
    voucherType: TYPES,
    voucherStatus: WRITTEN_STATUSES,
    voucherDateFrom: from,
    voucherDateTo: to,
    page: String(page),
    size: String(rows),
    sort: "voucherDate,DESC",
  });
  const found = await client.read(wirePage, { path: `/v1/voucherlist?${query}` });
  assertWhole(found, rows);
  return { rows: readVouchers(found).rows, total: found.totalElements, isMore: found.totalElements >= WINDOW };
}

/**
 * Finds a document by its id alone. The id does not reveal its kind, so the kinds are tried, the most frequent first.
 */
async function findDocument(client: LexwareClient, externalId: string): Promise<AccountingDocument | undefined> {
  for (const type of TYPES.split(",")) {
    const found = await orUndefined(readDocument(client, externalId, type));
    if (found) return found;
  }
  return undefined;
}

function nextCursor(page: WirePage, lastRow: DocumentEntry | undefined, until: string | undefined): string | undefined {
  if (page.last) return undefined;
  const isWindowEnd = (page.number + 2) * PAGE_SIZE > WINDOW;
  if (!isWindowEnd) return until ? `${page.number + 1}@${until}` : String(page.number + 1);
  // More than 10,000 documents of a single day cannot be sliced by date: fail instead of missing some.
  if (!lastRow || lastRow.voucherDate === until)
    throw new ProviderError("refused", "Lexware: more open documents on one day than can be listed");
  return `0@${lastRow.voucherDate}`;
}

/** Throws if a page is incomplete: a truncated answer must not look as if all other documents had been paid. */
function assertWhole(page: WirePage, size = PAGE_SIZE): void {
  const seen = page.number * size + page.content.length;
  const isShort = page.last ? seen < Math.min(page.totalElements, WINDOW) : page.content.length < size;
  const isCut = isShort || page.content.length !== page.numberOfElements;
  if (isCut) throw new ProviderError("network", "Lexware answered with an incomplete page");
}

async function readDocument(client: LexwareClient, externalId: string, externalType: string) {
  switch (externalType) {
    case "invoice":
      return mapInvoice(await client.read(wireInvoice, { path: `/v1/invoices/${externalId}` }), externalType);
    case "downpaymentinvoice":
      return mapInvoice(
        await client.read(wireInvoice, { path: `/v1/down-payment-invoices/${externalId}` }),
        externalType,
      );
    default:
      return await readBookVoucher(client, externalId);
  }
}

/**
 * Returns an outgoing invoice of bookkeeping; undefined for other vouchers. Bills and credit notes have the same path
 * (reference 4.7), so an event or an id may refer to one.
 */
async function readBookVoucher(client: LexwareClient, externalId: string): Promise<AccountingDocument | undefined> {
  const voucher = await client.read(wireBookVoucher, { path: `/v1/vouchers/${externalId}` });
  return voucher.type === BOOK_VOUCHER ? mapBookVoucher(voucher) : undefined;
}

async function readOpenAmount(client: LexwareClient, externalId: string) {
  try {
    const payments = await client.read(wirePayments, { path: `/v1/payments/${externalId}` });
    const status = mapStatus(payments.voucherStatus);
    const isOwedByUs = payments.paymentStatus === "openExpense";
    return { status, openCents: isOwedByUs ? 0 : centsFromDecimal(payments.openAmount) };
  } catch (error) {
    // Lexware answers 406 for a draft; this is not a failure.
    if (error instanceof ProviderError && error.kind === "refused") return { status: "draft" as const, openCents: 0 };
    throw error;
  }
}
