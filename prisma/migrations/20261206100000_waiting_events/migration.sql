-- When the last event of a vendor came in is asked at every scrape of the metrics.
CREATE INDEX "inbox_events_provider_received_at_idx" ON "inbox_events"("provider", "received_at");

-- What a schema cannot say: the small part of the inbox that waits, without events of organisations that nobody knows.
CREATE INDEX "inbox_events_waiting" ON "inbox_events" ("provider", "customer_id", "received_at")
  WHERE "handled_at" IS NULL AND "customer_id" IS NOT NULL;

-- Differences of vendors that were disconnected before are closed like those of later ones.
UPDATE "differences" SET "repaired_at" = now(), "repair" = 'gone'
WHERE "repaired_at" IS NULL AND (
  ("kind" NOT LIKE 'document%' AND EXISTS (
    SELECT 1 FROM "connections" AS "own"
    WHERE "own"."customer_id" = "differences"."customer_id" AND "own"."type" = 'GOCARDLESS' AND "own"."status" = 'disconnected'))
  OR ("kind" LIKE 'document%' AND NOT EXISTS (
    SELECT 1 FROM "connections" AS "own"
    WHERE "own"."customer_id" = "differences"."customer_id" AND "own"."type" IN ('LEXOFFICE', 'SEVDESK')
      AND "own"."status" <> 'disconnected')));
