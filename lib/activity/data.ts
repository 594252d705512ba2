import type { CustomerId } from "@/lib/auth/scope";
import { db, Prisma } from "@/lib/core/database/db";
import { findPage, type Stretch } from "@/lib/core/database/page-reading";
import { addDays, startOfDay } from "@/lib/core/time/dates";
import type { Page, PageRequest } from "@/lib/core/web/paging";
import { actsOf, PERSONAL_ACTS, placeOf, readPlace, sourcesOf } from "./rules";
import { type ActivityFilter, type ActivitySource, AUTOMATIC } from "./types";

/** An event of the feed with the things that it is about. */
export interface StoredActivity {
  /** Its place in the feed. */
  id: string;
  customerId: string;
  source: ActivitySource;
  at: Date;
  /** The act, or the state that a collection, payout, mail or notice got. */
  what: string;
  person: string | null;
  detail: Record<string, unknown> | null;
  subject: string | null;
  invoiceId: string | null;
  number: string | null;
  contactId: string | null;
  payer: string | null;
  payoutId: string | null;
  payout: string | null;
  reference: string | null;
  member: string | null;
  cents: number | null;
}

/** The reader of the feed. Owners see all changes of people's own access, others only the changes that they made. */
export interface Reader {
  userId: string;
  isOwner: boolean;
}

/** Returns one page of the feed, newest first. */
export async function findActivity(
  customerId: CustomerId,
  reader: Reader,
  filter: ActivityFilter,
  page: PageRequest,
): Promise<Page<StoredActivity>> {
  const [after, before] = [page.after, page.before].map((place) => (readPlace(place) ? place : undefined));
  return await findPage(customerId, { rows: page.rows, after, before }, async (stretch) => {
    if (sourcesOf(filter).length === 0) return [];
    const rows = await db.$queryRaw<StoredActivity[]>(activitySql(customerId, reader, filter, stretch));
    const placed = rows.map((row) => ({ ...row, id: placeOf(row.at, row.id) }));
    return stretch.isBack ? placed.reverse() : placed;
  });
}

/**
 * Returns the SQL of a page. Every source gives its own newest rows by an index, and the newest of these are the page,
 * so that nothing is stored twice. Names are read for the rows of the page only.
 */
export function activitySql(
  customerId: CustomerId,
  reader: Reader,
  filter: ActivityFilter,
  stretch: Stretch,
): Prisma.Sql {
  const way = stretch.isBack ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const parts = sourcesOf(filter).map((source) => PARTS[source](customerId, { reader, filter, stretch }));
  return Prisma.sql`
    WITH page AS (
      SELECT * FROM (${Prisma.join(parts, " UNION ALL ")}) found ORDER BY at ${way}, id ${way} LIMIT ${stretch.take}
    )
    SELECT page.id, ${customerId} AS "customerId", page.source, page.at, page.what, page.person, page.detail,
      page.subject, i.id AS "invoiceId", i.number, k.id AS "contactId",
      COALESCE(NULLIF(k.company_name, ''), NULLIF(concat_ws(' ', k.first_name, k.last_name), ''),
        NULLIF(m.payer_name, '')) AS payer,
      p.id AS "payoutId", COALESCE(NULLIF(p.reference, ''), p.provider_id) AS payout,
      m.reference, u.name AS member, COALESCE(c.amount_cents, p.amount_cents) AS cents
    FROM page
    LEFT JOIN collections c ON c.customer_id = ${customerId} AND c.id = page.subject
    LEFT JOIN mandates m ON m.customer_id = ${customerId} AND m.id = page.subject
    LEFT JOIN mandate_requests r ON r.customer_id = ${customerId} AND r.id = page.subject
    LEFT JOIN payouts p ON p.customer_id = ${customerId} AND p.id = page.subject
    LEFT JOIN invoices i ON i.customer_id = ${customerId} AND i.id = COALESCE(c.invoice_id, page.subject)
    LEFT JOIN contacts k ON k.customer_id = ${customerId} AND k.id =
      COALESCE(i.contact_id, m.contact_id, r.contact_id, page.detail->>'contactId', page.subject)
    LEFT JOIN memberships ms ON ms.customer_id = ${customerId} AND ms.user_id = page.subject
    LEFT JOIN users u ON u.id = ms.user_id
    ORDER BY page.at ${way}, page.id ${way}`;
}

interface Wanted {
  reader: Reader;
  filter: ActivityFilter;
  stretch: Stretch;
}

