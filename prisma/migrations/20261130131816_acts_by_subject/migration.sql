-- A payer's page reads what people did to the payer and the mandates. The audit log is long, and was sorted by time only.
CREATE INDEX "audit_entries_customer_id_subject_at_idx" ON "audit_entries"("customer_id", "subject", "at" DESC);
