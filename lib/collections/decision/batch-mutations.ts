import type { CustomerId } from "@/lib/auth/scope";
import { decide } from "@/lib/collections/decision/table/rules";
import { isPartOfProject } from "@/lib/collections/related/data";
import { db, Prisma, type Tx } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { decisionInputOf, FOR_DECISION, type StoredForDecision, type SupplierFacts } from "./data";
import { hasEffect, isBeingRead, storedOf, withoutMailKey } from "./effect-rules";
import { insertCollections, type PlannedCollection, plannedCollection } from "./start-mutations";

/** An invoice flagged for a decision, with the version of its row at that time. */
export interface StaleInvoice {
  id: string;
  /** Changes with every update of the row, also with a flag that is set again. */
  version: string;
}

/** Returns invoices that are flagged for a decision, in the order of their ids. */
export async function readStale(customerId: CustomerId, after: string, limit: number): Promise<StaleInvoice[]> {
  return await db.$queryRaw(staleAfter(customerId, after, limit));
}

/** The statement of `readStale`. An index has its order, so it reads no other invoices. */
export function staleAfter(customerId: CustomerId, after: string, limit: number): Prisma.Sql {
  return Prisma.sql`
    SELECT id, xmin::text AS version FROM invoices
    WHERE customer_id = ${customerId} AND needs_decision AND id > ${after} ORDER BY id LIMIT ${limit}`;
}

/**
 * Decides the invoices of a batch whose decision has no further effect, or starts the first collection of an invoice
 * that concerns no other document. Nearly all are like that. It takes a dozen statements for any number of invoices,
 * and waits for no lock. A change of a fact flags the invoice, which gives its row another version: then nothing is
 * stored here.
 *
 * @returns the other invoices, as they were; each has to be decided on its own
 */
export async function decideBatch(
  customerId: CustomerId,
  marked: StaleInvoice[],
  facts: SupplierFacts,
): Promise<StaleInvoice[]> {
  const ids = marked.map(({ id }) => id);
  const rows = await db.invoice.findMany({ where: { customerId, id: { in: ids } }, include: FOR_DECISION });
  const settled = rows.filter((row) => !isBeingRead(row));
  const [told, elsewhere] = [await toldOf(customerId, settled), await numbersElsewhere(customerId, settled, facts)];
  const made = settled.flatMap((found): Made[] => {
    // An invoice of a previous system needs no facts from other systems.
    const isAlone = !isPartOfProject(found) && !(found.books === facts.books && elsewhere.has(found.plainNumber));
    if (!isAlone || told.has(withoutMailKey(found))) return [];
    const row = { ...found, former: [] };
    const input = decisionInputOf(row, facts, "clear");
    const result = decide(input);
    const isFirst = result.outcome === "collect" && row.collections.length === 0;
    const planned = isFirst ? plannedCollection(row, input, result, facts.texts) : undefined;
    if (!planned && hasEffect(row, result)) return [];
    const version = marked.find(({ id }) => id === row.id)?.version;
    return [{ stored: { id: row.id, version, ...storedOf(result), decision: { input, result } }, planned }];
  });
  const stored = new Set(made.length > 0 ? await storeAll(customerId, made) : []);
  const left = new Set(settled.map(({ id }) => id).filter((id) => !stored.has(id)));
  return marked.filter(({ id }) => left.has(id));
}

interface Made {
  stored: { id: string; version: string | undefined; decision: object };
  /** The invoice's first collection. */
  planned: PlannedCollection | undefined;
}

/** Stores the decisions, and starts the collections of those that could be stored. */
async function storeAll(customerId: CustomerId, made: Made[]): Promise<string[]> {
  const decisions = made.map((one) => one.stored);
  if (made.every(({ planned }) => !planned)) return await store(db, customerId, decisions);
  return await db.$transaction(async (tx) => {
    const ids = await store(tx, customerId, decisions);
    const isStored = new Set(ids);
    const planned = made.flatMap((one) => (one.planned && isStored.has(one.stored.id) ? [one.planned] : []));
    await insertCollections(tx, customerId, planned);
    return ids;
  });
}

/**
 * Stores the decisions. A locked row is left to the transaction that is about to change it, without waiting.
 *
 * @returns the ids of the rows that were still unchanged
 */
async function store(tx: Tx, customerId: CustomerId, made: { id: string }[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH free AS (
      SELECT id FROM invoices WHERE customer_id = ${customerId} AND id = ANY(${made.map(({ id }) => id)})
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE invoices AS own SET needs_decision = false, outcome = made.outcome, reason = made.reason,
      decision = made.decision, decided_at = ${now()}, updated_at = ${new Date()}
    FROM json_to_recordset(${JSON.stringify(made)}::json) AS made (
      id text, version text, outcome decision_outcome, reason text, decision jsonb
    )
    WHERE own.customer_id = ${customerId} AND own.id = made.id AND own.xmin::text = made.version
      AND own.id IN (SELECT id FROM free)
    RETURNING own.id`;
  return rows.map(({ id }) => id);
}

/** Returns the notices that a payer has no address: they are resolved once there is one. */
async function toldOf(customerId: CustomerId, rows: StoredForDecision[]): Promise<Set<string>> {
  const key = { in: [...new Set(rows.map(withoutMailKey))] };
  const open = { OR: [{ resolvedAt: null }, { alertedAt: { not: null } }] };
  const notices = await db.notice.findMany({ where: { customerId, key, ...open }, select: { key: true } });
  return new Set(notices.map((notice) => notice.key));
}

/** Returns which of these document numbers also exist in an accounting system that is not the one in use. */
async function numbersElsewhere(
  customerId: CustomerId,
  rows: StoredForDecision[],
  { books }: SupplierFacts,
): Promise<Set<string>> {
  const plainNumber = { in: [...new Set(rows.map((row) => row.plainNumber))].filter((text) => text !== "") };
  const where = { customerId, plainNumber, books: { not: books } };
  const found = await db.invoice.findMany({ where, select: { plainNumber: true } });
  return new Set(found.map((row) => row.plainNumber));
}
