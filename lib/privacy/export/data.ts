import { strToU8, Zip, ZipDeflate } from "fflate";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { now } from "@/lib/core/time/clock";
import { readArchivedFiles } from "@/lib/datev/batch/kept-mutations";
import { readContent } from "@/lib/e-invoices/tray/data";
import { kindOf } from "@/lib/e-invoices/tray/rules";

/** Rows read, serialised and packed at a time, so that an account of any size takes the same memory. */
const PIECE = 500;

type Row = Record<string, unknown>;
/** Reads the rows after `last`, or the first ones, in a stable order. */
type Read = (last: Row | undefined) => Promise<Row[]>;
type File = [name: string, pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>];

/** Never exported: keys to somebody's accounts are access, not the supplier's data. */
const SECRETS = new Set([
  "accessToken",
  "refreshToken",
  "passwordHash",
  "twoFactorSecret",
  "codeVerifier",
  "secret",
  "oldSecret",
  "secretHash",
]);

/** Yields everything we store about a supplier in chunks: one zip of JSON files, logos, DATEV files and a README. */
export async function* exportAccount(customerId: CustomerId): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, data) => {
    if (error) throw error;
    packed.push(data);
  });
  for await (const [name, pieces] of filesOf(customerId)) {
    const file = new ZipDeflate(name);
    zip.add(file);
    for await (const piece of pieces) {
      file.push(typeof piece === "string" ? strToU8(piece) : piece);
      yield* packed.splice(0);
    }
    file.push(new Uint8Array(), true);
  }
  zip.end();
  yield* packed;
}

async function* filesOf(customerId: CustomerId): AsyncGenerator<File> {
  // Called after the browser has received the previous chunk, outside of the request. So each query sets its tenant
  // scope.
  const within = async <T>(ask: () => Promise<T>) => await withinSupplier(customerId, ask);
  const where = { customerId };
  yield ["account.json", [json(await within(() => readAccount(customerId))), "\n"]];
  yield ["README.txt", [readme()]];
  for (const [name, read] of Object.entries(tablesOf(customerId)))
    yield [`${name}.json`, listOf((last) => within(() => read(last)))];
  for (const logo of await within(() => db.emailLogo.findMany({ where })))
    yield [`email-logos/${logo.tab}-${logo.language}.png`, [new Uint8Array(logo.png)]];
  for await (const id of originalsOf(customerId, within)) {
    // One file that cannot be decrypted must not withhold all others.
    const content = await within(() => readContent(customerId, id)).catch(() => null);
    if (content) yield [`e-invoices/${id}.${kindOf(content) ?? "bin"}`, [content]];
    else if (content === null) yield [`e-invoices/${id}.unreadable.txt`, [UNREADABLE]];
  }
  for (const batch of await within(() => db.datevBatch.findMany({ where })))
    for (const { name, content } of await within(() => readArchivedFiles(customerId, batch)))
      yield [`datev-files/${batch.id}/${name}`, [content]];
}

const UNREADABLE =
  "This file is stored, but cannot be decrypted.\nDiese Datei ist gespeichert, kann aber nicht entschlüsselt werden.\n";

/** Yields the ids of the e-invoices whose bytes are stored. */
async function* originalsOf(
  customerId: CustomerId,
  within: <T>(ask: () => Promise<T>) => Promise<T>,
): AsyncGenerator<string> {
  for (let last = ""; ; ) {
    const where = { customerId, fileId: { gt: last } };
    const rows = await within(() =>
      db.eInvoiceContent.findMany({ where, select: { fileId: true }, orderBy: { fileId: "asc" }, take: PIECE }),
    );
    for (const { fileId } of rows) yield fileId;
    if (rows.length < PIECE) return;
    last = rows.at(-1)?.fileId ?? "";
  }
}

