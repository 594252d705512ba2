-- A mandate that the supplier has chosen goes before one that was signed earlier than that.
ALTER TABLE "contacts" ADD COLUMN "default_chosen_at" TIMESTAMPTZ(3);
UPDATE "contacts" c SET "default_chosen_at" = (
  SELECT max(a."at") FROM "audit_entries" a
  WHERE a."customer_id" = c."customer_id" AND a."action" IN ('mandate.chosen', 'mandate.shared')
    AND a."subject" = c."default_mandate_id" AND a."detail"->>'contactId' = c."id"
)
WHERE c."default_mandate_id" IS NOT NULL;

-- For which due date a debit was planned: of one that is moved later while the bank has the debit somebody has to be told.
ALTER TABLE "collections" ADD COLUMN "due_date" DATE;
UPDATE "collections" c SET "due_date" = i."due_date"
FROM "invoices" i WHERE i."customer_id" = c."customer_id" AND i."id" = c."invoice_id";

-- When somebody had what came back tried again at the provider.
ALTER TABLE "collections" ADD COLUMN "taken_up_at" TIMESTAMPTZ(3);
UPDATE "collections" c SET "taken_up_at" = e."occurred_at"
FROM (
  SELECT DISTINCT ON ("customer_id", "collection_id") "customer_id", "collection_id", "occurred_at", "cause"
  FROM "collection_events"
  WHERE "action" = 'resubmission_requested' AND coalesce("origin", '') <> 'einzug'
  ORDER BY "customer_id", "collection_id", "occurred_at" DESC
) e
WHERE e."customer_id" = c."customer_id" AND e."collection_id" = c."id" AND e."cause" = 'payment_retried'
  AND c."failed_at" < e."occurred_at";
