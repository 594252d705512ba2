import { randomUUID } from "node:crypto";
import { tokenColumns } from "../../lib/connections/tokens/mutations";
import { db } from "../../lib/core/database/db";
import { newId } from "../../lib/core/formats/ids";
import type { Invoice } from "../../lib/core/prisma/client";
import { addDays } from "../../lib/core/time/dates";
import { toKept } from "../../lib/datev/batch/kept-mutations";
import { storeFile } from "../../lib/e-invoices/tray/mutations";
import { newSecret, sealSecret } from "../../lib/webhooks/endpoints/secret-access";
import { debitUnderWay } from "./debits";
import { calendar, deskCall } from "./desk";
import { personOf } from "./sessions";
import { newPayer, type Supplier } from "./supplier";

/**
 * A supplier with one object of each kind that has an id, and a unique text (`mark`) that identifies its data
 * everywhere.
 */
export interface Victim {
  supplier: Supplier;
  mark: string;
  /** A day one month ahead. */
  until: string;
  ids: Record<
    | "invoiceId"
    | "externalId"
    | "contactId"
    | "mandateId"
    | "strayMandateId"
    | "unwantedMandateId"
    | "matchedMandateId"
    | "deceasedId"
    | "requestId"
    | "collectionId"
    | "payoutId"
    | "returnedInvoiceId"
    | "passkeyId"
    | "apiKeyId"
    | "endpointId"
    | "messageId"
    | "sessionId"
    | "invitationId"
    | "bulkId"
    | "noticeId"
    | "importId"
    | "unwantedImportId"
    | "batchId"
    | "eInvoiceId",
    string
  >;
}

export async function victimOf(supplier: Supplier): Promise<Victim> {
  const { customerId, userId } = supplier;
  const mark = `Opfer-${randomUUID().slice(0, 8)}`;
  // The mark is written in the accounting system, because the hourly sync would overwrite it in our rows.
  const { invoice } = await debitUnderWay(supplier, {}, newPayer(mark));
  const row = await db.invoice.findFirstOrThrow({ where: { customerId, externalId: invoice.id } });
  const collection = await db.collection.findFirstOrThrow({ where: { customerId, invoiceId: row.id } });
  const request = await db.mandateRequest.findFirstOrThrow({ where: { customerId } });
  const [payoutId, bulkId] = [newId("payout"), newId("bulkRun")];
  const booked = { archivedAt: new Date(), isProven: true, bookingStatus: "unavailable" as const };
  const paid = { status: "paid" as const, amountCents: 100, ...booked };
  await db.payout.create({ data: { customerId, id: payoutId, providerId: `PO-${mark}`, reference: mark, ...paid } });
  const returned = { invoiceId: row.id, collectionId: collection.id, returnedAt: new Date() };
  await db.returnCase.create({ data: { customerId, id: newId("returnCase"), ...returned } });
  await db.invoiceNote.create({
    data: { customerId, id: newId("note"), invoiceId: row.id, text: mark, authorName: mark },
  });
  const who = { userId, userName: mark, ip: "2001:db8::1" };
  await db.bulkRun.create({ data: { customerId, id: bulkId, action: "hold", status: "done", total: 0, ...who } });
  const noticeId = newId("notice");
  await db.notice.create({
    data: { customerId, id: noticeId, key: noticeId, kind: "mail_unknown", data: { recipient: mark } },
  });
  const passkeyId = newId("passkey");
  await db.passkey.create({ data: { id: passkeyId, userId, credentialId: mark, publicKey: "AA", name: mark } });
  const invitationId = newId("invitation");
  const invited = { email: `${mark}@opfer.example`, role: "member" as const, invitedById: userId, invitedBy: mark };
  const expiresAt = new Date(Date.now() + 86_400_000);
  await db.invitation.create({ data: { customerId, id: invitationId, ...invited, expiresAt } });
  const programs = await programsOf(customerId, userId, mark);
  const files = { ...(await datevFilesOf(customerId, userId, mark)), ...(await eInvoiceOf(customerId, mark)) };
  const others = await payersOf(row, collection.mandateId, mark);
  const { sessionId } = await personOf(supplier, false);
  const { id: invoiceId, externalId, contactId } = row;
  const { id: collectionId, mandateId } = collection;
  const rows = { invoiceId, externalId, contactId: contactId ?? "", collectionId, mandateId, requestId: request.id };
  const ids = {
    ...rows,
    ...others,
    ...programs,
    payoutId,
    returnedInvoiceId: invoiceId,
    passkeyId,
    sessionId,
    invitationId,
    bulkId,
    noticeId,
    ...files,
  };
  const until = addDays(await calendar.today(), 30);
  return { supplier, mark, until, ids };
}

/**
 * Creates mandates made outside Einzug, two without a contact and one that a person assigned. Also creates a second
 * contact, reported dead, who uses the first contact's mandate.
 */
async function payersOf(invoice: Invoice, mandateId: string, mark: string) {
  const { customerId, books } = invoice;
  const mandate = async (more: { contactId?: string | null; matchedAt?: Date } = {}) => {
    const id = newId("mandate");
    await db.mandate.create({ data: { customerId, id, providerId: id, status: "active", payerName: mark, ...more } });
    return id;
  };
  const strayMandateId = await mandate();
  const unwantedMandateId = await mandate();
  const matchedMandateId = await mandate({ contactId: invoice.contactId, matchedAt: new Date() });
  const deceasedId = newId("contact");
  const deceased = { books, externalId: randomUUID(), companyName: mark, deceasedAt: new Date() };
  await db.contact.create({ data: { customerId, id: deceasedId, ...deceased, defaultMandateId: mandateId } });
  return { strayMandateId, unwantedMandateId, matchedMandateId, deceasedId };
}

