-- CreateEnum
CREATE TYPE "retried_by" AS ENUM ('plan', 'person');

-- CreateEnum
CREATE TYPE "return_outcome" AS ENUM ('collected', 'settled', 'laid_aside');

-- AlterTable
ALTER TABLE "collections" ADD COLUMN     "retried_by" "retried_by";

-- AlterTable
ALTER TABLE "customers" ADD COLUMN     "retries_returns" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "retry_on" DATE,
ADD COLUMN     "retry_read_for" TEXT,
ADD COLUMN     "retry_stopped_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "return_cases" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "invoice_id" TEXT NOT NULL,
    "collection_id" TEXT NOT NULL,
    "returned_at" TIMESTAMPTZ(3) NOT NULL,
    "is_done" BOOLEAN NOT NULL DEFAULT false,
    "outcome" "return_outcome",
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "return_cases_pkey" PRIMARY KEY ("customer_id","id")
);

-- CreateTable
CREATE TABLE "invoice_notes" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "invoice_id" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "user_id" TEXT,
    "author_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invoice_notes_pkey" PRIMARY KEY ("customer_id","id")
);

-- CreateIndex
CREATE INDEX "return_cases_customer_id_returned_at_id_idx" ON "return_cases"("customer_id", "returned_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "return_cases_customer_id_is_done_returned_at_id_idx" ON "return_cases"("customer_id", "is_done", "returned_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "return_cases_customer_id_collection_id_idx" ON "return_cases"("customer_id", "collection_id");

-- CreateIndex
CREATE UNIQUE INDEX "return_cases_customer_id_invoice_id_key" ON "return_cases"("customer_id", "invoice_id");

-- CreateIndex
CREATE INDEX "invoice_notes_customer_id_invoice_id_created_at_idx" ON "invoice_notes"("customer_id", "invoice_id", "created_at" DESC);

-- AddForeignKey
ALTER TABLE "return_cases" ADD CONSTRAINT "return_cases_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "return_cases" ADD CONSTRAINT "return_cases_customer_id_invoice_id_fkey" FOREIGN KEY ("customer_id", "invoice_id") REFERENCES "invoices"("customer_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "return_cases" ADD CONSTRAINT "return_cases_customer_id_collection_id_fkey" FOREIGN KEY ("customer_id", "collection_id") REFERENCES "collections"("customer_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice_notes" ADD CONSTRAINT "invoice_notes_customer_id_invoice_id_fkey" FOREIGN KEY ("customer_id", "invoice_id") REFERENCES "invoices"("customer_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;



-- Until now only people had debits tried again.
UPDATE "collections" AS c SET "retried_by" = 'person'
WHERE EXISTS (
    SELECT 1 FROM "collections" AS earlier
    WHERE earlier."customer_id" = c."customer_id" AND earlier."invoice_id" = c."invoice_id"
      AND earlier."attempt" < c."attempt" AND earlier."mandate_id" = c."mandate_id"
      AND earlier."status" IN ('failed', 'late_failure', 'charged_back', 'chargeback_settled')
);

-- What came back before there was a desk lies on it, unless a later debit has brought the money.
INSERT INTO "return_cases" ("customer_id", "id", "invoice_id", "collection_id", "returned_at", "is_done", "outcome", "done_at")
SELECT r."customer_id", 'rtn_' || substr(r."id", 5), r."invoice_id", r."id", coalesce(r."failed_at", r."updated_at"),
    received, CASE WHEN received THEN 'collected'::"return_outcome" END, CASE WHEN received THEN now() END
FROM (
    SELECT DISTINCT ON ("customer_id", "invoice_id") *
    FROM "collections"
    WHERE "status" IN ('failed', 'late_failure', 'charged_back', 'chargeback_settled')
    ORDER BY "customer_id", "invoice_id", "attempt" DESC
) AS r
CROSS JOIN LATERAL (
    SELECT EXISTS (
        SELECT 1 FROM "collections" AS live
        WHERE live."customer_id" = r."customer_id" AND live."invoice_id" = r."invoice_id"
          AND live."holds_invoice" AND live."status" IN ('confirmed', 'paid_out')
    ) AS received
) AS state;
