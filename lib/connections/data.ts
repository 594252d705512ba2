import { z } from "zod";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import type { BooksType } from "@/lib/providers/accounting/systems";
import { withBooks } from "./access";
import { askedBooksOf } from "./rules";
import { CONNECTABLE, type Connectable, type ConnectionFigures } from "./types";

export const accountView = z.object({
  type: z.enum(CONNECTABLE),
  status: z.enum(["connected", "revoked", "disconnected"]),
  accountName: z.string(),
  accountEmail: z.string(),
  verificationStatus: z.string().nullable(),
  connectedAt: z.iso.datetime().nullable(),
  lastSyncedAt: z.iso.datetime().nullable(),
  /** The last characters of an API key; null where there is none. */
  keyEnding: z.string().nullable(),
  /** The books' id of the document that was changed last, as of the last reading. */
  lastInvoiceId: z.string().nullable(),
});

/** A supplier's account at a vendor as we know it; one never connected is "disconnected". */
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

/** @throws AppError `connection_missing` for whoever never connected any */
export async function readBooksInUse(customerId: CustomerId): Promise<BooksType> {
  const books = askedBooksOf(await db.connection.findMany({ where: { customerId } }));
  if (!books) throw new AppError("connection_missing");
  return books.type;
}

/** @throws AppError `connection_missing` unless this system is connected */
export async function requireBooks(customerId: CustomerId, type: BooksType): Promise<void> {
  const row = await db.connection.findUnique({ where: { customerId_type: { customerId, type } } });
  if (row?.status !== "connected") throw new AppError("connection_missing");
}

/** Asked of the books themselves, so a new condition shows at once. */
export async function readConditionsInBooks(customerId: CustomerId): Promise<string[]> {
  return await withBooks(customerId, ({ books }) => books.listPaymentTerms());
}

/** What a disconnection would touch, in one statement: the page asks for four in all. */
export async function readConnectionFigures(customerId: CustomerId): Promise<ConnectionFigures> {
  // States stand literally, so that the planner sees which rows the partial indexes hold.
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
