import type { CustomerId } from "@/lib/auth/scope";
import { CAN_RETRY } from "@/lib/collections/attempts/return-rules";
import type { MandateEligibility, ReturnFilter } from "@/lib/collections/types";
import { db, Prisma } from "@/lib/core/database/db";
import { findPage, type Stretch } from "@/lib/core/database/page-reading";
import type { CollectionStatus, DecisionOutcome, RetriedBy, ReturnOutcome } from "@/lib/core/prisma/enums";
import { searchPatterns } from "@/lib/core/text/search-text";
import type { Page, PageRequest } from "@/lib/core/web/paging";

export interface StoredNote {
  id: string;
  text: string;
  author: string;
  at: string;
}

/** One case of the returns queue as the database gives it; days are midnight UTC. */
export interface StoredReturn {
  id: string;
  customerId: string;
  isDone: boolean;
  outcome: ReturnOutcome | null;
  invoiceId: string;
  number: string;
  contactName: string;
  openCents: number;
  isExcluded: boolean;
  isRetryStopped: boolean;
  /** When a collection of the document was last returned. */
  returnedAt: Date | null;
  /** Outcome and reason of the invoice's last decision. */
  decided: DecisionOutcome | null;
  reason: string | null;
  contactId: string | null;
  email: string | null;
  /** The contact's current name, by which contacts are found; the document may have another one. */
  payerName: string | null;
  otherEmails: string[] | null;
  mandateEmail: string | null;
  isDeceased: boolean;
  status: CollectionStatus;
  amountCents: number;
  chargeDate: Date;
  failureCode: string | null;
  failureCause: string | null;
  failureText: string | null;
  willAttemptRetry: boolean;
  nextPossibleChargeDate: Date | null;
  /** About the mandate that would be used: that of the last decision, else that of the returned collection. */
  isMandateUsable: boolean;
  standing: MandateEligibility;
  /** The mandate of the last decision. */
  chosenId: string | null;
  chosen: { accountHint: string; reference: string } | null;
  noticeDays: number;
  attempts: number;
  tries: number;
  liveStatus: CollectionStatus | null;
  liveDay: Date | null;
  liveRetriedBy: RetriedBy | null;
  liveCents: number | null;
  isCancelling: boolean;
  requestId: string | null;
  requestedAt: Date | null;
  notes: StoredNote[];
}

const USABLE = Prisma.sql`('pending_customer_approval', 'pending_submission', 'submitted', 'active')`;

export interface WantedReturns {
  filter: ReturnFilter;
  search?: string;
}

/** Returns one page of the returns queue, newest return first, with the ids of the pages around it. */
export async function findReturns(
  customerId: CustomerId,
  wanted: WantedReturns,
  page: PageRequest,
): Promise<Page<StoredReturn>> {
  return await findPage(customerId, page, (stretch) => readReturns(customerId, wanted, stretch));
}

/** Returns the rows of one page of the returns queue, newest return first. */
export async function readReturns(
  customerId: CustomerId,
  wanted: WantedReturns,
  stretch: Stretch,
): Promise<StoredReturn[]> {
  const rows = await db.$queryRaw<StoredReturn[]>(returnsQuery(customerId, wanted, stretch));
  return stretch.isBack ? rows.toReversed() : rows;
}

/**
 * Returns the SQL for a page, as one statement. It cuts the page from the index before it joins anything; going back,
 * it reads the rows in reverse. The mandate that would be used is the last decision's, and an approval is checked
 * against it. Collections of the same document in other accounting systems count as the invoice's own (`inOtherSystems`).
 */
