-- What an e-invoice says of its payment, and what is left of it after credits: no system tells us.
ALTER TABLE "invoices"
  ADD COLUMN "pays_by" TEXT,
  ADD COLUMN "is_due_unknown" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "mandate_reference" TEXT,
  ADD COLUMN "credited_cents" INTEGER NOT NULL DEFAULT 0;

-- The supplier collects from this contact although a document says that it is paid otherwise.
ALTER TABLE "contacts" ADD COLUMN "is_always_collected" BOOLEAN NOT NULL DEFAULT false;

-- By what e-invoices know a buyer.
CREATE TABLE "e_invoice_buyers" (
  "customer_id" TEXT NOT NULL,
  "key" TEXT NOT NULL,
  "external_id" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "e_invoice_buyers_pkey" PRIMARY KEY ("customer_id", "key"),
  CONSTRAINT "e_invoice_buyers_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "e_invoice_buyers_customer_id_external_id_idx" ON "e_invoice_buyers"("customer_id", "external_id");
ALTER TABLE "e_invoice_buyers" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "e_invoice_buyers" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
GRANT SELECT, INSERT, DELETE ON "e_invoice_buyers" TO "einzug_supplier";

-- A document is found by its number.
CREATE INDEX "invoices_customer_id_number_idx" ON "invoices"("customer_id", "number");
