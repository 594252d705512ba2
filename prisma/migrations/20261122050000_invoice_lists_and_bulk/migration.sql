-- CreateEnum
CREATE TYPE "bulk_action" AS ENUM ('exclude', 'include', 'hold', 'release', 'collect_now', 'request_mandates', 'transfer');

-- CreateEnum
CREATE TYPE "bulk_status" AS ENUM ('running', 'done');

-- CreateEnum
CREATE TYPE "bulk_outcome" AS ENUM ('done', 'refused');

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN "collect_now_at" TIMESTAMPTZ(3),
ADD COLUMN "transferred_at" TIMESTAMPTZ(3),
-- What lists are sorted by: computed by the database, so that no writer can forget it.
ADD COLUMN "amount_cents" INTEGER NOT NULL GENERATED ALWAYS AS (CASE WHEN "open_cents" = 0 THEN "total_cents" ELSE "open_cents" END) STORED,
-- Cut, because an index entry must stay short while a name may be of any length.
ADD COLUMN "sort_number" TEXT NOT NULL GENERATED ALWAYS AS (left("number", 80)) STORED,
-- Umlauts beside their vowels (DIN 5007-1), whatever the collation of the database is.
ADD COLUMN "sort_name" TEXT NOT NULL GENERATED ALWAYS AS (translate(lower(left("contact_name", 80)), 'ÄÖÜäöüßÁÀÂÉÈÊÍÌÎÓÒÔÚÙÛáàâéèêíìîóòôúùûñç', 'aouaousaaaeeeiiiooouuuaaaeeeiiiooouuunc')) STORED;

-- AlterTable
ALTER TABLE "collections" ADD COLUMN "debit_date" DATE NOT NULL GENERATED ALWAYS AS (COALESCE("charge_date", "requested_date")) STORED;

-- CreateTable
CREATE TABLE "bulk_runs" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "action" "bulk_action" NOT NULL,
    "until" DATE,
    "status" "bulk_status" NOT NULL DEFAULT 'running',
    "total" INTEGER NOT NULL,
    "done_count" INTEGER NOT NULL DEFAULT 0,
    "refused_count" INTEGER NOT NULL DEFAULT 0,
    "user_id" TEXT NOT NULL,
    "user_name" TEXT NOT NULL,
    "ip" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_runs_pkey" PRIMARY KEY ("customer_id","id")
);

-- CreateTable
CREATE TABLE "bulk_items" (
    "customer_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "outcome" "bulk_outcome",
    "reason" TEXT,

    CONSTRAINT "bulk_items_pkey" PRIMARY KEY ("customer_id","run_id","position")
);

-- CreateIndex
CREATE INDEX "bulk_runs_customer_id_status_idx" ON "bulk_runs"("customer_id", "status");

-- CreateIndex
CREATE INDEX "bulk_items_customer_id_run_id_outcome_position_idx" ON "bulk_items"("customer_id", "run_id", "outcome", "position");

-- CreateIndex
CREATE INDEX "invoices_customer_id_amount_cents_id_idx" ON "invoices"("customer_id", "amount_cents", "id");

-- CreateIndex
CREATE INDEX "invoices_customer_id_sort_number_id_idx" ON "invoices"("customer_id", "sort_number", "id");

-- CreateIndex
CREATE INDEX "invoices_customer_id_sort_name_id_idx" ON "invoices"("customer_id", "sort_name", "id");

-- CreateIndex
CREATE INDEX "collections_customer_id_debit_date_amount_cents_id_idx" ON "collections"("customer_id", "debit_date", "amount_cents" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "collections_customer_id_holds_invoice_debit_date_id_idx" ON "collections"("customer_id", "holds_invoice", "debit_date", "id");

-- AddForeignKey
ALTER TABLE "bulk_runs" ADD CONSTRAINT "bulk_runs_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_items" ADD CONSTRAINT "bulk_items_customer_id_run_id_fkey" FOREIGN KEY ("customer_id", "run_id") REFERENCES "bulk_runs"("customer_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
