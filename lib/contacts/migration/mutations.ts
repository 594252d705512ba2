import type { CustomerId } from "@/lib/auth/scope";
import type { MatchProposal } from "@/lib/contacts/types";
import type { Tx } from "@/lib/core/database/db";
import { Prisma } from "@/lib/core/prisma/client";
import { markOpenOf } from "@/lib/decision-queue/mutations";
import { USABLE } from "@/lib/statuses/mandate-rules";
import { hadOtherSystem } from "@/lib/vendors/rules";

/** Rows per statement. Few enough: Prisma keeps its notes about the last hundred statements, parameters included. */
const ROWS = 250;

/** A contact of the new accounting system, and the contact of a previous system that agrees with it. */
interface Match {
  id: string;
  formerId: string;
  reason: MatchProposal["reason"];
}

/**
 * Migrates mandates to the contacts of a new accounting system. If a new contact and exactly one former contact agree
 * in name and e-mail, they are the same payer. Both become one row with the mandates and settings of the former one. If
 * only name or e-mail agrees, or several new contacts agree with the same former one, the mandates are proposed and a
 * person confirms. New contacts with mandates or mandate requests of their own are skipped.
 *
 * @param contactId only this contact; without it all contacts of the system, in a few statements
 */
export async function migrateContacts(
  tx: Tx,
  customerId: CustomerId,
  books: string,
  contactId?: string,
): Promise<void> {
  const connections = await tx.connection.findMany({ where: { customerId }, select: { type: true } });
  if (!hadOtherSystem(connections, books)) return;
  const matches = await findMatches(tx, customerId, books, contactId);
  for (let start = 0; start < matches.length; start += ROWS) {
    const batch = matches.slice(start, start + ROWS);
    const isSame = ({ reason }: Match) => reason === "same_email_and_name";
    const [same, similar] = [batch.filter(isSame), batch.filter((match) => !isSame(match))];
    await merge(tx, customerId, same);
    await propose(tx, customerId, similar);
  }
}

/**
 * Finds matches like `proposeMatch`, for many contacts at once. The best match is a former contact with the same name
 * and e-mail, then one with the same e-mail. One with the same name counts only if no former contact has the e-mail.
 * Matches are counted in groups, so a name shared by thousands costs no more. Each former contact goes to at most one
 * new one.
 */
async function findMatches(
  tx: Tx,
  customerId: CustomerId,
  books: string,
  contactId: string | undefined,
): Promise<Match[]> {
  const one = contactId ? Prisma.sql`AND c.id = ${contactId}` : Prisma.empty;
  // For a single contact, this filter removes most former contacts before anything is counted. For many contacts,
  // checking each former contact would cost more.
  const likeIt = contactId
    ? Prisma.sql`AND EXISTS (SELECT 1 FROM fresh) AND (c.plain_name IN (SELECT name FROM fresh)
        OR lower(c.email) IN (SELECT mail FROM fresh)
        OR EXISTS (SELECT 1 FROM unnest(c.other_emails) AS o(mail) WHERE lower(o.mail) IN (SELECT mail FROM fresh)))`
    : Prisma.empty;
  return await tx.$queryRaw<Match[]>`
    WITH fresh AS (
      SELECT c.id, c.external_id, c.plain_name AS name, lower(trim(c.email)) AS mail FROM contacts c
      WHERE c.customer_id = ${customerId} AND c.books = ${books} ${one}
        AND NOT EXISTS (SELECT 1 FROM mandates m WHERE m.customer_id = ${customerId} AND m.contact_id = c.id)
        AND NOT EXISTS (SELECT 1 FROM mandate_requests r WHERE r.customer_id = ${customerId} AND r.contact_id = c.id)
    ), former AS (
      SELECT c.id, c.plain_name AS name, lower(a.mail) AS mail FROM contacts c
      LEFT JOIN LATERAL unnest(array_append(c.other_emails, c.email)) AS a(mail) ON true
      WHERE c.customer_id = ${customerId} AND c.books <> ${books} ${likeIt}
    ), names AS (
      SELECT name, count(DISTINCT id) AS count, min(id) AS id FROM former
      WHERE name IN (SELECT name FROM fresh WHERE name <> '') GROUP BY name
    ), mails AS (
      SELECT mail, count(DISTINCT id) AS count, min(id) AS id FROM former
      WHERE mail IN (SELECT mail FROM fresh WHERE mail <> '') GROUP BY mail
    ), twos AS (
      SELECT name, mail, count(DISTINCT id) AS count, min(id) AS id FROM former
      WHERE (name, mail) IN (SELECT name, mail FROM fresh WHERE name <> '' AND mail <> '') GROUP BY name, mail
    ), found AS (
      SELECT f.id, f.external_id, two.id AS equal_id, coalesce(two.id, CASE WHEN mails.count = 1 THEN mails.id
        WHEN mails.count IS NULL AND names.count = 1 THEN names.id END) AS former_id,
        CASE WHEN two.id IS NOT NULL THEN 0 WHEN mails.count = 1 THEN 1 ELSE 2 END AS rank
      FROM fresh f
      LEFT JOIN names ON names.name = f.name
      LEFT JOIN mails ON mails.mail = f.mail
      LEFT JOIN twos AS two ON two.name = f.name AND two.mail = f.mail AND two.count = 1
    ), claims AS (
      SELECT *, count(equal_id) OVER (PARTITION BY former_id) AS equals FROM found WHERE former_id IS NOT NULL
    )
    SELECT DISTINCT ON (former_id) id, former_id AS "formerId",
      CASE WHEN rank = 0 AND equals = 1 THEN 'same_email_and_name' WHEN rank < 2 THEN 'same_email'
        ELSE 'same_name' END AS reason
    FROM claims ORDER BY former_id, rank, external_id`;
}

