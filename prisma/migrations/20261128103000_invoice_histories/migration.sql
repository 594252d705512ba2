-- What is told of an invoice beside its own rows, so that its page asks for all of it at once. The audit log is read only
-- from the invoice's beginning on: it is long, and sorted by time.
CREATE VIEW "invoice_histories" WITH (security_invoker = true) AS
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
  ) AS "payouts"
FROM "invoices" i;
GRANT SELECT ON "invoice_histories" TO "einzug_supplier";