/** Creates an API key, and a webhook endpoint that has received a message and wants no more. */
async function programsOf(customerId: string, userId: string, mark: string) {
  const [apiKeyId, endpointId, messageId] = [newId("apiKey"), newId("webhookEndpoint"), newId("webhookMessage")];
  await db.apiKey.create({
    data: { customerId, id: apiKeyId, name: mark, scope: "write", secretHash: mark, madeById: userId },
  });
  const secret = sealSecret(customerId, endpointId, newSecret());
  const url = `https://${mark.toLowerCase()}.example/hook`;
  await db.webhookEndpoint.create({ data: { customerId, id: endpointId, url, kinds: [], secret } });
  await db.webhookMessage.create({ data: { customerId, id: messageId, kind: "test", data: { mark } } });
  await db.webhookDelivery.create({ data: { customerId, endpointId, messageId, status: "delivered" } });
  return { apiKeyId, endpointId, messageId };
}

/** Creates two uploaded files that wait for their import, and one export batch for the tax adviser. */
async function datevFilesOf(customerId: string, userId: string, mark: string) {
  const [importId, unwantedImportId] = [newId("datevImport"), newId("datevImport")];
  const batchId = newId("datevBatch");
  const file = { kind: "open_items", status: "inspected", fileName: mark, byteCount: 1, rowCount: 1 } as const;
  const who = { userId, userName: mark, ip: "2001:db8::1" };
  for (const id of [importId, unwantedImportId])
    await db.datevImport.create({ data: { customerId, id, ...file, ...who } });
  const content = { month: "2026-10", payoutCount: 1, amountCents: 100, settings: {}, notes: [], userName: mark };
  const kept = await toKept(Buffer.from(mark));
  const files = { create: { position: 1, name: mark, postingCount: 1, reference: mark, content: kept } };
  await db.datevBatch.create({ data: { customerId, id: batchId, ...content, files } });
  return { importId, unwantedImportId, batchId };
}

/** Creates a file in the in-tray of e-invoices that waits for an answer. */
async function eInvoiceOf(customerId: Supplier["customerId"], mark: string) {
  const file = { name: `${mark}.xml`, bytes: Buffer.from(`<Invoice>${mark}</Invoice>`) };
  const { id } = await storeFile(customerId, file, { via: "upload", userName: mark });
  await db.eInvoiceFile.updateMany({ where: { customerId, id }, data: { status: "held", facts: { number: mark } } });
  return { eInvoiceId: id };
}

/** Stores a sign-in at DATEV; without one, uploading is refused before it checks the owner of the files. */
export async function signedInAtDatev(customerId: string): Promise<void> {
  const tokens = { accessToken: "x", refreshToken: "x", expiresInSeconds: 900, scope: "" };
  const columns = tokenColumns(customerId, "DATEV", tokens);
  await db.connection.create({ data: { customerId, type: "DATEV", status: "disconnected", ...columns } });
}

/** Returns the events of GoCardless about this supplier that the product has not stored yet. */
export async function untold({ customerId, account }: Supplier): Promise<string[]> {
  type Told = { id: string; links: Record<string, string> };
  const { gocardless } = await deskCall<{ gocardless: { events: Told[] } }>("/state");
  const heard = await db.inboxEvent.findMany({ where: { customerId }, select: { eventId: true } });
  const known = new Set(heard.map(({ eventId }) => eventId));
  return gocardless.events.flatMap(({ id, links }) => (links.organisation === account && !known.has(id) ? [id] : []));
}

/** Returns the names of a supplier's open jobs; with "infinity" also of those that wait for a later time. */
export async function openJobs(customerId: string, until: "now" | "infinity"): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT name FROM pgboss.job WHERE state IN ('created', 'active', 'retry')
    AND start_after <= ${until}::text::timestamptz AND data->>'customerId' = ${customerId}`;
  return rows.map(({ name }) => name);
}

/** Tables that change without any request; below, tables about the person rather than the supplier. */
const RESTLESS = new Set(["sync_runs", "sessions", "pulses", "comparisons", "compared_items"]);
const OF_USERS = ["passkeys", "recovery_codes", "memberships"];

/** Returns a digest of every row that belongs to a supplier, by table, for all tables there are. */
export async function digestOf({ customerId, userId }: Supplier): Promise<Record<string, string>> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT c.table_name AS name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND c.column_name = 'customer_id' AND t.table_type = 'BASE TABLE' ORDER BY 1`;
  const digests: Record<string, string> = {};
  const read = async (name: string, where: string, id: string) => {
    // Times of reading and leases change with every call to the vendor; known facts and permissions do not.
    const rows = await db.$queryRawUnsafe<{ rows: string | null }[]>(
      `SELECT md5(string_agg((to_jsonb(t) - '{updated_at,last_synced_at,listing_wanted_at,full_wanted_at,events_read_until,
        subscriptions_checked_at,refresh_lease_until,access_token,refresh_token,access_expires_at,token_version,
        schedules_read_at,mandates_read_at,read_at,charge_date_read_on,next_possible_charge_date,
        changes_read_until,last_document_id,listed_updated_at}'::text[])::text, '|'
        ORDER BY to_jsonb(t)::text)) AS rows FROM "${name}" t WHERE "${where}" = $1`,
      id,
    );
    digests[name] = rows[0]?.rows ?? "";
  };
  for (const { name } of tables) if (!RESTLESS.has(name)) await read(name, "customer_id", customerId);
  for (const name of OF_USERS) await read(name, "user_id", userId);
  await read("customers", "id", customerId);
  await read("users", "id", userId);
  return digests;
}
