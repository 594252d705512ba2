-- CreateEnum
CREATE TYPE "compared_feed" AS ENUM ('payments', 'payouts', 'mandates', 'documents');

-- CreateEnum
CREATE TYPE "difference_repair" AS ENUM ('read_again', 'adopted', 'gone');

-- CreateTable
CREATE TABLE "comparisons" (
    "customer_id" TEXT NOT NULL,
    "feed" "compared_feed" NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "is_running" BOOLEAN NOT NULL DEFAULT true,
    "cursor" TEXT,
    "is_listed" BOOLEAN NOT NULL DEFAULT false,
    "seen_count" INTEGER NOT NULL DEFAULT 0,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "comparisons_pkey" PRIMARY KEY ("customer_id","feed")
);

-- CreateTable
CREATE TABLE "compared_items" (
    "customer_id" TEXT NOT NULL,
    "feed" "compared_feed" NOT NULL,
    "provider_id" TEXT NOT NULL,

    CONSTRAINT "compared_items_pkey" PRIMARY KEY ("customer_id","feed","provider_id")
);

-- CreateTable
CREATE TABLE "differences" (
    "customer_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "invoice_id" TEXT,
    "ours" TEXT NOT NULL,
    "theirs" TEXT NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "repaired_at" TIMESTAMPTZ(3),
    "repair" "difference_repair",

    CONSTRAINT "differences_pkey" PRIMARY KEY ("customer_id","id")
);

-- CreateIndex
CREATE INDEX "differences_customer_id_repaired_at_found_at_idx" ON "differences"("customer_id", "repaired_at", "found_at");

-- CreateIndex
CREATE INDEX "differences_repaired_at_found_at_idx" ON "differences"("repaired_at", "found_at");

-- CreateIndex
CREATE UNIQUE INDEX "differences_customer_id_kind_subject_key" ON "differences"("customer_id", "kind", "subject");

-- AddForeignKey
ALTER TABLE "comparisons" ADD CONSTRAINT "comparisons_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "compared_items" ADD CONSTRAINT "compared_items_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "differences" ADD CONSTRAINT "differences_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
