-- Once it is settled against a payout, the status no longer tells a late failure, which may be tried again, from money that
-- was taken back, which may not: what was told last of the debit does.
ALTER TABLE "collections" ADD COLUMN "is_charged_back" BOOLEAN NOT NULL DEFAULT false;

UPDATE "collections" SET "is_charged_back" = true
WHERE "status" IN ('charged_back', 'chargeback_settled') AND EXISTS (
  SELECT 1 FROM "collection_events" AS e
  WHERE e."customer_id" = "collections"."customer_id" AND e."collection_id" = "collections"."id" AND e."action" = 'charged_back'
    AND e."occurred_at" = "collections"."failed_at"
);
