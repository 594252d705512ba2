import { z } from "zod";
import { addDays, type Day } from "@/lib/core/time/dates";
import { ProviderError } from "@/lib/core/web/provider-error";
import { readAnswer, siftRows, textOf } from "@/lib/providers/accounting/answers";
import type {
  AccountingContact,
  Books,
  DocumentEntry,
  EntryPage,
  Page,
  UnreadEntry,
  VendorPage,
} from "@/lib/providers/accounting/port";
import type { SevdeskClient } from "@/lib/providers/accounting/sevdesk/client";
import { amountsOf, isClaim, mapContact, mapDocument, mapListed, mapStatus } from "./map";
import {
  type WireAddress,
  type WireInvoice,
  type WireWay,
  wireAddress,
  wireContact,
  wireInvoice,
  wireOwner,
  wirePaymentMethod,
  wireUser,
  wireWay,
} from "./wire";

const INVOICE_EMBEDS = "contact,paymentMethod,debit";
/** Open before partly paid: an invoice paid in part between the two lists moves to the second and is not missed. */
const OPEN_STATUSES = ["200", "750"];

export function sevdeskDocuments(client: SevdeskClient): Books {
  const sweep = new ContactSweep(client);
  const findInvoice = (id: string) => client.find(wireInvoice, "Invoice", id, { embed: INVOICE_EMBEDS });
  return {
    // The key belongs to a user and has no id of its own. Two keys of one account share the account's id (SevClient).
    identify: async () => {
      let users = await client.read(wireUser.array(), "/SevUser");
      // An empty list may have lost its only row: it counts as empty only if it comes twice.
      if (users.length === 0) users = await client.read(wireUser.array().min(1), "/SevUser");
      const [user] = users;
      const organisationId = user?.sevClient.id ?? "";
      const { fullname, email } = user ?? {};
      return { organisationId, connectionId: organisationId, name: fullname ?? "", email: email ?? "" };
    },
    listOpen: ({ cursor }) => listOpen(client, cursor),
    listChanged: (options) => listChanged(client, options),
    listWritten: (options) => listWritten(client, options),
    findDocument: async (externalId) => {
      const row = await findInvoice(externalId);
      return row && isClaim(row) ? mapDocument(row) : undefined;
    },
    readDocument: async ({ externalId }) => {
      const row = await findInvoice(externalId);
      return row && isClaim(row) ? mapDocument(row) : undefined;
    },
    readOpenAmount: async (externalId) => {
      const row = await findInvoice(externalId);
      if (!row) return undefined;
      const { totalCents: _total, ...open } = amountsOf(row);
      return { status: mapStatus(row.status), ...open };
    },
    listContacts: (cursor) => sweep.page(Number(cursor ?? 0)),
    readContact: (externalId) => readContact(client, externalId),
    listPaymentTerms: async () => {
      const methods = await client.all(wirePaymentMethod, "/PaymentMethod");
      return methods.map((method) => method.name ?? "").filter(Boolean);
    },
  };
}

/**
 * Returns a page of open documents. The cursor is `status:offset:total`; a list that changed between two pages must be
 * read again.
 */
async function listOpen(client: SevdeskClient, cursor = `${OPEN_STATUSES[0]}:0`): Promise<EntryPage> {
  const [status = "", offsetText, totalBefore] = cursor.split(":");
  const offset = Number(offsetText);
  const params = { status, orderByInvoiceNumber: "ASC" };
  const expected = totalBefore === undefined ? undefined : Number(totalBefore);
  const { rows, unread, seen, total } = await invoicePage(client, params, { offset, totalBefore: expected });
  const following = OPEN_STATUSES[OPEN_STATUSES.indexOf(status) + 1];
  const next = seen < total ? `${status}:${seen}:${total}` : following && `${following}:0`;
  return { rows: rows.filter(isClaim).map(mapListed), unread, next };
}

/** Returns a page of invoices. `seen` is the number of rows of the list up to the end of this page, readable or not. */
async function invoicePage(
  client: SevdeskClient,
  params: Record<string, string | number>,
  { offset, totalBefore, limit }: { offset: number; totalBefore?: number; limit?: number },
): Promise<{ rows: WireInvoice[]; unread: UnreadEntry[]; seen: number; total: number }> {
  const asked = { embed: INVOICE_EMBEDS, ...params };
  const { rows: found, total } = await client.page(z.unknown(), "/Invoice", asked, offset, totalBefore, limit);
  const { rows, unread } = siftRows(wireInvoice, found, "sevdesk /Invoice");
  return { rows, unread: unread.filter(mayClaim).map(nameUnread), seen: offset + found.length, total };
}

function mayClaim(row: unknown): boolean {
  const invoiceType = textOf(row, "invoiceType");
  return invoiceType === undefined || isClaim({ invoiceType });
}

function nameUnread(row: unknown): UnreadEntry {
  const status = textOf(row, "status");
  return {
    externalId: textOf(row, "id") ?? null,
    number: textOf(row, "invoiceNumber") ?? "",
    status: status === undefined ? "open" : mapStatus(status),
  };
}

/**
 * Returns a page of changed documents, in one list of all statuses, so that each document is in it once. The vendor's
 * text describes the filter, but no list of parameters has it. If the vendor ignored it, all documents would be
 * returned; this throws. The cursor is `offset:total`, see `listOpen`.
 */
