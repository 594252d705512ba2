-- Whether the money had come before a debit came back: its status no longer tells once it is settled, taken up again or called off.
ALTER TABLE "collections" ADD COLUMN "was_received" BOOLEAN NOT NULL DEFAULT false;
UPDATE "collections" c SET "was_received" = true
WHERE c."failed_at" IS NOT NULL AND EXISTS (
  SELECT 1 FROM "collection_events" e
  WHERE e."customer_id" = c."customer_id" AND e."collection_id" = c."id" AND e."occurred_at" <= c."failed_at"
    AND e."status" IN ('confirmed', 'paid_out', 'late_failure', 'charged_back')
);