export function returnsQuery(
  customerId: CustomerId,
  { filter, search }: WantedReturns,
  { take, from, isBack }: Stretch,
): Prisma.Sql {
  const order = isBack ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const beyond = from
    ? Prisma.sql`AND (rc.returned_at, rc.id) ${isBack ? Prisma.sql`>` : Prisma.sql`<`}
        (SELECT returned_at, id FROM return_cases WHERE customer_id = ${customerId} AND id = ${from})`
    : Prisma.empty;
  const isDone = filter === "all" ? Prisma.empty : Prisma.sql`AND rc.is_done = ${filter === "done"}`;
  return Prisma.sql`
    WITH page AS (
      SELECT rc.* FROM return_cases rc ${searchJoin(search)}
      WHERE rc.customer_id = ${customerId} ${isDone} ${beyond} ${searchWhere(search)}
      ORDER BY rc.returned_at ${order}, rc.id ${order} LIMIT ${take}
    )
    SELECT page.id, page.customer_id AS "customerId", page.is_done AS "isDone", page.outcome::text,
      i.id AS "invoiceId", i.number,
      i.contact_name AS "contactName", i.open_cents AS "openCents", i.is_excluded AS "isExcluded",
      i.retry_stopped_at IS NOT NULL AND coalesce(i.retry_approved_at < i.retry_stopped_at, true) AS "isRetryStopped",
      i.outcome::text AS decided, i.reason, tried.returned_at AS "returnedAt",
      i.contact_id AS "contactId",
      coalesce(nullif(con.company_name, ''), nullif(concat_ws(' ', con.first_name, con.last_name), '')) AS "payerName",
      con.email, con.other_emails AS "otherEmails", con.mandate_email AS "mandateEmail",
      con.deceased_at IS NOT NULL AS "isDeceased",
      f.status::text, f.amount_cents AS "amountCents", f.debit_date AS "chargeDate",
      f.failure_code AS "failureCode", f.failure_cause AS "failureCause", f.failure_text AS "failureText",
      EXISTS (
        SELECT 1 FROM collections c JOIN mandates own ON own.customer_id = c.customer_id AND own.id = c.mandate_id
        LEFT JOIN mandates successor ON successor.customer_id = own.customer_id AND successor.id = own.replaced_by_id
        WHERE c.customer_id = i.customer_id AND c.invoice_id = ANY(document.ids) AND c.will_attempt_retry
          AND coalesce(successor.status, own.status)::text IN (${Prisma.join(CAN_RETRY)})
      ) AS "willAttemptRetry", coalesce(chosen.next_charge, m.next_possible_charge_date) AS "nextPossibleChargeDate",
      chosen.id IS NOT NULL OR m.status::text IN ${USABLE} AS "isMandateUsable",
      coalesce(chosen.standing, 'same') AS standing, chosen.id AS "chosenId", chosen.label AS chosen, cu.notice_days AS "noticeDays",
      tried.attempts::int, tried.tries::int, live.status::text AS "liveStatus", live.retried_by::text AS "liveRetriedBy",
      live.debit_date AS "liveDay", live.amount_cents AS "liveCents",
      live.cancel_requested_at IS NOT NULL AS "isCancelling",
      asked.id AS "requestId", asked.created_at AS "requestedAt", coalesce(written.notes, '[]') AS notes
    FROM page
    JOIN customers cu ON cu.id = page.customer_id
    JOIN invoices i ON i.customer_id = page.customer_id AND i.id = page.invoice_id
    JOIN collections f ON f.customer_id = page.customer_id AND f.id = page.collection_id
    JOIN mandates m ON m.customer_id = f.customer_id AND m.id = f.mandate_id
    LEFT JOIN LATERAL (
      SELECT o.id, json_build_object('accountHint', o.account_hint, 'reference', o.reference) AS label,
        coalesce(o.next_possible_charge_date, now()) AS next_charge, i.decision #>> '{input,mandate,standing}' AS standing
      FROM mandates o
      WHERE o.customer_id = i.customer_id AND o.id = i.decision #>> '{input,mandate,mandateId}'
        AND o.status::text IN ${USABLE} AND o.cancel_requested_at IS NULL
    ) chosen ON true
    LEFT JOIN contacts con ON con.customer_id = i.customer_id AND con.id = i.contact_id
    LEFT JOIN collections live
      ON live.customer_id = i.customer_id AND live.invoice_id = i.id AND live.holds_invoice
    CROSS JOIN LATERAL (
      SELECT ARRAY[i.id] || ARRAY(
        SELECT s.id FROM invoices s
        WHERE s.customer_id = i.customer_id AND s.plain_number = i.plain_number AND i.plain_number <> ''
          AND s.books <> i.books AND (s.voucher_date = i.voucher_date OR s.total_cents = i.total_cents)
      ) AS ids
    ) document
    LEFT JOIN LATERAL (
      SELECT count(*) FILTER (WHERE c.failed_at IS NOT NULL OR c.status NOT IN ('pending', 'created')) AS attempts,
        max(c.failed_at) AS returned_at, count(*) FILTER (
        WHERE c.retried_by IS NOT NULL AND NOT c.holds_invoice AND coalesce(chosen.id, f.mandate_id) IN (c.mandate_id, own.replaced_by_id)
      ) AS tries
      FROM collections c JOIN mandates own ON own.customer_id = c.customer_id AND own.id = c.mandate_id
      WHERE c.customer_id = i.customer_id AND c.invoice_id = ANY(document.ids) 
        AND (c.status NOT IN ('cancelled', 'mandate_expired') OR c.failed_at IS NOT NULL)
    ) tried ON true
    LEFT JOIN LATERAL (
      SELECT r.id, r.created_at FROM mandate_requests r
      WHERE r.customer_id = i.customer_id AND r.contact_id = i.contact_id
        AND r.status IN ('pending', 'sent', 'opened', 'exited')
      LIMIT 1
    ) asked ON true
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('id', n.id, 'text', n.text, 'author', n.author_name, 'at', n.created_at)
        ORDER BY n.created_at DESC) AS notes
      FROM invoice_notes n WHERE n.customer_id = i.customer_id AND n.invoice_id = ANY(document.ids)
    ) written ON true
    ORDER BY page.returned_at ${order}, page.id ${order}`;
}

function searchJoin(search: string | undefined): Prisma.Sql {
  if (searchPatterns(search).length === 0) return Prisma.empty;
  return Prisma.sql`JOIN invoices s ON s.customer_id = rc.customer_id AND s.id = rc.invoice_id`;
}

function searchWhere(search: string | undefined): Prisma.Sql {
  const patterns = searchPatterns(search);
  return patterns.length > 0 ? Prisma.sql`AND s.search_text LIKE ALL (${patterns})` : Prisma.empty;
}
