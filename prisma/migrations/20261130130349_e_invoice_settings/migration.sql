-- Who a supplier is on its own e-invoices.
CREATE TABLE "e_invoice_settings" (
  "customer_id" TEXT NOT NULL,
  "vat_id" TEXT NOT NULL DEFAULT '',
  "tax_number" TEXT NOT NULL DEFAULT '',
  "creditor_ids" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  "due_days" INTEGER,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "e_invoice_settings_pkey" PRIMARY KEY ("customer_id"),
  CONSTRAINT "e_invoice_settings_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
ALTER TABLE "e_invoice_settings" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "of_supplier" ON "e_invoice_settings" TO "einzug_supplier" USING ("customer_id" = current_setting('einzug.customer', true));
GRANT SELECT, INSERT, UPDATE ON "e_invoice_settings" TO "einzug_supplier";
