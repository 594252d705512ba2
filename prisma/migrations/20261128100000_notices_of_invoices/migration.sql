ALTER TABLE "notices" ADD COLUMN "invoice_id" TEXT;

UPDATE "notices" SET "invoice_id" = "invoices"."id"
FROM "invoices"
WHERE "invoices"."customer_id" = "notices"."customer_id" AND "invoices"."id" = "notices"."data"->>'invoiceId';

ALTER TABLE "notices" ADD CONSTRAINT "notices_customer_id_invoice_id_fkey"
  FOREIGN KEY ("customer_id", "invoice_id") REFERENCES "invoices"("customer_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX "notices_customer_id_invoice_id_idx" ON "notices"("customer_id", "invoice_id");
