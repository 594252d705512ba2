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
