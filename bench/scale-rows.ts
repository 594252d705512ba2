import type pg from "pg";

/**
 * Inserts the rows that suppliers have after a year, by SQL: a million invoices through the product's own functions
 * would take a day. `suppliers` names who gets how many invoices.
 *
 * The id of a mandate request is unique across suppliers; those of the first supplier are named in the addresses of pages.
 * Of ten invoices seven were collected, one is open and waits, one is in flight, and one was returned.
 */
export async function layRows(client: pg.Client, suppliers: { id: string; invoices: number }[]): Promise<void> {
  await client.query("CREATE TEMP TABLE laid (supplier text PRIMARY KEY, invoices int, place int)");
  await client.query("INSERT INTO laid SELECT * FROM unnest($1::text[], $2::int[]) WITH ORDINALITY", [
    suppliers.map(({ id }) => id),
    suppliers.map(({ invoices }) => invoices),
  ]);
  // No supplier has a webhook endpoint yet, so the triggers would write nothing. They only cost time for each row.
  for (const table of WEBHOOK_TABLES) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  for (const statement of STATEMENTS) {
    await client.query(statement);
    // The next statement reads these rows. Without statistics PostgreSQL plans for a table of a few rows.
    await client.query("ANALYZE");
  }
  for (const table of WEBHOOK_TABLES) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await client.query("DROP TABLE laid");
}

