-- What became of the mandate that took another's place is asked with that one.
CREATE INDEX "mandates_customer_id_replaced_by_id_idx" ON "mandates"("customer_id", "replaced_by_id");
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_customer_id_replaced_by_id_fkey" FOREIGN KEY ("customer_id", "replaced_by_id") REFERENCES "mandates"("customer_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- A wish to end a debit which the bank has had came too late, and is over.
UPDATE "collections" c SET "cancel_requested_at" = NULL, "cancel_reason" = NULL
WHERE "cancel_requested_at" IS NOT NULL AND "status" NOT IN ('pending', 'created', 'cancelled', 'mandate_expired')
  AND coalesce("cancel_reason", '') NOT IN ('match_undone', 'mandate_chosen')
  AND EXISTS (
    SELECT 1 FROM "collection_events" e
    WHERE e."customer_id" = c."customer_id" AND e."collection_id" = c."id" AND e."action" IN ('submitted', 'confirmed', 'paid_out')
  );