/** Returns the condition for rows of the wanted days beyond the place where the page begins, and their order. */
function cut(at: Prisma.Sql, id: Prisma.Sql, { filter, stretch }: Wanted): Prisma.Sql {
  const place = readPlace(stretch.from);
  const { isBack } = stretch;
  const [way, beyond] = isBack ? [Prisma.sql`ASC`, Prisma.sql`>`] : [Prisma.sql`DESC`, Prisma.sql`<`];
  // The bound of the instant is repeated, because no index has the id as well.
  const further = place
    ? Prisma.sql`AND ${at} ${isBack ? Prisma.sql`>=` : Prisma.sql`<=`} ${place.at}
        AND (${at}, ${id}) ${beyond} (${place.at}, ${place.id})`
    : Prisma.empty;
  const from = filter.from ? Prisma.sql`AND ${at} >= ${startOfDay(filter.from)}` : Prisma.empty;
  const until = filter.until ? Prisma.sql`AND ${at} < ${startOfDay(addDays(filter.until, 1))}` : Prisma.empty;
  return Prisma.sql`${further} ${from} ${until} ORDER BY ${at} ${way}, ${id} ${way} LIMIT ${stretch.take}`;
}

type Part = (customerId: CustomerId, wanted: Wanted) => Prisma.Sql;

const NOBODY = Prisma.sql`NULL::text AS person, NULL::jsonb AS detail`;

const PARTS: Record<ActivitySource, Part> = {
  act: (customerId, wanted) => {
    const { reader, filter } = wanted;
    const begins = actsOf(filter.kind).map((begin) => `${begin}%`);
    const personal = PERSONAL_ACTS.map((begin) => `${begin}%`);
    const person =
      filter.person === AUTOMATIC
        ? Prisma.sql`AND user_id IS NULL`
        : filter.person
          ? Prisma.sql`AND user_id = ${filter.person}`
          : Prisma.empty;
    const own = reader.isOwner
      ? Prisma.empty
      : Prisma.sql`AND (user_id = ${reader.userId} OR action NOT LIKE ALL (${personal}))`;
    return Prisma.sql`(
      SELECT id, 'act' AS source, at, action AS what, user_name AS person, detail, subject FROM audit_entries
      WHERE customer_id = ${customerId} AND action LIKE ANY (${begins}) ${person} ${own}
        ${cut(Prisma.sql`at`, Prisma.sql`id`, wanted)})`;
  },
  // The steps that a person follows: planned, received, returned, cancelled. What lies between is on the invoice.
  debit: (customerId, wanted) => Prisma.sql`(
    SELECT id, 'debit' AS source, occurred_at AS at, status::text AS what, NULL::text AS person,
      jsonb_build_object('code', code, 'cause', cause) AS detail, collection_id AS subject
    FROM collection_events
    WHERE customer_id = ${customerId}
      AND status IN ('pending', 'confirmed', 'failed', 'late_failure', 'charged_back', 'cancelled')
      ${cut(Prisma.sql`occurred_at`, Prisma.sql`id`, wanted)})`,
  payout: (customerId, wanted) => Prisma.sql`(
    SELECT id, 'payout' AS source, paid_at AS at, status::text AS what, ${NOBODY}, id AS subject FROM payouts
    WHERE customer_id = ${customerId} AND paid_at IS NOT NULL ${cut(Prisma.sql`paid_at`, Prisma.sql`id`, wanted)})`,
  mandate: (customerId, wanted) => Prisma.sql`(
    SELECT id, 'mandate' AS source, signed_at AS at, 'signed' AS what, ${NOBODY}, id AS subject FROM mandates
    WHERE customer_id = ${customerId} AND signed_at IS NOT NULL
      ${cut(Prisma.sql`signed_at`, Prisma.sql`id`, wanted)})`,
  // Mails about a person's own access are that person's, so they are not shown.
  mail: (customerId, wanted) => Prisma.sql`(
    SELECT id, 'mail' AS source, created_at AS at, template AS what, NULL::text AS person,
      jsonb_build_object('recipient', recipient, 'status', status::text, 'isReminder', key LIKE 'remind:%') AS detail,
      split_part(key, ':', 2) AS subject
    FROM mails
    WHERE customer_id = ${customerId} AND template IN ('mandate-request', 'mandate-test', 'preview', 'digest', 'alerts')
      ${cut(Prisma.sql`created_at`, Prisma.sql`id`, wanted)})`,
  notice: (customerId, wanted) => Prisma.sql`(
    SELECT id, 'notice' AS source, created_at AS at, kind AS what, NULL::text AS person, data AS detail,
      NULL::text AS subject
    FROM notices
    WHERE customer_id = ${customerId} AND kind IN ('connection_lost', 'sign_in_lost')
      ${cut(Prisma.sql`created_at`, Prisma.sql`id`, wanted)})`,
};

/** Returns the people who work for the supplier, by name. */
export async function readPeople(customerId: CustomerId): Promise<{ id: string; name: string }[]> {
  const rows = await db.membership.findMany({
    where: { customerId },
    select: { user: { select: { id: true, name: true } } },
    orderBy: { user: { name: "asc" } },
  });
  return rows.map(({ user }) => user);
}
