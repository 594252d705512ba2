-- A closing invoice deducts what its down payments had brought when it was written, and claims again what one brings later.
ALTER TABLE "invoices" ADD COLUMN "deducted_cents" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN "closing_external_id" TEXT;

-- Those of which that is not known yet are read again.
UPDATE "invoices" SET "stale_at" = coalesce("stale_at", now()) WHERE "book_status" = 'open' AND "kind" IN ('closing', 'down_payment');
