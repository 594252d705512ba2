-- The page of a file shows the lines of its invoice.
ALTER TABLE "e_invoice_files" ADD COLUMN "lines" JSONB;
