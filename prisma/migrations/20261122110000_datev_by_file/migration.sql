-- CreateEnum
CREATE TYPE "datev_import_kind" AS ENUM ('open_items', 'debtors');

-- CreateEnum
CREATE TYPE "datev_import_status" AS ENUM ('refused', 'inspected', 'applying', 'applied');

-- CreateEnum
CREATE TYPE "datev_upload" AS ENUM ('none', 'wanted', 'pending', 'succeeded', 'failed');

-- AlterEnum
ALTER TYPE "booking_status" ADD VALUE 'handed_over';

-- AlterTable
ALTER TABLE "payouts" ADD COLUMN     "datev_batch_id" TEXT;

-- CreateTable
CREATE TABLE "datev_settings" (
    "customer_id" TEXT NOT NULL,
    "consultant" INTEGER NOT NULL,
    "client" INTEGER NOT NULL,
    "chart" TEXT NOT NULL,
    "account_length" INTEGER NOT NULL,
    "fiscal_year_start_month" INTEGER NOT NULL,
    "is_locked" BOOLEAN NOT NULL DEFAULT false,
    "transit_account" TEXT NOT NULL,
    "bank_account" TEXT,
    "fee_account" TEXT NOT NULL,
    "unassigned_account" TEXT NOT NULL,
    "collective_debtor" TEXT NOT NULL,
    "fee_tax_key" TEXT NOT NULL DEFAULT '',
    "open_item_titles" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "datev_settings_pkey" PRIMARY KEY ("customer_id")
);

-- CreateTable
CREATE TABLE "datev_imports" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" "datev_import_kind" NOT NULL,
    "status" "datev_import_status" NOT NULL,
    "file_name" TEXT NOT NULL,
    "byte_count" INTEGER NOT NULL,
    "digest" TEXT NOT NULL DEFAULT '',
    "titles" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "mapping" JSONB,
    "row_count" INTEGER NOT NULL DEFAULT 0,
    "skipped_count" INTEGER NOT NULL DEFAULT 0,
    "error_count" INTEGER NOT NULL DEFAULT 0,
    "warning_count" INTEGER NOT NULL DEFAULT 0,
    "findings" JSONB,
    "is_complete" BOOLEAN NOT NULL DEFAULT true,
    "new_count" INTEGER NOT NULL DEFAULT 0,
    "settled_count" INTEGER NOT NULL DEFAULT 0,
    "user_id" TEXT NOT NULL,
    "user_name" TEXT NOT NULL,
    "ip" TEXT NOT NULL,
    "applied_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "datev_imports_pkey" PRIMARY KEY ("customer_id","id")
);

-- CreateTable
CREATE TABLE "datev_import_chunks" (
    "customer_id" TEXT NOT NULL,
    "import_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "content" TEXT NOT NULL,

    CONSTRAINT "datev_import_chunks_pkey" PRIMARY KEY ("customer_id","import_id","position")
);

-- CreateTable
CREATE TABLE "datev_batches" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "month" TEXT NOT NULL,
    "payout_count" INTEGER NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "settings" JSONB NOT NULL,
    "notes" JSONB NOT NULL,
    "user_name" TEXT NOT NULL,
    "downloaded_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "datev_batches_pkey" PRIMARY KEY ("customer_id","id")
);

-- CreateTable
CREATE TABLE "datev_batch_files" (
    "customer_id" TEXT NOT NULL,
    "batch_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "posting_count" INTEGER NOT NULL,
    "upload" "datev_upload" NOT NULL DEFAULT 'none',
    "reference" TEXT NOT NULL,
    "called_at" TIMESTAMPTZ(3),
    "job_id" TEXT,
    "asked" INTEGER NOT NULL DEFAULT 0,
    "problem" JSONB,
    "uploaded_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "datev_batch_files_pkey" PRIMARY KEY ("customer_id","batch_id","position")
);

-- CreateIndex
CREATE INDEX "datev_imports_customer_id_created_at_idx" ON "datev_imports"("customer_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "datev_batches_customer_id_month_idx" ON "datev_batches"("customer_id", "month");

-- CreateIndex
CREATE INDEX "payouts_customer_id_datev_batch_id_idx" ON "payouts"("customer_id", "datev_batch_id");

-- AddForeignKey
ALTER TABLE "datev_settings" ADD CONSTRAINT "datev_settings_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "datev_imports" ADD CONSTRAINT "datev_imports_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "datev_import_chunks" ADD CONSTRAINT "datev_import_chunks_customer_id_import_id_fkey" FOREIGN KEY ("customer_id", "import_id") REFERENCES "datev_imports"("customer_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "datev_batches" ADD CONSTRAINT "datev_batches_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "datev_batch_files" ADD CONSTRAINT "datev_batch_files_customer_id_batch_id_fkey" FOREIGN KEY ("customer_id", "batch_id") REFERENCES "datev_batches"("customer_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_customer_id_datev_batch_id_fkey" FOREIGN KEY ("customer_id", "datev_batch_id") REFERENCES "datev_batches"("customer_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;


