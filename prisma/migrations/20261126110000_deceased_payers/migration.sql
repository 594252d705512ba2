-- A bank's word that the payer has died stopped only the invoice whose debit came back by it: it belongs to the payer.
ALTER TABLE "contacts" ADD COLUMN     "deceased_at" TIMESTAMPTZ(3);

WITH reported AS (
  SELECT customer_id, invoice_id, mandate_id, failed_at FROM collections
  WHERE failed_at IS NOT NULL AND (failure_code = 'MD07' OR failure_cause = 'payer_deceased')
), payers AS (
  SELECT r.customer_id, i.contact_id, r.failed_at FROM reported r
    JOIN invoices i ON i.customer_id = r.customer_id AND i.id = r.invoice_id
  UNION ALL
  SELECT r.customer_id, m.contact_id, r.failed_at FROM reported r
    JOIN mandates m ON m.customer_id = r.customer_id AND m.id = r.mandate_id
  UNION ALL
  SELECT r.customer_id, c.id, r.failed_at FROM reported r
    JOIN mandates m ON m.customer_id = r.customer_id AND m.id = r.mandate_id
    JOIN mandates own ON own.customer_id = m.customer_id AND own.contact_id = m.contact_id
    JOIN contacts c ON c.customer_id = own.customer_id AND c.default_mandate_id = own.id
)
UPDATE contacts c SET deceased_at = p.failed_at, updated_at = now()
FROM (SELECT customer_id, contact_id, max(failed_at) AS failed_at FROM payers WHERE contact_id IS NOT NULL GROUP BY 1, 2) p
WHERE c.customer_id = p.customer_id AND c.id = p.contact_id;

UPDATE invoices i SET needs_decision = true
FROM contacts c
WHERE c.customer_id = i.customer_id AND c.id = i.contact_id AND c.deceased_at IS NOT NULL AND i.book_status = 'open';

UPDATE mandate_requests r SET status = 'cancelled', cancelled_at = now(), updated_at = now()
FROM contacts c
WHERE c.customer_id = r.customer_id AND c.id = r.contact_id AND c.deceased_at IS NOT NULL
  AND r.status IN ('pending', 'sent', 'opened', 'exited');