/**
 * Merges each pair into the former row, because mandates, requests and settings refer to it. The row takes the external
 * id and the data of the new system.
 */
async function merge(tx: Tx, customerId: CustomerId, matches: Match[]): Promise<void> {
  if (matches.length === 0) return;
  const pairs = JSON.stringify(matches);
  const pair = Prisma.sql`jsonb_to_recordset(${pairs}::jsonb) AS r("id" text, "formerId" text)`;
  await tx.$executeRaw`
    UPDATE invoices i SET contact_id = r."formerId", needs_decision = i.needs_decision OR i.book_status = 'open',
      updated_at = now()
    FROM ${pair}
    WHERE i.customer_id = ${customerId}
      AND (i.contact_id = r.id OR (i.contact_id = r."formerId" AND i.book_status = 'open'))`;
  await tx.$executeRaw`
    UPDATE mandates m SET proposed_contact_id = r."formerId", updated_at = now() FROM ${pair}
    WHERE m.customer_id = ${customerId} AND m.proposed_contact_id = r.id`;
  const where = { customerId, id: { in: matches.map(({ id }) => id) } };
  const contacts = await tx.contact.findMany({ where });
  await tx.contact.deleteMany({ where });
  const formerIds = new Map(matches.map(({ id, formerId }) => [id, formerId]));
  const rows = contacts.map((row) => ({ ...row, formerId: formerIds.get(row.id) }));
  // An exclusion, a stop of requests or a reported death in either system applies to the merged row.
  await tx.$executeRaw`
    UPDATE contacts c SET books = r.books, external_id = r."externalId", company_name = r."companyName",
      first_name = r."firstName", last_name = r."lastName", email = r.email,
      other_emails = ARRAY(SELECT jsonb_array_elements_text(r."otherEmails")), street = r.street, zip = r.zip,
      city = r.city, country_code = r."countryCode", is_archived = r."isArchived", stale_at = r."staleAt",
      is_always_collected = c.is_always_collected OR r."isAlwaysCollected",
      is_excluded = c.is_excluded OR r."isExcluded", requests_off = c.requests_off OR r."requestsOff",
      deceased_at = coalesce(c.deceased_at, r."deceasedAt"), updated_at = now()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r("formerId" text, books text,
      "externalId" text, "companyName" text, "firstName" text, "lastName" text, email text, "otherEmails" jsonb,
      street text, zip text, city text, "countryCode" text, "isArchived" boolean, "staleAt" timestamptz,
      "isAlwaysCollected" boolean, "isExcluded" boolean, "requestsOff" boolean, "deceasedAt" timestamptz)
    WHERE c.customer_id = ${customerId} AND c.id = r."formerId"`;
}

/**
 * Proposes the mandates of similar contacts for a person to confirm. Until then these mandates have no contact: nothing
 * is collected on a guess.
 */
async function propose(tx: Tx, customerId: CustomerId, matches: Match[]): Promise<void> {
  if (matches.length === 0) return;
  await tx.$executeRaw`
    WITH proposed AS (
      UPDATE mandates m SET contact_id = NULL, matched_at = NULL, proposed_contact_id = r.id, proposal_reason = r.reason,
        updated_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) AS r(id text, "formerId" text, reason text)
      WHERE m.customer_id = ${customerId} AND m.contact_id = r."formerId" AND m.cancel_requested_at IS NULL
        AND m.status = ANY(${USABLE}::mandate_status[])
      RETURNING m.id, r."formerId"
    )
    UPDATE contacts c SET default_mandate_id = NULL, updated_at = now() FROM proposed p
    WHERE c.customer_id = ${customerId} AND c.id = p."formerId" AND c.default_mandate_id = p.id`;
  const ids = matches.flatMap(({ id, formerId }) => [id, formerId]);
  await markOpenOf(tx, customerId, ids);
}
