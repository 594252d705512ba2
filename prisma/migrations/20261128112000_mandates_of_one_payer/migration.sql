-- Of a mandate that is new to us it is asked which others of the same payer it may have taken the place of.
CREATE INDEX "mandates_customer_id_provider_customer_id_idx" ON "mandates"("customer_id", "provider_customer_id");