/** Creates suppliers without users: nobody signs in to them, their rows only fill the tables. */
export async function layNeighbours(client: pg.Client, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO customers (id, company_name, payment_conditions, updated_at)
     SELECT 'cus_neighbour_' || lpad(n::text, 6, '0'), 'Nachbar ' || n, '{Lastschrift}', now()
     FROM generate_series(1, $1) n RETURNING id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Tables with triggers that write webhooks (decision 071). They have no other triggers of ours. */
const WEBHOOK_TABLES = ["mandates", "collections", "return_cases", "payouts"];

const STATEMENTS = [
  `INSERT INTO connections (customer_id, type, status, organisation_id, account_name, verification_status, connected_at,
     mandates_read_at, schedules_read_at, last_synced_at, updated_at)
   SELECT supplier, type, 'connected', supplier, 'Betrieb', 'successful', now(), now(), now(), now(), now()
   FROM laid CROSS JOIN (VALUES ('LEXOFFICE'), ('GOCARDLESS')) kinds(type) ON CONFLICT DO NOTHING`,
  `INSERT INTO contacts (customer_id, id, books, external_id, company_name, email, city, updated_at)
   SELECT supplier, 'ctc_' || n, 'LEXOFFICE', 'ctc-' || n, (ARRAY['Bäckerei', 'Tischlerei', 'Praxis', 'Kanzlei', 'Gasthof'])[n % 5 + 1]
     || ' ' || substr(md5(supplier || n), 1, 6), 'zahler-' || n || '@example.test', 'Leipzig', now() - n * interval '1 minute'
   FROM laid CROSS JOIN LATERAL generate_series(1, greatest(1, invoices / 10)) n`,
  `INSERT INTO mandates (customer_id, id, provider_id, status, reference, payer_name, payer_email, account_hint, contact_id,
     signed_at, next_possible_charge_date, created_at, updated_at)
   SELECT customer_id, 'mdt_' || external_id, 'MD' || external_id,
     (CASE WHEN right(id, 1) IN ('8', '9') THEN 'cancelled' ELSE 'active' END)::mandate_status, 'REF-' || external_id,
     company_name, email, 'DE …00', id, updated_at, current_date, updated_at, updated_at
   FROM contacts JOIN laid ON laid.supplier = customer_id WHERE right(contacts.id, 1) <> '7'`,
  // Mandates created outside the product that a person must assign.
  `INSERT INTO mandates (customer_id, id, provider_id, status, reference, payer_name, payer_email, account_hint,
     proposed_contact_id, proposal_reason, signed_at, next_possible_charge_date, updated_at)
   SELECT customer_id, 'mdt_foreign_' || n, 'MDF' || n, 'active', 'FREMD-' || n, company_name, email, 'DE …11', id, 'same_email_and_name',
     updated_at, current_date, updated_at
   FROM laid CROSS JOIN LATERAL generate_series(1, greatest(1, invoices / 100)) n
   JOIN contacts ON customer_id = supplier AND id = 'ctc_' || n`,
  `INSERT INTO mandate_requests (customer_id, id, contact_id, status, email, sent_at, created_at, updated_at)
   SELECT customer_id, 'mrq_' || external_id || CASE place WHEN 1 THEN '' ELSE '-' || place END, contacts.id,
     (CASE WHEN right(contacts.id, 1) = '7' THEN 'sent' ELSE 'signed' END)::mandate_request_status,
     email, updated_at, updated_at, updated_at
   FROM contacts JOIN laid ON laid.supplier = customer_id`,
  `INSERT INTO invoices (customer_id, id, books, external_id, external_type, kind, number, book_status, contact_id, contact_name,
     voucher_date, due_date, total_cents, open_cents, term_label, needs_decision, outcome, reason, decided_at, created_at, updated_at)
   SELECT laid.supplier, 'inv_' || lpad(n::text, 7, '0'), 'LEXOFFICE', 'ext-' || n, 'invoice', 'invoice', 'RE-' || n,
     (CASE WHEN n % 10 < 7 THEN 'paid' ELSE 'open' END)::book_status, c.id, c.company_name,
     current_date - n % 365, current_date - n % 365 + 14, 1000 + n % 977 * 100,
     CASE WHEN n % 10 < 7 THEN 0 ELSE 1000 + n % 977 * 100 END, 'Lastschrift', false,
     (CASE WHEN n % 10 < 7 THEN 'skip' WHEN n % 10 = 8 THEN 'keep' ELSE 'wait' END)::decision_outcome,
     CASE WHEN n % 10 < 7 THEN 'paid' WHEN n % 10 = 8 THEN 'collection_running' WHEN n % 10 = 9 THEN 'failed_needs_action'
       WHEN n % 20 = 7 THEN 'mandate_requested' ELSE 'very_late' END,
     now(), now() - n * interval '1 minute', now() - n * interval '1 minute'
   FROM laid CROSS JOIN LATERAL generate_series(1, invoices) n
   JOIN contacts c ON c.customer_id = laid.supplier AND c.id = 'ctc_' || (n % greatest(1, invoices / 10) + 1)`,
  `INSERT INTO collections (customer_id, id, invoice_id, mandate_id, attempt, status, holds_invoice, amount_cents, reference,
     wanted_date, requested_date, charge_date, idempotency_key, provider_id, failed_at, failure_code, failure_cause, created_at, updated_at)
   SELECT i.customer_id, 'col_' || i.external_id, i.id, m.id, 1,
     (CASE i.reason WHEN 'paid' THEN 'paid_out' WHEN 'collection_running' THEN 'submitted' ELSE 'failed' END)::collection_status,
     i.reason <> 'failed_needs_action', i.total_cents, i.number, i.due_date, i.due_date, i.due_date,
     i.customer_id || i.id, 'PM' || i.external_id,
     CASE WHEN i.reason = 'failed_needs_action' THEN i.updated_at END,
     CASE WHEN i.reason = 'failed_needs_action' THEN 'AM04' END,
     CASE WHEN i.reason = 'failed_needs_action' THEN 'insufficient_funds' END, i.created_at, i.updated_at
   FROM invoices i JOIN laid ON laid.supplier = i.customer_id
   JOIN LATERAL (SELECT id FROM mandates WHERE customer_id = i.customer_id AND contact_id = i.contact_id LIMIT 1) m ON true
   WHERE i.reason IN ('paid', 'collection_running', 'failed_needs_action')`,
  `INSERT INTO collection_events (customer_id, id, collection_id, action, status, occurred_at)
   SELECT customer_id, 'EV' || c.id, c.id, 'created', 'created', created_at
   FROM collections c JOIN laid ON laid.supplier = customer_id`,
  `INSERT INTO return_cases (customer_id, id, invoice_id, collection_id, returned_at)
   SELECT customer_id, 'rtn_' || c.id, invoice_id, c.id, failed_at
   FROM collections c JOIN laid ON laid.supplier = customer_id WHERE status = 'failed'`,
  `INSERT INTO payouts (customer_id, id, provider_id, reference, status, amount_cents, fee_cents, arrival_date, paid_at, archived_at,
     is_proven, booking_status, created_at, updated_at)
   SELECT supplier, 'pay_' || n, 'PO' || n, 'EINZUG-' || n, 'paid', 500000, 1500, current_date - n, now() - n * interval '1 day', now(),
     true, 'booked', now() - n * interval '1 day', now() - n * interval '1 day'
   FROM laid CROSS JOIN LATERAL generate_series(1, greatest(1, invoices / 50)) n`,
  `INSERT INTO payout_items (customer_id, payout_id, position, type, tenths, provider_payment_id, collection_id, invoice_id)
   SELECT c.customer_id, 'pay_' || (row_number() OVER w / 50 + 1), row_number() OVER w, 'payment_paid_out',
     c.amount_cents * 10, c.provider_id, c.id, c.invoice_id
   FROM collections c JOIN laid ON laid.supplier = c.customer_id WHERE c.status = 'paid_out' AND laid.invoices >= 50
   WINDOW w AS (PARTITION BY c.customer_id ORDER BY c.id)`,
  `INSERT INTO notices (customer_id, id, key, kind, data, updated_at)
   SELECT supplier, 'ntc_' || n, 'collection-returned:' || n, 'collection_failed',
     jsonb_build_object('invoiceId', 'inv_' || lpad(n::text, 7, '0'), 'number', 'RE-' || n, 'amountCents', 1000), now()
   FROM laid CROSS JOIN LATERAL generate_series(1, least(invoices, 40)) n`,
  `INSERT INTO sync_runs (customer_id, id, kind, status, phase, ended_at, updated_at)
   SELECT supplier, 'syn_' || n, 'full', 'done', 'done', now(), now() - n * interval '1 hour'
   FROM laid CROSS JOIN generate_series(1, 100) n`,
];
