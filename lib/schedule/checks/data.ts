import type { CustomerId } from "@/lib/auth/scope";
import { readHoursBetweenReadings } from "@/lib/connections/pace/check-data";
import { isTurn } from "@/lib/connections/pace/check-rules";
import { db } from "@/lib/core/database/db";
import type { Connection } from "@/lib/core/prisma/client";
import { now } from "@/lib/core/time/clock";
import { OPEN_REQUESTS, USABLE } from "@/lib/statuses/mandate-rules";

/**
 * True if GoCardless' events of a supplier are to be read now: always while a debit or a request is open, or if it is
 * the supplier's hour.
 *
 * @param hours every how many hours a supplier without open business is read; by the number of suppliers by default
 */
export async function isReadingDue(account: Connection, hours?: number): Promise<boolean> {
  const { customerId } = account;
  const last = account.eventsReadUntil ?? account.connectedAt ?? new Date(0);
  if (isTurn(customerId, now(), hours ?? (await readHoursBetweenReadings()), last)) return true;
  const [row] = await db.$queryRaw<{ isBusy: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM collections WHERE customer_id = ${customerId}
        AND status IN ('pending', 'created', 'submitted', 'confirmed'))
      OR EXISTS (SELECT 1 FROM mandate_requests WHERE customer_id = ${customerId}
        AND status = ANY(${OPEN_REQUESTS}::mandate_request_status[])) AS "isBusy"`;
  return row?.isBusy ?? false;
}

/** The kinds of work that a check may find unfinished. */
export type UnfinishedKind =
  | "collection"
  | "request"
  | "mandate"
  | "mail"
  | "payouts"
  | "bulk"
  | "e-invoices"
  | "events"
  | "invoices";

/**
 * Returns a supplier's unfinished work, in one statement: things by their ids, and the kinds of which a job finishes all.
 * A request is unfinished if no signing was started at GoCardless, or if a mail is wanted that was never queued, because
 * GoCardless was not connected when it was requested.
 */
export async function readUnfinished(customerId: CustomerId): Promise<{ kind: UnfinishedKind; id: string }[]> {
  return await db.$queryRaw`
    SELECT 'collection' AS kind, id FROM collections
      WHERE customer_id = ${customerId} AND (status = 'pending' OR (status = 'created' AND cancel_requested_at IS NOT NULL))
    UNION ALL SELECT 'request', r.id FROM mandate_requests r
      WHERE r.customer_id = ${customerId} AND (r.status = 'pending'
        OR (r.by_mail AND r.status = ANY(${OPEN_REQUESTS}::mandate_request_status[]) AND NOT EXISTS (
          SELECT 1 FROM mails m WHERE m.key = 'mandate:' || r.id || ':' || r.mail_count)))
    UNION ALL SELECT 'mandate', id FROM mandates
      WHERE customer_id = ${customerId} AND cancel_requested_at IS NOT NULL AND status = ANY(${USABLE}::mandate_status[])
    UNION ALL SELECT 'mail', id FROM mails WHERE customer_id = ${customerId} AND status IN ('queued', 'sending')
    UNION ALL SELECT 'payouts', '' WHERE EXISTS (SELECT 1 FROM payouts
      WHERE customer_id = ${customerId} AND archived_at IS NOT NULL AND booking_status = 'pending' AND status = 'paid')
    UNION ALL SELECT 'bulk', '' WHERE EXISTS (SELECT 1 FROM bulk_runs
      WHERE customer_id = ${customerId} AND status = 'running')
    UNION ALL SELECT 'e-invoices', '' WHERE EXISTS (SELECT 1 FROM e_invoice_files
      WHERE customer_id = ${customerId} AND status = 'waiting')
    UNION ALL SELECT 'events', '' WHERE EXISTS (SELECT 1 FROM inbox_events
      WHERE customer_id = ${customerId} AND handled_at IS NULL)
    UNION ALL SELECT 'invoices', '' WHERE EXISTS (SELECT 1 FROM invoices
      WHERE customer_id = ${customerId} AND needs_decision)
    ORDER BY 1, 2`;
}
