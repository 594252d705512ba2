-- Few invoices have taken another number by a correction. Every e-invoice of a new number asks whether it is one of these.
CREATE INDEX "invoices_corrected" ON "invoices" ("customer_id") WHERE "books" = 'EINVOICE' AND "number" <> "external_id";