function tablesOf(customerId: CustomerId): Record<string, Read> {
  const where = { customerId };
  const take = PIECE;
  const byId = (last: Row | undefined) =>
    ({ where: { ...where, id: { gt: String(last?.id ?? "") } }, orderBy: { id: "asc" }, take }) as const;
  const byPosition = <K extends string>(key: K, owner: string, last: Row | undefined) =>
    last && { skip: 1, cursor: { [key]: { customerId, [owner]: last[owner], position: last.position } } as never };
  return {
    contacts: (last) => db.contact.findMany(byId(last)),
    invoices: (last) => db.invoice.findMany(byId(last)),
    mandates: (last) => db.mandate.findMany(byId(last)),
    "mandate-requests": (last) => db.mandateRequest.findMany(byId(last)),
    debits: (last) => db.collection.findMany(byId(last)),
    "debit-history": (last) => db.collectionEvent.findMany(byId(last)),
    returns: (last) => db.returnCase.findMany(byId(last)),
    notes: (last) => db.invoiceNote.findMany(byId(last)),
    "bulk-runs": (last) => db.bulkRun.findMany(byId(last)),
    "bulk-run-items": (last) =>
      db.bulkItem.findMany({
        ...{ where, take, orderBy: [{ runId: "asc" }, { position: "asc" }] },
        ...byPosition("customerId_runId_position", "runId", last),
      }),
    payouts: (last) => db.payout.findMany(byId(last)),
    "payout-items": (last) =>
      db.payoutItem.findMany({
        ...{ where, take, orderBy: [{ payoutId: "asc" }, { position: "asc" }] },
        ...byPosition("customerId_payoutId_position", "payoutId", last),
      }),
    bookings: (last) => db.booking.findMany(byId(last)),
    "booking-hints": (last) =>
      db.bookingHint.findMany({
        ...{ take, orderBy: { invoiceId: "asc" } },
        where: { ...where, invoiceId: { gt: String(last?.invoiceId ?? "") } },
      }),
    "datev-imports": (last) => db.datevImport.findMany(byId(last)),
    "datev-batches": (last) =>
      db.datevBatch.findMany({ ...byId(last), include: { files: { omit: { content: true } } } }),
    "e-invoice-files": (last) => db.eInvoiceFile.findMany(byId(last)),
    "e-invoice-buyers": (last) =>
      db.eInvoiceBuyer.findMany({
        ...{ take, orderBy: { key: "asc" }, where: { ...where, key: { gt: String(last?.key ?? "") } } },
      }),
    mails: (last) => db.mail.findMany(byId(last)),
    notices: (last) => db.notice.findMany({ ...byId(last), include: { reads: true } }),
    reports: readReports(customerId),
    "reading-runs": (last) => db.syncRun.findMany(byId(last)),
    invitations: (last) => db.invitation.findMany(byId(last)),
    "api-keys": (last) => db.apiKey.findMany(byId(last)),
    "webhook-endpoints": async (last) => (last ? [] : await db.webhookEndpoint.findMany({ where })),
    "webhook-messages": (last) => db.webhookMessage.findMany({ ...byId(last), include: { deliveries: true } }),
    sessions: (last) => db.session.findMany(byId(last)),
    differences: (last) => db.difference.findMany(byId(last)),
    // At most a handful of rows.
    "email-templates": async (last) => (last ? [] : await db.emailTemplate.findMany({ where })),
    connections: async (last) => (last ? [] : await db.connection.findMany({ where })),
    "audit-log": (last) => db.auditEntry.findMany(byId(last)),
  };
}

/** Reads the ids of vendors' events first. They have no index by supplier and id: it would slow down each webhook. */
function readReports(customerId: CustomerId): Read {
  let ids: string[] | undefined;
  return async () => {
    ids ??= (await db.inboxEvent.findMany({ where: { customerId }, select: { id: true }, orderBy: { id: "asc" } })).map(
      ({ id }) => id,
    );
    const piece = ids.splice(0, PIECE);
    return await db.inboxEvent.findMany({ where: { customerId, id: { in: piece } }, orderBy: { id: "asc" } });
  };
}

async function readAccount(customerId: CustomerId): Promise<Row> {
  return await db.customer.findUniqueOrThrow({
    where: { id: customerId },
    include: {
      eInvoiceMailbox: true,
      contract: true,
      billingContact: true,
      datevSettings: true,
      eInvoiceSettings: true,
      memberships: { select: { role: true, user: { select: { id: true, name: true, email: true } } } },
    },
  });
}

/** Yields a JSON list in batches of rows. */
async function* listOf(read: Read): AsyncGenerator<string> {
  yield "[";
  let rows = await read(undefined);
  for (let lead = "\n"; rows.length > 0; lead = ",\n") {
    yield lead + rows.map(json).join(",\n");
    rows = await read(rows.at(-1));
  }
  yield "\n]\n";
}

function json(value: unknown): string {
  const plain = (key: string, entry: unknown) => {
    if (SECRETS.has(key)) return undefined;
    return typeof entry === "bigint" ? entry.toString() : entry;
  };
  return JSON.stringify(value, plain, 2);
}

function readme(): string {
  return [
    `Written on ${now().toISOString()}.`,
    "One JSON file per kind of record. Amounts are integer cents in EUR, days are calendar dates, times are UTC.",
    "Not included are only keys that give access (passwords, tokens, codes) and the flags of work that is under way.",
    "",
  ].join("\n");
}
