-- A number may be longer than a row of the former index.
DROP INDEX "invoices_customer_id_number_idx";
CREATE INDEX "invoices_number_idx" ON "invoices" USING HASH ("number");