async function listChanged(
  client: SevdeskClient,
  { since, cursor = "0" }: { since: Date; cursor?: string },
): Promise<EntryPage> {
  const [offsetText, totalBefore] = cursor.split(":");
  const offset = Number(offsetText);
  // `updateAfter` takes whole seconds and excludes the given second.
  const updateAfter = Math.ceil(since.getTime() / 1_000) - 1;
  const params = { orderByInvoiceNumber: "ASC", updateAfter };
  const expected = totalBefore === undefined ? undefined : Number(totalBefore);
  const { rows, unread, seen, total } = await invoicePage(client, params, { offset, totalBefore: expected });
  if (rows.some((row) => Date.parse(row.update) <= updateAfter * 1_000))
    throw new ProviderError("refused", "sevdesk ignored the filter updateAfter");
  return { rows: rows.filter(isClaim).map(mapListed), unread, next: seen < total ? `${seen}:${total}` : undefined };
}

/** Maximum number of documents, as with Lexware Office, and the vendor's maximum page size. */
const MOST_WRITTEN = 10_000;
const WRITTEN_CALL = 1_000;

/**
 * Returns a page of written documents. Drafts, reminders and cancellations cannot be filtered out at the vendor and
 * would count in its total. Therefore the whole range is read, and cut into pages here.
 */
async function listWritten(
  client: SevdeskClient,
  { from, to, page, rows }: Parameters<Books["listWritten"]>[0],
): Promise<VendorPage<DocumentEntry>> {
  const params = {
    startDate: secondsAt(from),
    endDate: secondsAt(addDays(to, 1)),
    orderByInvoiceNumber: "DESC",
  };
  const written: DocumentEntry[] = [];
  let [seen, total] = [0, Number.POSITIVE_INFINITY];
  for (let before: number | undefined; seen < Math.min(total, MOST_WRITTEN); before = total) {
    const found = await invoicePage(client, params, { offset: seen, totalBefore: before, limit: WRITTEN_CALL });
    if (found.seen === seen) break;
    [seen, total] = [found.seen, found.total];
    written.push(...found.rows.filter(isClaim).map(mapListed));
  }
  const claims = written
    .filter((entry) => entry.status !== "draft")
    .toSorted((a, b) => b.voucherDate.localeCompare(a.voucherDate));
  return { rows: claims.slice(page * rows, (page + 1) * rows), total: claims.length, isMore: seen < total };
}

/** Returns Unix seconds before the day begins in Germany, in winter and summer, because the filter means "after". */
function secondsAt(day: Day): number {
  return Date.parse(`${day}T00:00:00+02:00`) / 1_000 - 1;
}

async function readContact(client: SevdeskClient, externalId: string): Promise<AccountingContact | undefined> {
  const row = await client.find(wireContact, "Contact", externalId, { embed: "parent" });
  if (!row) return undefined;
  const ways: WireWay[] = [];
  const addresses: WireAddress[] = [];
  for (const id of [row.id, row.parent?.id]) {
    if (!id) continue;
    const owner = { "contact[id]": id, "contact[objectName]": "Contact" };
    ways.push(...(await client.all(wireWay, "/CommunicationWay", { ...owner, type: "EMAIL" })));
    addresses.push(...(await client.all(wireAddress, "/ContactAddress", { ...owner, embed: "country" })));
  }
  return mapContact(row, ways, addresses);
}

/**
 * Lists contacts page by page. E-mail and postal addresses are separate lists. Both are read completely when a sweep
 * begins and reused for its later pages, which is far cheaper than two calls per contact.
 */
class ContactSweep {
  private ways: WireWay[] | undefined;
  private addresses: WireAddress[] | undefined;
  /** Contacts with an entry in those lists that cannot be read. */
  private readonly unsure = new Set<string>();

  constructor(private readonly client: SevdeskClient) {}

  async page(offset: number): Promise<Page<AccountingContact>> {
    if (offset === 0 || !this.ways || !this.addresses) {
      this.unsure.clear();
      this.ways = await this.sift(wireWay, "/CommunicationWay", { type: "EMAIL" });
      this.addresses = await this.sift(wireAddress, "/ContactAddress", { embed: "country" });
    }
    const { ways, addresses, unsure } = this;
    // Without `depth` the list has no persons.
    const params = { depth: 1, embed: "parent", orderByCustomerNumber: "ASC" };
    const { rows: found, total } = await this.client.page(z.unknown(), "/Contact", params, offset);
    const { rows } = siftRows(wireContact, found, "sevdesk /Contact");
    const seen = offset + found.length;
    const sure = rows.filter((row) => !unsure.has(row.id) && !unsure.has(row.parent?.id ?? ""));
    return {
      rows: sure.map((row) => mapContact(row, ways, addresses)),
      next: seen < total ? String(seen) : undefined,
    };
  }

  /** Reads a whole list. The owner of an unreadable row becomes unsure; a row without an owner is skipped. */
  private async sift<S extends z.ZodType>(
    schema: S,
    path: string,
    params: Record<string, string>,
  ): Promise<z.output<S>[]> {
    const { rows, unread } = siftRows(schema, await this.client.all(z.unknown(), path, params), `sevdesk ${path}`);
    for (const row of unread) {
      const { contact } = readAnswer(wireOwner, row, { place: `sevdesk ${path}` });
      if (contact) this.unsure.add(contact.id);
    }
    return rows;
  }
}
