-- AlterTable
ALTER TABLE "collection_events" ADD COLUMN "will_attempt_retry" BOOLEAN NOT NULL DEFAULT false;

-- What stood at the debit alone is known at the event that said so.
UPDATE "collection_events" e SET "will_attempt_retry" = true
FROM "collections" c
WHERE c."will_attempt_retry" AND c."customer_id" = e."customer_id" AND c."id" = e."collection_id"
  AND e."action" = 'failed' AND e."occurred_at" = c."failed_at";
