-- RE-999 before RE-1000: each run of digits is filled up with zeros to twenty before it is compared. A collation that
-- reads digits as numbers would do the same, but its index breaks with the next version of the system's ICU.
ALTER TABLE "invoices" DROP COLUMN "sort_number",
ADD COLUMN "sort_number" TEXT NOT NULL GENERATED ALWAYS AS (regexp_replace(regexp_replace(left("number", 80), '([0-9]+)', '0000000000000000000\1', 'g'), '0*([0-9]{20})(?![0-9])', '\1', 'g')) STORED;

-- CreateIndex
CREATE INDEX "invoices_customer_id_sort_number_id_idx" ON "invoices"("customer_id", "sort_number", "id");
