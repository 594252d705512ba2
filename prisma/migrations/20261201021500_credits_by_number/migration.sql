-- Each credit asks whether its number was applied before. Without this it reads all files of the supplier.
CREATE INDEX CONCURRENTLY "e_invoice_files_credits" ON "e_invoice_files" ("customer_id", ("facts"->>'number'))
  WHERE "status" = 'done' AND "outcome" IN ('credit', 'negative');
