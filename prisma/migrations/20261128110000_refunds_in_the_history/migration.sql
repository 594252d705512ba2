-- What was given back of an invoice's debits, which only a payout tells: in tenths of a cent, below zero what was taken off
-- for it. Everything else as before.
CREATE OR REPLACE VIEW "invoice_histories" WITH (security_invoker = true) AS
SELECT i."customer_id", i."id" AS "invoice_id",
  (SELECT COALESCE(jsonb_agg(to_jsonb(entry) ORDER BY entry."at" DESC, entry."id" DESC), '[]') FROM (
    SELECT a."id", a."action", a."user_name" AS "userName", a."at", a."detail" FROM "audit_entries" a
    WHERE a."customer_id" = i."customer_id" AND a."at" >= i."created_at" AND a."subject" = ANY(
      ARRAY[i."id", i."contact_id"]
      || ARRAY(SELECT c."id" FROM "collections" c WHERE c."customer_id" = i."customer_id" AND c."invoice_id" = i."id"))
    ORDER BY a."at" DESC, a."id" DESC LIMIT 100
  ) entry) AS "acts",
  (SELECT COALESCE(jsonb_agg(DISTINCT jsonb_build_object(
      'id', p."id", 'reference', COALESCE(NULLIF(p."reference", ''), p."provider_id"))), '[]')
    FROM "payout_items" item
    JOIN "payouts" p ON p."customer_id" = item."customer_id" AND p."id" = item."payout_id"
    WHERE item."customer_id" = i."customer_id" AND item."provider_payment_id" = ANY(
      ARRAY(SELECT c."provider_id" FROM "collections" c WHERE c."customer_id" = i."customer_id" AND c."invoice_id" = i."id"))
  ) AS "payouts",
  (SELECT COALESCE(jsonb_agg(jsonb_build_object(
      'payoutId', p."id", 'position', item."position", 'tenths', item."tenths",
      'at', COALESCE(p."paid_at", p."created_at"), 'reference', COALESCE(NULLIF(p."reference", ''), p."provider_id"))
      ORDER BY COALESCE(p."paid_at", p."created_at") DESC, p."id" DESC, item."position" DESC), '[]')
    FROM "payout_items" item
    JOIN "payouts" p ON p."customer_id" = item."customer_id" AND p."id" = item."payout_id"
    WHERE item."customer_id" = i."customer_id" AND item."type" IN ('payment_refunded', 'refund_funds_returned')
      AND item."provider_payment_id" = ANY(
        ARRAY(SELECT c."provider_id" FROM "collections" c WHERE c."customer_id" = i."customer_id" AND c."invoice_id" = i."id"))
  ) AS "refunds"
FROM "invoices" i;
