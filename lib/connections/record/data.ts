import { z } from "zod";
import type { CustomerId } from "@/lib/auth/scope";
import { withAccounting } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import type { Invoice, Membership, SyncRun } from "@/lib/core/prisma/client";
import { AppError } from "@/lib/core/web/errors";
import type { OnlineSystem } from "@/lib/providers/accounting/systems";
import { onlineSystemOf } from "@/lib/vendors/rules";
import { CONNECTABLE, type Connectable, type ConnectionFigures } from "@/lib/vendors/types";

export const accountView = z.object({
  type: z.enum(CONNECTABLE),
  status: z.enum(["connected", "revoked", "disconnected"]),
  accountName: z.string(),
  accountEmail: z.string(),
  verificationStatus: z.string().nullable(),
  connectedAt: z.iso.datetime().nullable(),
  lastSyncedAt: z.iso.datetime().nullable(),
  /** The last characters of an API key; null if there is none. */
  keyEnding: z.string().nullable(),
  /** The vendor's id of the document that was changed last, as of the last sync. */
  lastInvoiceId: z.string().nullable(),
});

/** Returns a supplier's account at a vendor as we know it; `disconnected` if it was never connected. */
export async function readAccount(customerId: CustomerId, type: Connectable): Promise<z.input<typeof accountView>> {
  const row = await db.connection.findUnique({ where: { customerId_type: { customerId, type } } });
  return {
    type,
    status: row?.status ?? "disconnected",
    accountName: row?.accountName ?? "",
    accountEmail: row?.accountEmail ?? "",
    verificationStatus: row?.verificationStatus ?? null,
    connectedAt: row?.connectedAt?.toISOString() ?? null,
    lastSyncedAt: row?.lastSyncedAt?.toISOString() ?? null,
    keyEnding: row?.keyEnding ?? null,
    lastInvoiceId: row?.lastDocumentId ?? null,
  };
}

/** Returns the accounting system in use. @throws AppError `connection_missing` if there is none with an API */
export async function readAccountingInUse(customerId: CustomerId): Promise<OnlineSystem> {
  const books = onlineSystemOf(await db.connection.findMany({ where: { customerId } }));
  if (!books) throw new AppError("connection_missing");
  return books.type;
}

/** @throws AppError `connection_missing` unless this system is connected */
export async function requireAccounting(customerId: CustomerId, type: OnlineSystem): Promise<void> {
  const row = await db.connection.findUnique({ where: { customerId_type: { customerId, type } } });
  if (row?.status !== "connected") throw new AppError("connection_missing");
}

/** Returns the payment conditions, read from the accounting system itself, so that a new one shows at once. */
export async function readConditionsInAccounting(customerId: CustomerId): Promise<string[]> {
  return await withAccounting(customerId, ({ books }) => books.listPaymentTerms());
}

/**
 * Returns the person who connected an account that is on hold, and the reader's membership; each is null if there is
 * none.
 */
export async function readHolder(
  { customerId, heldById }: { customerId: string; heldById: string | null },
  userId: string,
): Promise<{ person: { name: string } | null; reader: Membership | null }> {
  const [person, reader] = await Promise.all([
    db.user.findUnique({ where: { id: heldById ?? "" }, select: { name: true } }),
    db.membership.findUnique({ where: { customerId_userId: { customerId, userId } } }),
  ]);
  return { person, reader };
}

/** Returns the invoice of a document in an accounting system; null if it has not been read. */
export async function readDocument(
  key: Pick<Invoice, "customerId" | "books" | "externalId">,
): Promise<Pick<Invoice, "id" | "number" | "externalId"> | null> {
  return await db.invoice.findUnique({
    where: { customerId_books_externalId: key },
    select: { id: true, number: true, externalId: true },
  });
}

/** Returns the last two sync runs, newest first: one may be running, and the one before has ended. */
export async function readLastRuns(customerId: CustomerId): Promise<SyncRun[]> {
  return await db.syncRun.findMany({ where: { customerId }, orderBy: { startedAt: "desc" }, take: 2 });
}

/** Counts what a disconnection would affect, in one statement: the page needs four in all. */
export async function readConnectionFigures(customerId: CustomerId): Promise<ConnectionFigures> {
  // The states are literals, so that the planner can match the partial indexes.
  const [figures] = await db.$queryRaw<[ConnectionFigures]>`
    SELECT
      (SELECT json_build_object('count', count(*), 'cents', COALESCE(sum(amount_cents), 0)) FROM collections
        WHERE customer_id = ${customerId} AND holds_invoice AND status IN ('created', 'submitted', 'confirmed'))
        AS "underWay",
      (SELECT json_build_object('count', count(*), 'cents', COALESCE(sum(open_cents), 0)) FROM invoices
        WHERE customer_id = ${customerId} AND book_status = 'open' AND NOT is_archived AND currency = 'EUR') AS "openInvoices",
      (SELECT count(*)::int FROM mandate_requests
        WHERE customer_id = ${customerId} AND status IN ('pending', 'sent', 'opened', 'exited')) AS "openRequests",
      (SELECT count(*)::int FROM mandates WHERE customer_id = ${customerId}
        AND status IN ('pending_customer_approval', 'pending_submission', 'submitted', 'active')) AS mandates`;
  return figures;
}
