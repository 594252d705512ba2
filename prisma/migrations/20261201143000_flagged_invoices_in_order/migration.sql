-- Flagged invoices are read in the order of their ids. Without the id in the index, PostgreSQL reads all invoices of a
-- supplier in that order as soon as some hundred are flagged.
CREATE INDEX CONCURRENTLY "invoices_customer_id_needs_decision_id_idx" ON "invoices"("customer_id", "needs_decision", "id");
DROP INDEX CONCURRENTLY IF EXISTS "invoices_customer_id_needs_decision_idx";
